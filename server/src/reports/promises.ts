import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { addMonths, type Day, monthBegin, monthEnd } from '../domain/days.ts'
import { type SegmentFilter, withinSegments } from './segments.ts'

const months_shown = 12

/** What became of a promise. One that was kept after its day was kept late. */
export const outcomes = ['kept', 'kept_late', 'broken', 'withdrawn', 'open'] as const
export type Outcome = (typeof outcomes)[number]

type Count = { promises: number; amount: string }
export type PromiseMonth = { month: Day; made: Count } & Record<Outcome, Count>

export type ListedPromise = {
  id: string
  debtor_id: string
  debtor_name: string
  amount: string
  currency_code: string
  made_on: string
  promised_on: string
  outcome: Outcome
  paid_on: string | null
  place: string
}

/** The months that are reported: that of a day, and those before it. */
const firstMonth = (day: Day): Day => addMonths(monthBegin(day), 1 - months_shown)

/** Promises by the month of the day that was promised, oldest first. */
export async function promisesByMonth(db: Kysely<Tables>, filter: SegmentFilter, day: Day): Promise<PromiseMonth[]> {
  const { rows } = await sql<{ month: Day; outcome: Outcome; promises: number; amount: string }>`
    select date_trunc('month', promised_on)::date::text as month, outcome, count(*)::integer as promises,
           sum(amount)::numeric(18,2)::text as amount
    from (${promisesOf(filter, firstMonth(day), monthEnd(day))}) p group by 1, 2
    union all
    select date_trunc('month', promised_on)::date::text, 'made', count(*)::integer, sum(amount)::numeric(18,2)::text
    from (${promisesOf(filter, firstMonth(day), monthEnd(day))}) p group by 1`.execute(db)
  return Array.from({ length: months_shown }, (_, place) => {
    const month = addMonths(firstMonth(day), place)
    const count = (outcome: Outcome | 'made'): Count => {
      const found = rows.find((row) => row.month === month && row.outcome === outcome)
      return { promises: found?.promises ?? 0, amount: found?.amount ?? '0.00' }
    }
    const ended = { withdrawn: count('withdrawn'), open: count('open') }
    return {
      ...{ month, made: count('made'), kept: count('kept'), kept_late: count('kept_late'), broken: count('broken') },
      ...ended,
    }
  })
}

/** The promises of one month, by their day, after a place in the list. */
export async function promisesIn(
  db: Kysely<Tables>,
  filter: SegmentFilter,
  {
    month,
    outcome,
    after,
    limit,
  }: { month: Day; outcome: Outcome | null; after: { value: string; id: string } | null; limit: number },
): Promise<ListedPromise[]> {
  const { rows } = await sql<ListedPromise>`
    select p.id, p.debtor_id::text, p.debtor_name, p.amount::text, p.currency_code, p.made_on::text,
           p.promised_on::text, p.outcome, p.paid_on::text, p.promised_on::text as place
    from (${promisesOf(filter, month, monthEnd(month))}) p
    where true ${outcome === null ? sql`` : sql`and p.outcome = ${outcome}::text`}
      ${after === null ? sql`` : sql`and (p.promised_on, p.id) > (${after.value}::date, ${after.id}::bigint)`}
    order by p.promised_on, p.id limit ${limit}::integer`.execute(db)
  return rows
}

/**
 * Promises for some days, and what became of them. A promise is about invoices, and belongs where one of them does. It
 * was kept on the day of the last payment that was entered for it, whenever the books heard of that.
 */
function promisesOf(filter: SegmentFilter, from: Day, to: Day): RawBuilder<unknown> {
  const here = sql`${filter.administration_id}::bigint`
  return sql`
    select p.id, p.debtor_id, p.debtor_name, p.amount, p.currency_code, p.made_on, p.promised_on,
           case when p.status = 'kept' then p.paid_on end as paid_on,
           case when p.status = 'kept' and p.paid_on > p.promised_on then 'kept_late' else p.status end as outcome
    from (
      select p.id, p.debtor_id, d.name as debtor_name, p.amount, p.currency_code, p.promised_on, p.status,
             (p.created_at at time zone a.timezone)::date as made_on,
             coalesce(came.day, (p.ended_at at time zone a.timezone)::date) as paid_on
      from promises p
      join administrations a on a.id = ${here}
      join debtors d on d.administration_id = ${here} and d.id = p.debtor_id
      left join lateral (
        select max(y.payment_date) as day
        from promise_invoices x
        join payments y on y.administration_id = ${here} and y.invoice_id = x.invoice_id
          and y.total_amount > 0 and y.created_at > p.created_at and y.created_at <= p.ended_at
        where p.status = 'kept' and x.administration_id = ${here} and x.promise_id = p.id
      ) came on true
      where p.administration_id = ${here} and p.promised_on between ${from}::date and ${to}::date
        and p.currency_code = ${filter.currency_code}::text
        and exists (
          select from promise_invoices x
          join invoices i on i.administration_id = ${here} and i.id = x.invoice_id
          where x.administration_id = ${here} and x.promise_id = p.id ${withinSegments(filter)})
    ) p`
}
