import { resource } from '../api/define.ts'
import { date, dateTime, id, money, object, oneOf, text } from '../api/field.ts'
import { after, anyIdOf, exactId } from '../api/filters.ts'
import { claim_origins } from '../domain/promise.ts'
import { user } from './users.ts'

export const dispute_reasons = [
  'amount_wrong',
  'already_paid',
  'not_ordered',
  'not_delivered',
  'quality',
  'wrong_debtor',
  'other',
] as const
export const dispute_outcomes = ['credited', 'corrected', 'rejected', 'lapsed'] as const

export const disputes = resource({
  name: 'disputes',
  one: 'dispute',
  table: 'disputes',
  description: 'Invoices that debtors say are wrong. While one is open, its invoice is not reminded of.',
  within: 'administration',
  reads: ['list', 'show'],
  fields: {
    id: id('Identifier.').required(),
    administration_id: id('Owning administration.').required(),
    debtor_id: id('Debtor of the invoice.').required(),
    invoice_id: id('Invoice that it is about.').required(),
    reason: oneOf(dispute_reasons, 'What is said to be wrong.').required().writable(),
    description: text('What the debtor says.').writable(),
    amount: money('How much of the invoice is disputed; empty for all of it.').writable(),
    origin: oneOf(claim_origins, 'How we know of it.').required(),
    opened_on: date('Day on which it was opened.').required(),
    owner_user: object(user, 'Who looks after it.'),
    taken_up_at: dateTime('When somebody took it up.'),
    outcome: oneOf(dispute_outcomes, 'How it ended.'),
    outcome_message: text('Explains how it ended.').writable(),
    ended_at: dateTime('When it ended.'),
    created_at: dateTime('When it was opened.').required(),
    updated_at: dateTime('Last update.').required(),
  },
  filters: {
    ids: anyIdOf('id', 'Internal ids.'),
    debtor_id: exactId('debtor_id', 'Only those of this debtor.'),
    invoice_id: exactId('invoice_id', 'Only those of this invoice.'),
    updated_after: after('updated_at', 'Only records updated after this moment.'),
  },
})
