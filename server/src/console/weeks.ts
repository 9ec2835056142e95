import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { Day } from '../domain/days.ts'

const weeks_before = 6
const weeks_after = 5

export type Week = { week: string; paid: string | null; expected: string | null }

/**
 * What came in week by week, and what is still to come by the due dates of what is open. Both read an index: the days
 * of a few weeks, and what is open.
 */
export async function byWeek(
  db: Kysely<Tables>,
  { administration_id, today }: { administration_id: string; today: Day },
): Promise<Week[]> {
  const { rows } = await sql<Week>`
    with days as (select ${today}::date as today, date_trunc('week', ${today}::date)::date as monday),
    weeks as (
      select monday + 7 * away as week, away
      from days, generate_series(${-weeks_before}::integer, ${weeks_after}::integer) away
    ), came as (
      select p.payment_date as day, sum(p.total_book_amount) as paid
      from payments p, days
      where p.administration_id = ${administration_id}::bigint and p.cost_type = 'principal'
        and coalesce(p.transaction_type, 'payment') in ('payment', 'reversal')
        and p.payment_date >= monday - ${7 * weeks_before}::integer and p.payment_date < monday + 7
      group by 1
    ), due as (
      select i.due_date as day, sum(i.book_open_amount) as expected
      from invoices i, days
      where i.administration_id = ${administration_id}::bigint and i.open_amount > 0
        and i.due_date >= today and i.due_date < monday + 7 * (${weeks_after}::integer + 1)
      group by 1
    )
    select weeks.week::text,
           case when away <= 0 then (select coalesce(sum(paid), 0)::numeric(18,2)::text from came
                                     where day >= week and day < week + 7) end as paid,
           case when away >= 0 then (select coalesce(sum(expected), 0)::numeric(18,2)::text from due
                                     where day >= week and day < week + 7) end as expected
    from weeks order by week`.execute(db)
  return rows
}
