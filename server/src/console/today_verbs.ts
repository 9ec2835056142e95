import { type Actions, call } from '../api/actions.ts'
import { refuseParameters } from '../api/errors.ts'
import { date, id, idList, money, oneOf, text } from '../api/field.ts'
import { call_outcomes, recordCall } from '../follow_up/today/calls.ts'
import { markDebtors, unmarkDebtors } from '../follow_up/today/marks.ts'
import { takeBackCall } from '../follow_up/today/take_back.ts'
import { dispute_reasons } from '../resources/disputes.ts'
import { dayOf } from './day_of.ts'

const debtors_max = 50
const debtor_ids = idList(`Debtors, at most ${debtors_max}.`).required()

function some(ids: readonly string[]): readonly string[] {
  if (ids.length === 0 || ids.length > debtors_max)
    refuseParameters([`debtor_ids: must be 1 to ${debtors_max} debtors`])
  return ids
}

/** What people do with the list of today. */
export const today_verbs: Actions = {
  record_call: call({
    method: 'POST',
    path: '/console/today/record_call',
    reach: 'administration',
    description:
      'Records a call with a debtor and what came of it: a promise, disputes, or a task for another day. Tasks to call ' +
      'are completed, a note records it, and the debtor is done for today.',
    body: {
      debtor_id: id('Debtor.').required(),
      outcome: oneOf(call_outcomes, 'What came of it.').required(),
      phone_number: text('Number that was called.'),
      note: text('What was said.'),
      invoice_ids: idList('Invoices that were promised or disputed; of a promise all that is owed unless given.'),
      promised_on: date('Day by which it will be paid.'),
      amount: money('What was promised; all that is open of the invoices unless given.'),
      reason: oneOf(dispute_reasons, 'What is said to be wrong with the invoices.'),
      owner_user_id: id('Who looks after the dispute; whoever records it unless given.'),
      day: date('When to call again, or by when another number should be found; tomorrow unless given.'),
      assigned_to_user_id: id('Who shall do that; whoever records it unless given.'),
    },
    answer: {
      call_id: id('The call, by which it can be taken back.').required(),
      promise_id: id('The promise.'),
      dispute_ids: idList('The disputes.').required(),
      task_id: id('The task for another day.'),
    },
    run: async (context, { debtor_id, outcome, day, ...own }) => {
      const { id: call_id, ...made } = await recordCall(context, {
        ...{ debtor_id, outcome, day: day ? dayOf('day', day) : null },
        ...{ phone_number: own.phone_number ?? null, note: own.note ?? null, invoice_ids: own.invoice_ids ?? [] },
        ...{ promised_on: own.promised_on ?? null, amount: own.amount ?? null, reason: own.reason ?? null },
        ...{ owner_user_id: own.owner_user_id ?? null, assigned_to_user_id: own.assigned_to_user_id ?? null },
      })
      return { call_id, ...made }
    },
  }),
  take_back_call: call({
    method: 'POST',
    path: '/console/today/take_back_call',
    reach: 'administration',
    description:
      'Takes a call back on its day: its promise is withdrawn, its task goes, and tasks that it completed are open ' +
      'again. A dispute is ended on its invoice instead.',
    body: { call_id: id('The call.').required() },
    answer: {},
    run: async (context, { call_id }) => {
      await takeBackCall(context, call_id)
      return {}
    },
  }),
  mark_done: call({
    method: 'POST',
    path: '/console/today/mark_done',
    reach: 'administration',
    description: 'Takes debtors off the list until tomorrow.',
    body: { debtor_ids },
    answer: {},
    run: async (context, body) => {
      await markDebtors(context, some(body.debtor_ids), { mark: 'done' })
      return {}
    },
  }),
  put_off: call({
    method: 'POST',
    path: '/console/today/put_off',
    reach: 'administration',
    description: 'Takes debtors off the list until a day; who writes meanwhile is back at once.',
    body: { debtor_ids, until: date('First day on which they count again.').required() },
    answer: {},
    run: async (context, body) => {
      await markDebtors(context, some(body.debtor_ids), { mark: 'put_off', until: dayOf('until', body.until) })
      return {}
    },
  }),
  put_back: call({
    method: 'POST',
    path: '/console/today/put_back',
    reach: 'administration',
    description: 'Puts debtors back on the list. One that is on it stays there.',
    body: { debtor_ids },
    answer: {},
    run: async (context, body) => {
      await unmarkDebtors(context, some(body.debtor_ids))
      return {}
    },
  }),
}
