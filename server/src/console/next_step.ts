import { type Actions, call } from '../api/actions.ts'
import { date, id, oneOf } from '../api/field.ts'
import { hold_reasons } from '../domain/holds.ts'
import { case_step_names, invoice_step_names } from '../domain/steps.ts'
import { liftHold } from '../follow_up/outbox/lift_hold.ts'
import { moveStep, resetTo, sendNow, skipStep } from '../follow_up/outbox/next_step.ts'
import { followed_families } from '../follow_up/outbox/record.ts'
import { auditChange } from './audit_change.ts'
import { dayOf } from './day_of.ts'

export const step_names = [...invoice_step_names, ...case_step_names] as const

const record = {
  family: oneOf(followed_families, 'What kind of record it is.').required(),
  id: id('The record.').required(),
}
const seen = {
  ...record,
  step: oneOf(step_names, 'The next step as it was shown; if it is another one by now, nothing is done.').required(),
}

/** What people do with the next step of an invoice or a credit case, wherever a page shows it. */
export const next_step_calls: Actions = {
  move: call({
    method: 'POST',
    path: '/console/next_step/move',
    reach: 'administration',
    description: 'Has the next step of a record come on another day.',
    body: { ...seen, day: date('The day.').required() },
    answer: {},
    run: async (context, { day, ...shown }) => {
      await moveStep(context, shown, dayOf('day', day))
      await auditChange(context, 'next_step_moved', { ...about(shown), step: shown.step, day })
      return {}
    },
  }),
  send_now: call({
    method: 'POST',
    path: '/console/next_step/send_now',
    reach: 'administration',
    description:
      'Lets the next step of a record happen today, past approval, cap and surge. Other holds still hold it.',
    body: seen,
    answer: {},
    run: async (context, shown) => {
      await sendNow(context, shown)
      await auditChange(context, 'next_step_released', { ...about(shown), step: shown.step })
      return {}
    },
  }),
  skip: call({
    method: 'POST',
    path: '/console/next_step/skip',
    reach: 'administration',
    description: 'Leaves the next step of a record out.',
    body: seen,
    answer: {},
    run: async (context, shown) => {
      await skipStep(context, shown)
      await auditChange(context, 'next_step_skipped', { ...about(shown), step: shown.step })
      return {}
    },
  }),
  reset: call({
    method: 'POST',
    path: '/console/next_step/reset',
    reach: 'administration',
    description: 'Begins the flow of a record anew at a step.',
    body: { ...record, step: oneOf(step_names, 'The step that comes next.').required() },
    answer: {},
    run: async (context, { step, ...wanted }) => {
      await resetTo(context, wanted, step)
      await auditChange(context, 'next_step_reset', { ...about(wanted), step })
      return {}
    },
  }),
  lift_hold: call({
    method: 'POST',
    path: '/console/next_step/lift_hold',
    reach: 'administration',
    description: 'Takes a hold away from a record, where a person may.',
    body: { ...record, hold: oneOf(hold_reasons, 'What holds it.').required() },
    answer: {},
    run: async (context, { hold, ...wanted }) => {
      await liftHold(context, wanted, hold)
      await auditChange(context, 'hold_lifted', { ...about(wanted), hold })
      return {}
    },
  }),
}

const about = ({ family, id: record_id }: { family: string; id: string }) => ({ record: `${family} ${record_id}` })
