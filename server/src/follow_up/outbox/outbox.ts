import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import { addDays, type Day } from '../../domain/days.ts'
import { all_steps, type Step } from '../../domain/steps.ts'
import type { Hold } from '../decide/decision.ts'

/** Why something that is due has not gone: each is what a person can do something about in the outbox. */
export const outbox_reasons = ['approval', 'cap', 'surge', 'stopped'] as const
export type OutboxReason = (typeof outbox_reasons)[number]

export const outbox_page_size = 50

/** So many days ahead can be seen. */
export const coming_days = 7

/** As the index of the outbox says it, so that nothing else is read. */
const in_outbox = sql`jsonb_path_exists(r.holds,
  '$[*].reason ? (@ == "approval" || @ == "cap" || @ == "surge" || @ == "stopped")')`

/** What is held by anything else as well would not go if it were let go; too little alone may go with others. */
const nothing_else = sql`not jsonb_path_exists(r.holds,
  '$[*].reason ? (@ != "approval" && @ != "cap" && @ != "surge" && @ != "stopped" && @ != "below_minimum")')`

export const waiting_records: RawBuilder<boolean> = sql`(${in_outbox} and ${nothing_else})`

/** Records `r` that wait for this, and nothing that nobody can lift. */
export const waitsFor = (reason: OutboxReason): RawBuilder<boolean> =>
  sql`(${waiting_records} and r.holds @> ${JSON.stringify([{ reason }])}::jsonb)`

/** A debtor in the outbox. What is sent is decided for a debtor as a whole, so that is also how it is let go. */
export type WaitingDebtor = {
  debtor_id: string
  debtor_name: string
  debtor_number: string
  /** The highest step of those that wait, which gives the letter its text. */
  step: Step
  reasons: OutboxReason[]
  records: number
  amounts: { currency_code: string; amount: string }[]
  oldest_due_date: Day | null
  credit_case_number: string | null
}

type Row = Omit<WaitingDebtor, 'step' | 'reasons'> & { steps: Step[]; held: Hold[][] }
export type Asked = { administration_id: string; reason: OutboxReason | null; after: string | null }

/** The debtors of a page, and one more, in the order of the index. */
export const waitingDebtors = ({ administration_id, reason, after }: Asked): RawBuilder<unknown> => sql`
  select r.debtor_id from agenda_records r
  where r.administration_id = ${administration_id}::bigint
    and ${reason === null ? waiting_records : waitsFor(reason)}
    and r.debtor_id > ${after ?? '0'}::bigint
  group by r.debtor_id order by r.debtor_id limit ${outbox_page_size + 1}::integer`

/** The same with what waits for each of them. */
export async function readWaiting(db: Kysely<Tables>, asked: Asked): Promise<WaitingDebtor[]> {
  const { administration_id } = asked
  const { rows } = await sql<Row>`
    with debtors_waiting as materialized (${waitingDebtors(asked)}), waiting as (
      select r.debtor_id, r.step, r.holds, i.due_date, c.credit_case_number,
             coalesce(i.currency_code, c.currency_code) as currency_code,
             coalesce(i.open_amount + i.administration_costs_open + i.interest_costs_open
                        + i.debt_collection_costs_open, c.open_amount) as amount
      from debtors_waiting w
      join agenda_records r on r.administration_id = ${administration_id}::bigint and r.debtor_id = w.debtor_id
      left join invoices i on i.administration_id = ${administration_id}::bigint and i.id = r.invoice_id
      left join credit_cases c on c.administration_id = ${administration_id}::bigint and c.id = r.credit_case_id
      where ${waiting_records}
    ), sums as (
      select debtor_id, currency_code, sum(amount)::numeric(18,2)::text as amount from waiting group by 1, 2
    )
    select d.id::text as debtor_id, d.name as debtor_name, d.debtor_number, of_debtor.*,
           (select jsonb_agg(jsonb_build_object('currency_code', s.currency_code, 'amount', s.amount)
                             order by s.currency_code)
            from sums s where s.debtor_id = d.id) as amounts
    from debtors d
    join lateral (
      select array_agg(distinct x.step) as steps, jsonb_agg(x.holds) as held, count(*)::integer as records,
             min(x.due_date)::text as oldest_due_date, min(x.credit_case_number) as credit_case_number
      from waiting x where x.debtor_id = d.id) of_debtor on of_debtor.records > 0
    where d.administration_id = ${administration_id}::bigint and d.id in (select debtor_id from debtors_waiting)
    order by d.id`.execute(db)
  return rows.map(({ steps, held, ...row }) => ({ ...row, step: highestStep(steps), reasons: reasonsIn(held.flat()) }))
}

/** The one that gives a letter its text. */
export const highestStep = (steps: readonly Step[]): Step =>
  steps.reduce((one, other) => ((all_steps[other].rank ?? 0) > (all_steps[one].rank ?? 0) ? other : one))

const reasonsIn = (holds: readonly Hold[]): OutboxReason[] =>
  outbox_reasons.filter((reason) => holds.some((one) => one.reason === reason))

/** How many debtors wait for each reason, and in all; beyond `most` nobody counts. */
export async function countWaiting(
  db: Kysely<Tables>,
  administration_id: string,
  most: number,
): Promise<Record<OutboxReason | 'all', number>> {
  const counts = ([...outbox_reasons, 'all'] as const).map(
    (name) => sql`(
      select count(*)::integer from (
        select r.debtor_id from agenda_records r
        where r.administration_id = ${administration_id}::bigint
          and ${name === 'all' ? waiting_records : waitsFor(name)}
        group by r.debtor_id limit ${most}::integer) one) as ${sql.ref(name)}`,
  )
  const { rows } = await sql<Record<OutboxReason | 'all', number>>`select ${sql.join(counts)}`.execute(db)
  return rows[0] ?? { approval: 0, cap: 0, surge: 0, stopped: 0, all: 0 }
}

/** A step that comes by itself in the next days. */
export type ComingStep = {
  id: string
  day: Day
  step: Step
  debtor_id: string
  debtor_name: string
  invoice_id: string | null
  invoice_number: string | null
  credit_case_id: string | null
  credit_case_number: string | null
  amount: string
  currency_code: string
}

/** The rows of a page of steps from today on, by their day, and one more. */
export async function readComing(
  db: Kysely<Tables>,
  {
    administration_id,
    today,
    after,
  }: { administration_id: string; today: Day; after: { value: string; id: string } | null },
): Promise<(ComingStep & { place: string })[]> {
  const { rows } = await sql<ComingStep & { place: string }>`
    select r.id::text, r.day::text, r.day::text as place, r.step, d.id::text as debtor_id, d.name as debtor_name,
           i.id::text as invoice_id, i.invoice_number, c.id::text as credit_case_id, c.credit_case_number,
           coalesce(i.open_amount, c.open_amount)::text as amount,
           coalesce(i.currency_code, c.currency_code) as currency_code
    from (
      select * from agenda_records
      where administration_id = ${administration_id}::bigint and day is not null and step is not null
        and day between ${today}::date and ${addDays(today, coming_days)}::date
        ${after === null ? sql`` : sql`and (day, id) > (${after.value}::date, ${after.id}::bigint)`}
      order by day, id limit ${outbox_page_size + 1}::integer) r
    join debtors d on d.administration_id = ${administration_id}::bigint and d.id = r.debtor_id
    left join invoices i on i.administration_id = ${administration_id}::bigint and i.id = r.invoice_id
    left join credit_cases c on c.administration_id = ${administration_id}::bigint and c.id = r.credit_case_id
    order by r.day, r.id`.execute(db)
  return rows
}
