import { resource } from '../api/define.ts'
import { date, dateTime, id, integer, jsonList, money, oneOf, text } from '../api/field.ts'
import { after, anyIdOf, exactId } from '../api/filters.ts'
import { case_step_names, invoice_step_names } from '../domain/steps.ts'

export const channels = ['mail', 'post'] as const

/** A reason as the engine gives it: a code, and the facts that belong to it. */
export const reasons = (description: string) =>
  jsonList(description, {
    properties: { reason: { type: 'string', description: 'What it is, as a code.' } },
    required: ['reason'],
  })

export const steps = resource({
  name: 'steps',
  one: 'step',
  table: 'steps',
  description: 'What was done to have an invoice or a credit case paid, each step once in a round, with its reasons.',
  within: 'administration',
  reads: ['list', 'show'],
  fields: {
    id: id('Identifier.').required(),
    administration_id: id('Owning administration.').required(),
    invoice_id: id('Invoice that it was done for.'),
    credit_case_id: id('Credit case that it was done for.'),
    debtor_id: id('Debtor of that record.').required(),
    step: oneOf([...invoice_step_names, ...case_step_names], 'Which step it was.').required(),
    round: integer('A record that is put back to an earlier step begins another round.').required(),
    day: date('Day on which it was decided.').required(),
    performed_at: dateTime('When it was done.').required(),
    channel: oneOf(channels, 'How the letter went out.'),
    term_ends_on: date('Last day to pay that the letter gave.'),
    costs_amount: money('Costs that were charged with it.').required(),
    interest_amount: money('Interest that was charged with it.').required(),
    flow_code: text('Flow that the record followed.'),
    flow_version: integer('Version of that flow.'),
    letter_id: id('Letter that was sent.'),
    reasons: reasons('Why it was done, and on that day.').required(),
    updated_at: dateTime('Last update.').required().onRequest(),
  },
  filters: {
    ids: anyIdOf('id', 'Internal ids.'),
    invoice_id: exactId('invoice_id', 'Only those of this invoice.'),
    debtor_id: exactId('debtor_id', 'Only those of this debtor.'),
    credit_case_id: exactId('credit_case_id', 'Only those of this credit case.'),
    updated_after: after('updated_at', 'Only records updated after this moment.'),
  },
  visible: (row) => `${row}.withdrawn_at is null`,
})
