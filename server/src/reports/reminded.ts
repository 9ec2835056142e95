import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { type Day, monthBegin } from '../domain/days.ts'
import { type SegmentFilter, withinSegments } from './segments.ts'

/** Invoices for which it was settled in a month what the first reminder did, and those of them that were paid by it. */
export type Reminded = { reminded: number; paid_before_second: number }

/**
 * What first reminders did, by the month in which it was settled: an invoice was paid in full, or a second reminder
 * went out, whichever came first. A payment of the day of that reminder was under way before anybody read it, so it
 * counts as the first. What was paid before the first reminder went out does not count, nor what is still open without
 * a second one.
 */
export async function remindedByMonth(
  db: Kysely<Tables>,
  filter: SegmentFilter,
  { from, to }: { from: Day; to: Day },
): Promise<(day: Day) => Reminded> {
  const here = sql`${filter.administration_id}::bigint`
  const { rows } = await sql<Reminded & { month: Day }>`
    select date_trunc('month', settled_on)::date::text as month, count(*)::integer as reminded,
           count(*) filter (where paid_on = settled_on)::integer as paid_before_second
    from (
      select i.payment_date as paid_on, (i.reminder_1_at at time zone a.timezone)::date as first_on,
             least(i.payment_date, (i.reminder_2_at at time zone a.timezone)::date) as settled_on
      from invoices i
      join administrations a on a.id = ${here}
      join debtors d on d.administration_id = ${here} and d.id = i.debtor_id
      where i.administration_id = ${here} and i.reminder_1_at is not null and i.total_amount > 0
        ${withinSegments(filter)}
    ) i
    where settled_on between ${from}::date and ${to}::date and settled_on >= first_on
    group by 1`.execute(db)
  const of = new Map(rows.map(({ month, ...counts }) => [month, counts]))
  return (day) => of.get(monthBegin(day)) ?? { reminded: 0, paid_before_second: 0 }
}
