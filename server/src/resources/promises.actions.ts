import { type Actions, create, onOne } from '../api/actions.ts'
import type { Context } from '../api/context.ts'
import { refuseParameters } from '../api/errors.ts'
import { date, id, idList, key, keyList, money } from '../api/field.ts'
import type { ClaimOrigin } from '../domain/promise.ts'
import { makePromise } from '../follow_up/promises/make.ts'
import { endPromises } from '../follow_up/promises/settle.ts'
import { promises } from './promises.ts'

/** How we know of what a verb writes down: somebody did it on our pages, or another program did. */
export const originOf = ({ principal }: Context): ClaimOrigin => (principal.kind === 'person' ? 'person' : 'interface')

export const promise_actions: Actions = {
  create: create(promises, {
    description:
      'Notes that a debtor promised to pay, by invoices or for all that it owes in one currency. Until the day that ' +
      'was promised, and three sending days after it, these invoices are not reminded of. An invoice is part of one ' +
      'open promise at most, so the same request again is refused. A promise is kept by itself when the money is in.',
    body: {
      debtor_id: id('Debtor who promised; all that it owes is meant unless invoices are named.'),
      debtor_number: key('The same by its number.'),
      invoice_ids: idList('Invoices that it is about.'),
      invoice_numbers: keyList('Invoices that it is about, by number.'),
      amount: money('What was promised; all that is open of these invoices unless given.'),
      promised_on: date('Day by which it will be paid: from today, at most a year ahead.').required(),
      remark: promises.input.remark,
    },
    example: { invoice_numbers: ['2026-0117'], promised_on: '2026-12-04', remark: 'Pays with the next run.' },
    run: async (context, body) => ({ id: await makePromise(context, { ...body, origin: originOf(context) }) }),
  }),

  withdraw: onOne(promises, {
    method: 'PATCH',
    description:
      'Takes a promise back, so that its invoices are followed up again. One that was taken back already stays as it ' +
      'is; one that was kept or broken is refused.',
    body: {},
    run: async (context, { id: promise_id, status }) => {
      if (status === 'kept' || status === 'broken') refuseParameters([`id: the promise was ${status} already`])
      await endPromises(context, [promise_id], 'withdrawn')
    },
  }),
}
