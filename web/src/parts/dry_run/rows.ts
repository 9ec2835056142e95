import type { DryRunResult } from '../../api/flows.ts'

/** A step on both sides: letters that it leads, or where it sends none, how often it is done. */
export type Row = { step: string; before: number | null; after: number }

type Figures = DryRunResult['after']

const order = [
  ...['invoice', 'pre_reminder', 'reminder_1', 'reminder_2', 'reminder_3', 'reminder_4', 'call_reminder'],
  ...['end_of_service_announcement', 'end_of_service', 'final_reminder', 'collectable', 'opening', 'summons'],
  ...['summons_reminder', 'second_summons', 'second_summons_reminder', 'notice_of_default', 'prejudiciary', 'bailiff'],
]

const silent: readonly string[] = ['call_reminder', 'collectable', 'opening', 'bailiff']

const countOf = (figures: Figures, step: string): number => {
  const found = figures.steps.find((one) => one.step === step)
  return (silent.includes(step) ? found?.performed : found?.letters) ?? 0
}

/** The steps of which either side has any, in the order of a flow. */
export function rowsOf({ before, after }: Pick<DryRunResult, 'before' | 'after'>): Row[] {
  const rows = order.map((step) => ({ step, before: before && countOf(before, step), after: countOf(after, step) }))
  return rows.filter((row) => row.after > 0 || (row.before ?? 0) > 0)
}

export const differenceOf = ({ before, after }: Row): number => after - (before ?? 0)
