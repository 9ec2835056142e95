import { type RawBuilder, sql } from 'kysely'
import { invoicesOfCase } from '../db/case_invoices.ts'
import { case_steps, invoice_steps } from '../domain/steps.ts'
import { letter_asks } from '../follow_up/send/asked.ts'
import { about, naming, of, type Source, type Wanted } from './timeline_source.ts'

/** What was done to have a record paid, and what debtors said meanwhile. */
export const follow_up_sources = {
  // A step that sent a letter is shown by the letter.
  step: (wanted: Wanted): Source[] => [
    {
      from: sql`${naming('steps', wanted)} and r.letter_id is null and r.withdrawn_at is null`,
      at: sql`r.performed_at`,
      values: {
        ...about,
        name: sql`r.step`,
        status: sql`case when r.skipped then 'skipped' when r.origin = 'engine' then 'performed'
          when r.origin = 'person' then 'by_hand' else r.origin end`,
        amount: sql`nullif(r.costs_amount + r.interest_amount, 0)`,
        service: sql`case when r.origin = 'engine' then 'engine' end`,
        reasons: sql`r.reasons`,
      },
    },
  ],
  reminder: (wanted: Wanted): Source[] =>
    moment_sources
      .filter(({ table }) => wanted.family === 'debtors' || wanted.family === table)
      .map(({ table, resource_type, moments }) => ({
        from: sql`(${momentsOf(table, resource_type, moments, wanted)}) r where true`,
        at: sql`r.at`,
        values: { ...about, name: sql`r.step`, status: sql`'declared'::text` },
      })),
  letter: (wanted: Wanted): Source[] => [
    {
      from: sql`${lettersOf(wanted)} and r.status <> 'approval'`,
      at: sql`coalesce(r.sent_at, r.created_at)`,
      values: {
        name: sql`r.step`,
        subject: sql`r.subject`,
        status: sql`r.status`,
        channel: sql`r.channel`,
        letter_id: sql`r.id`,
        service: sql`case when r.step <> 'statement' then 'engine' end`,
        done_at: sql`r.sent_at`,
        recipient: sql`r.recipients #>> '{0,email_address}'`,
        currency_code: sql`r.data ->> 'currency_code'`,
        amount: letter_asks,
        invoices: sql`(select count(*) from letter_items n
          where n.administration_id = ${wanted.administration_id}::bigint and n.letter_id = r.id)::integer`,
        invoice_id: sql`(select min(n.invoice_id) from letter_items n
          where n.administration_id = ${wanted.administration_id}::bigint and n.letter_id = r.id having count(*) = 1)`,
        reasons: sql`(select s.reasons from steps s
          where s.administration_id = ${wanted.administration_id}::bigint and s.letter_id = r.id
            order by s.id limit 1)`,
      },
    },
  ],
  promise: (wanted: Wanted): Source[] => [
    {
      from: promisesOf(wanted),
      at: sql`r.created_at`,
      values: {
        name: sql`r.status`,
        day: sql`r.promised_on`,
        content: sql`r.remark`,
        person: sql`r.created_by_user_name`,
        service: sql`case when r.origin = 'portal' then 'portal' end`,
        amount: sql`r.amount`,
        done_at: sql`r.ended_at`,
      },
    },
  ],
  dispute: (wanted: Wanted): Source[] => [
    {
      from: wanted.family === 'credit_cases' ? sql`disputes r where ${ofCase(wanted)}` : naming('disputes', wanted),
      at: sql`r.created_at`,
      values: {
        invoice_id: sql`r.invoice_id`,
        name: sql`coalesce(r.outcome, 'open')`,
        subject: sql`r.reason`,
        content: sql`coalesce(r.outcome_message, r.description)`,
        person: sql`r.owner_user_name`,
        service: sql`case when r.origin = 'portal' then 'portal' end`,
        amount: sql`r.amount`,
        done_at: sql`r.ended_at`,
      },
    },
  ],
}

type Moments = readonly (readonly [step: string, column: string, place: number])[]

const momentsIn = (steps: typeof invoice_steps | typeof case_steps, without: readonly string[]): Moments =>
  Object.entries(steps).flatMap(([step, { moment }], place) =>
    moment === null || without.includes(step) ? [] : [[step, moment, place] as const],
  )

/** Records say when letters went out also where nobody kept a step: those of the books, and of the time before. */
const moment_sources = [
  { table: 'invoices', resource_type: 'invoice', moments: momentsIn(invoice_steps, ['invoice', 'collectable']) },
  { table: 'credit_cases', resource_type: 'credit_case', moments: momentsIn(case_steps, []) },
] as const

/** What the moments of records say, unless a step or an event says the same already. */
function momentsOf(table: string, resource_type: string, moments: Moments, wanted: Wanted): RawBuilder<unknown> {
  const { administration_id, family, id } = wanted
  const one = of[table === 'invoices' ? 'invoices' : 'credit_cases'].column
  const other = table === 'invoices' ? 'credit_case_id' : 'invoice_id'
  const said = sql.join(
    moments.map(([step, column, place]) => sql`(${sql.lit(step)}, o.${sql.ref(column)}, ${sql.lit(place)})`),
  )
  return sql`
    select o.id * 16 + m.place as id, m.at, m.step, o.id as ${sql.ref(one)}, null::bigint as ${sql.ref(other)}
    from ${sql.table(table)} o cross join lateral (values ${said}) m (step, at, place)
    where o.administration_id = ${administration_id}::bigint and m.at is not null
      and o.${sql.ref(family === 'debtors' ? 'debtor_id' : 'id')} = ${id}::bigint
      and not exists (select from steps s where s.administration_id = ${administration_id}::bigint
        and s.${sql.ref(one)} = o.id and s.step = m.step and s.withdrawn_at is null)
      and not exists (select from events e where e.administration_id = ${administration_id}::bigint
        and e.resource_type = ${sql.lit(resource_type)} and e.resource_id = o.id
        and (e.step = m.step or (m.step = 'opening' and e.event_name = 'case_created')
             or (m.step = 'bailiff' and e.event_name = 'case_to_bailiff')))`
}

/** A letter names its invoices, and performs steps of its case. */
function lettersOf(wanted: Wanted): RawBuilder<unknown> {
  const { administration_id, family, id } = wanted
  if (family === 'debtors') return naming('letters', wanted)
  const named = family === 'invoices' ? sql`letter_items` : sql`steps`
  const column = family === 'invoices' ? sql`n.invoice_id` : sql`n.credit_case_id`
  return sql`letters r where r.administration_id = ${administration_id}::bigint and r.id in (
    select n.letter_id from ${named} n
    where n.administration_id = ${administration_id}::bigint and ${column} = ${id}::bigint)`
}

function promisesOf(wanted: Wanted): RawBuilder<unknown> {
  const { administration_id, family, id } = wanted
  if (family === 'debtors') return naming('promises', wanted)
  const invoices =
    family === 'invoices' ? sql`p.invoice_id = ${id}::bigint` : sql`p.invoice_id in (${ofItsInvoices(wanted)})`
  return sql`promises r where r.administration_id = ${administration_id}::bigint and r.id in (
    select p.promise_id from promise_invoices p
    where p.administration_id = ${administration_id}::bigint and ${invoices})`
}

const ofItsInvoices = ({ administration_id, id }: Wanted): RawBuilder<unknown> =>
  invoicesOfCase({ administration_id, credit_case_id: id })

const ofCase = (wanted: Wanted): RawBuilder<unknown> => sql`
  r.administration_id = ${wanted.administration_id}::bigint and r.invoice_id in (${ofItsInvoices(wanted)})`
