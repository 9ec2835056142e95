import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { addDays, type Day, monthBegin } from '../domain/days.ts'
import { labelsFor, type Segment, type SegmentFilter, segmentOf, withinSegments } from './segments.ts'

/** What was open on a day, credit notes taken off, and what of it was not due yet. */
export type Position = { segment: string | null; day: Day; balance: string; not_due: string }
export type Sold = { segment: string | null; day: Day; sales: string }

/** Sales are compared with what is open over so many days. */
export const sales_days = 90

type Wanted = {
  /** Oldest first. */
  days: readonly Day[]
  by: Segment | null
}

/**
 * What was open at the end of each of some days. Everything that is open, and everything that was paid since, is looked
 * at once: it counts on the days from its invoice to its payment, and days are told apart by their place in the list.
 */
export async function positionsOn(
  db: Kysely<Tables>,
  filter: SegmentFilter,
  { days, by }: Wanted,
): Promise<Position[]> {
  const { administration_id, today } = filter
  const list = sql`${[...days]}::date[]`
  const { rows } = await sql<Position>`
    with moved as (
      select o.id as invoice_id, 'infinity'::date as until, o.open_amount as amount from invoices o
      where o.administration_id = ${administration_id}::bigint and o.open_amount <> 0
      union all
      select p.invoice_id, least(p.payment_date, ${today}::date), sum(p.total_amount) from payments p
      where p.administration_id = ${administration_id}::bigint and p.cost_type = 'principal'
        and p.payment_date > ${days[0] ?? today}::date
      group by 1, 2
    ), counted as (
      select ${by === null ? sql`null::text` : segmentOf[by]} as segment,
             width_bucket(i.invoice_date - 1, ${list}) as first, width_bucket(m.until - 1, ${list}) as after_last,
             width_bucket(i.due_date, ${list}) as overdue_from, sum(m.amount) as amount
      from moved m
      join invoices i on i.administration_id = ${administration_id}::bigint and i.id = m.invoice_id
      join debtors d on d.administration_id = ${administration_id}::bigint and d.id = i.debtor_id
      ${labelsFor(filter.administration_id, by)}
      where true ${withinSegments(filter)}
      group by 1, 2, 3, 4
    )
    select c.segment, on_day.day::text,
           sum(c.amount)::numeric(18,2)::text as balance,
           coalesce(sum(c.amount) filter (where c.overdue_from >= on_day.place), 0)::numeric(18,2)::text as not_due
    from unnest(${list}) with ordinality as on_day (day, place)
    join counted c on c.first < on_day.place and c.after_last >= on_day.place
    group by 1, 2`.execute(db)
  return rows
}

/**
 * What was sold, credit notes taken off: in the last days before each of some days, and month by month. A month that is
 * not over ends with the last of the days.
 */
export async function salesBefore(
  db: Kysely<Tables>,
  filter: SegmentFilter,
  { days, by, from }: Wanted & { from: Day },
): Promise<{ last_days: Sold[]; months: Sold[] }> {
  const { administration_id } = filter
  const last = days.at(-1) ?? filter.today
  const { rows } = await sql<Sold & { kind: 'last_days' | 'month' }>`
    with daily as (
      select ${by === null ? sql`null::text` : segmentOf[by]} as segment, i.invoice_date as day,
             sum(i.total_amount) as amount
      from invoices i
      join debtors d on d.administration_id = ${administration_id}::bigint and d.id = i.debtor_id
      ${labelsFor(filter.administration_id, by)}
      where i.administration_id = ${administration_id}::bigint ${withinSegments(filter)}
        and i.invoice_date >= ${from}::date and i.invoice_date <= ${last}::date
      group by 1, 2
    )
    select 'last_days' as kind, segment, on_day.day::text, sum(amount)::numeric(18,2)::text as sales
    from unnest(${[...days]}::date[]) as on_day (day)
    join daily on daily.day <= on_day.day and daily.day > on_day.day - ${sales_days}::integer
    group by segment, on_day.day
    union all
    select 'month', segment, date_trunc('month', day)::date::text, sum(amount)::numeric(18,2)::text
    from daily group by segment, date_trunc('month', day)`.execute(db)
  const of = (wanted: 'last_days' | 'month'): Sold[] =>
    rows.filter(({ kind }) => kind === wanted).map(({ kind: _, ...sold }) => sold)
  return { last_days: of('last_days'), months: of('month') }
}

/** A day and the ends of so many months before it, oldest first. */
export function monthEnds(day: Day, count: number): Day[] {
  const ends: Day[] = [day]
  while (ends.length < count) ends.unshift(addDays(monthBegin(ends[0] ?? day), -1))
  return ends
}
