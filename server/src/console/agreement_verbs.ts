import { type Actions, call } from '../api/actions.ts'
import { refuseParameters } from '../api/errors.ts'
import { boolean, date, id, idList, listOf, money, oneOf, text } from '../api/field.ts'
import { makePlanByHand } from '../follow_up/plans/by_hand.ts'
import { bookByHand, hand_methods, lines_max, takeBack } from '../ledger/by_hand.ts'
import { dayOf } from './day_of.ts'

const text_length_max = 500

/** What people agree on with debtors, and book for them by hand. */
export const agreement_verbs: Actions = {
  make_plan: call({
    method: 'POST',
    path: '/console/agreements/make_plan',
    reach: 'administration',
    description:
      'Makes a payment plan that is in force at once, over invoices and credit cases of one debtor. Its terms add up to ' +
      'all that is owed of them, costs and interest included, to the cent.',
    body: {
      invoice_ids: idList('The invoices.'),
      credit_case_ids: idList('The credit cases.'),
      terms: listOf(
        { amount: money('Amount.').required(), due_date: date('Last day to pay it.').required() },
        'Terms, in the order in which they are due.',
      ).required(),
      mail: boolean('Whether the debtor gets a mail with the terms.').required(),
    },
    answer: {
      payment_plan_id: id('The plan.').required(),
      mailed: boolean('Whether the debtor gets a mail; not without an address.').required(),
    },
    run: async (context, { invoice_ids, credit_case_ids, terms, mail }) => {
      const wanted = { invoice_ids: invoice_ids ?? [], credit_case_ids: credit_case_ids ?? [], terms, mail }
      const { id: payment_plan_id, mailed } = await makePlanByHand(context, wanted)
      return { payment_plan_id, mailed }
    },
  }),
  book_payment: call({
    method: 'POST',
    path: '/console/agreements/book_payment',
    reach: 'administration',
    description:
      'Books a payment on invoices of one debtor. Of each invoice the principal is settled before its costs. Refused ' +
      'when something else is open of an invoice than is said here.',
    body: {
      lines: listOf(
        {
          invoice_id: id('The invoice.').required(),
          amount: money('What it gets.').required(),
          open_amount: money('All that is open of it, costs included, as it was seen.').required(),
        },
        `What the invoices get, at most ${lines_max} of them.`,
      ).required(),
      payment_date: date('Day of payment.').required(),
      method: oneOf(hand_methods, 'How it was paid.').required(),
      description: text('What is to be remembered of it.'),
    },
    answer: { booking_id: id('By which it can be taken back.').required() },
    run: async (context, { lines, payment_date, method, description }) => {
      const day = dayOf('payment_date', payment_date)
      const said = short('description', description) || null
      return { booking_id: await bookByHand(context, { lines, payment_date: day, method, description: said }) }
    },
  }),
  take_back_payment: call({
    method: 'POST',
    path: '/console/agreements/take_back_payment',
    reach: 'administration',
    description: 'Takes back a payment that was booked by hand; the ledger keeps both.',
    body: { booking_id: id('What was booked.').required(), reason: text('Why.').required() },
    answer: {},
    run: async (context, { booking_id, reason }) => {
      const why = short('reason', reason)
      if (why === '') refuseParameters(['reason: is missing'])
      await takeBack(context, booking_id, why)
      return {}
    },
  }),
}

function short(parameter: string, said: string | null | undefined): string {
  const plain = (said ?? '').trim()
  if (plain.length > text_length_max) refuseParameters([`${parameter}: must be at most ${text_length_max} characters`])
  return plain
}
