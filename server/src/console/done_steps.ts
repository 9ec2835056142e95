import { sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { boolean, date, id, integer, jsonList, listOf, money, oneOf, text } from '../api/field.ts'
import { timeline_families } from './timeline_source.ts'

/** More than so many nobody reads on the page of a record. */
const shown_max = 100

type Done = {
  id: string
  step: string
  round: number
  day: string
  channel: string | null
  term_ends_on: string | null
  costs_amount: string
  interest_amount: string
  currency_code: string
  reasons: Record<string, unknown>[]
  skipped: boolean
  letter_id: string | null
  letter_status: string | null
  invoice_id: string | null
  credit_case_id: string | null
  number: string
}

const columns = { debtors: 'debtor_id', invoices: 'invoice_id', credit_cases: 'credit_case_id' } as const

/** What was done on a dossier: each step with its letter, its term and its costs. */
export const done_step_calls: Actions = {
  list: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/done_steps',
    reach: 'member',
    description: 'Lists which steps were taken for a record, newest first; for a debtor, those of all its records.',
    body: {
      family: oneOf(timeline_families, 'What kind of record it is.').required(),
      id: id('The record.').required(),
    },
    answer: {
      steps: listOf(
        {
          id: id('Identifier.').required(),
          step: text('Which step it was.').required(),
          round: integer('A record that is put back to an earlier step begins another round.').required(),
          day: date('Day on which it was decided.').required(),
          channel: text('How the letter went out.'),
          term_ends_on: date('Last day to pay that the letter gave.'),
          costs_amount: money('Costs that were charged with it.').required(),
          interest_amount: money('Interest that was charged with it.').required(),
          currency_code: text('Currency of the record, ISO 4217.').required(),
          reasons: jsonList('Why it was done, and on that day.').required(),
          skipped: boolean('Whether a person left it out.').required(),
          letter_id: id('Letter that was sent.'),
          letter_status: text('How far that letter is.'),
          invoice_id: id('Invoice that it was done for.'),
          credit_case_id: id('Credit case that it was done for.'),
          number: text('Number of that record.').required(),
        },
        'What was done, newest first.',
      ).required(),
    },
    run: async ({ db, administration_id }, { family, id: record_id }) => {
      const { rows } = await sql<Done>`
        select s.id::text, s.step, s.round, s.day::text, s.channel, s.term_ends_on::text, s.costs_amount::text,
               s.interest_amount::text, coalesce(i.currency_code, c.currency_code) as currency_code, s.reasons,
               s.skipped, l.id::text as letter_id, l.status as letter_status, i.id::text as invoice_id,
               c.id::text as credit_case_id, coalesce(i.invoice_number, c.credit_case_number) as number
        from steps s
        left join letters l on l.administration_id = ${administration_id}::bigint and l.id = s.letter_id
        left join invoices i on i.administration_id = ${administration_id}::bigint and i.id = s.invoice_id
        left join credit_cases c on c.administration_id = ${administration_id}::bigint and c.id = s.credit_case_id
        where s.administration_id = ${administration_id}::bigint and s.withdrawn_at is null
          and s.${sql.ref(columns[family])} = ${record_id}::bigint
        order by s.day desc, s.id desc limit ${shown_max}::integer`.execute(db)
      return { steps: rows }
    },
  }),
}
