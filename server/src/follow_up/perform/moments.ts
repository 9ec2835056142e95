import type { Step } from '../../domain/steps.ts'

// Which moments of the interface a letter sets beside the one of its step.

/** Whether a letter with this step is the latest reminder of its invoices. */
export const isReminder = (step: Step): boolean => /^(reminder_\d|final_reminder)$/.test(step)

const summons = new Set<Step>([
  'summons',
  'summons_reminder',
  'second_summons',
  'second_summons_reminder',
  'notice_of_default',
])

/** Whether it is the latest summons of its case. */
export const isSummons = (step: Step): boolean => summons.has(step)
