import { type RawBuilder, sql } from 'kysely'
import type { Day } from '../domain/days.ts'
import { segmentOf } from './segments.ts'

/** What was paid longer ago says little about today. */
const days_back = 730
/** Fewer than this are chance. */
const paid_least = 3

/** Debtors of the same country and kind, by their row `d`. */
export const kin_of_debtor = sql`coalesce(${segmentOf.country}, '') || ' ' || coalesce(d.is_company::text, '')`

/**
 * When invoices are paid about which nothing is agreed, as statements of a `with` behind one that is called `waiting`
 * (debtor_id, kin, late: the days since the due date, below zero before it). `usual` says for each of them after how
 * many days it is expected, and why: the median delay of the debtor's own paid invoices, else of those of debtors of
 * the same country and kind, else of all. Only paid ones count that took at least as long as this one already has, so
 * nothing is expected in the past, and whoever is late is not taken for somebody who pays in time. Where fewer than
 * three took that long, there is no answer.
 */
export function usualDelays({
  administration_id,
  today,
}: {
  administration_id: string
  today: Day
}): RawBuilder<unknown> {
  const here = sql`${administration_id}::bigint`
  return sql`
    kinds as materialized (select distinct debtor_id, kin, late from waiting),
    paid as materialized (
      select debtor_id, payment_date - due_date as delay, count(*) as invoices
      from invoices
      where administration_id = ${here} and open_amount = 0 and book_total_amount > 0
        and payment_date > ${today}::date - ${days_back}::integer and payment_date <= ${today}::date
      group by 1, 2
    ), own as (
      select k.debtor_id, k.late, ${median} as delay
      from kinds k join paid h on h.debtor_id = k.debtor_id and h.delay >= k.late
      cross join lateral generate_series(1, h.invoices)
      group by 1, 2 having count(*) >= ${paid_least}::integer
    ), of_kin as materialized (
      select ${kin_of_debtor} as kin, paid.delay, sum(paid.invoices) as invoices
      from paid join debtors d on d.administration_id = ${here} and d.id = paid.debtor_id
      group by 1, 2
    ), kin_known as (
      select kin, delay, invoices, sum(invoices) over (partition by kin order by delay) as until,
             sum(invoices) over (partition by kin) as every
      from of_kin
    ), kin_late as (
      select k.kin, k.late, max(h.every) as every, coalesce(max(h.until) filter (where h.delay < k.late), 0) as sooner
      from (select distinct kin, late from kinds) k join kin_known h on h.kin = k.kin
      group by 1, 2
    ), kin_usual as (
      select k.kin, k.late, min(h.delay) as delay
      from kin_late k join kin_known h on h.kin = k.kin and h.until >= k.sooner + ceil((k.every - k.sooner) / 2.0)
      where k.every - k.sooner >= ${paid_least}::integer
      group by 1, 2
    ), all_known as (
      select delay, sum(sum(invoices)) over (order by delay) as until, sum(sum(invoices)) over () as every
      from of_kin group by delay
    ), all_late as (
      select k.late, max(h.every) as every, coalesce(max(h.until) filter (where h.delay < k.late), 0) as sooner
      from (select distinct late from kinds) k cross join all_known h
      group by 1
    ), all_usual as (
      select k.late, min(h.delay) as delay
      from all_late k join all_known h on h.until >= k.sooner + ceil((k.every - k.sooner) / 2.0)
      where k.every - k.sooner >= ${paid_least}::integer
      group by 1
    ), usual as (
      select k.debtor_id, k.late, coalesce(own.delay, kin_usual.delay, all_usual.delay) as delay,
             case when own.delay is not null then 'own' when kin_usual.delay is not null then 'kin'
                  when all_usual.delay is not null then 'all' end as ground
      from kinds k
      left join own on own.debtor_id = k.debtor_id and own.late = k.late
      left join kin_usual on kin_usual.kin = k.kin and kin_usual.late = k.late
      left join all_usual on all_usual.late = k.late
    )`
}

const median = sql`percentile_disc(0.5) within group (order by h.delay)`
