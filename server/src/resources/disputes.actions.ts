import { type Actions, create, onOne } from '../api/actions.ts'
import { refuseParameters } from '../api/errors.ts'
import { id, key, oneOf } from '../api/field.ts'
import { endDisputes, openDispute, takeUpDispute } from '../follow_up/disputes.ts'
import { disputes } from './disputes.ts'
import { originOf } from './promises.actions.ts'

/** A dispute that nobody takes up lapses; how it does so is not for callers. */
const outcomes = ['credited', 'corrected', 'rejected'] as const

const owner = { owner_user_id: id('Who looks after it; a user who can work in the administration.') }

export const dispute_actions: Actions = {
  create: create(disputes, {
    description:
      'Notes that a debtor says an invoice is wrong. Until the dispute ends its invoice is not reminded of. An invoice ' +
      'has one open dispute at most, so the same request again is refused with `conflict`.',
    summary: 'Open a dispute',
    refuses: ['conflict'],
    body: {
      invoice_id: id('Invoice that it is about.'),
      invoice_number: key('The same by its number.'),
      reason: disputes.input.reason,
      description: disputes.input.description,
      amount: disputes.input.amount,
      ...owner,
    },
    example: { invoice_number: '2026-0117', reason: 'quality', description: 'Two of ten boxes were broken.' },
    run: async (context, body) => ({ id: await openDispute(context, { ...body, origin: originOf(context) }) }),
  }),

  take_up: onOne(disputes, {
    method: 'PATCH',
    summary: 'Take up a dispute',
    description:
      'Notes that somebody looks after a dispute: the owner who is named, or on our pages whoever does so. What a ' +
      'debtor disputes by itself lapses after 14 days unless it is taken up. Taken up already, it only changes hands. ' +
      'One that has ended is refused.',
    body: owner,
    run: takeUpDispute,
  }),

  end: onOne(disputes, {
    method: 'PATCH',
    summary: 'End a dispute',
    description:
      'Ends a dispute. Its invoice is followed up again, at the earliest after seven days. One that ended the same way ' +
      'already stays as it is; one that ended otherwise is refused.',
    example: { outcome: 'rejected', outcome_message: 'The carrier has a signature for all ten.' },
    body: { outcome: oneOf(outcomes, 'How it ended.').required(), outcome_message: disputes.input.outcome_message },
    run: async (context, dispute, { outcome, outcome_message = null }) => {
      if (dispute.outcome === outcome) return
      if (dispute.outcome !== null) refuseParameters([`id: the dispute has ended already, as ${dispute.outcome}`])
      await endDisputes(context, [dispute.id], { outcome, message: outcome_message })
    },
  }),
}
