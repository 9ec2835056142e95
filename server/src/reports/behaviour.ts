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
      select debtor_id, payment_date - due_date as delay
      from invoices
      where administration_id = ${here} and open_amount = 0 and book_total_amount > 0
        and payment_date > ${today}::date - ${days_back}::integer and payment_date <= ${today}::date
    ), own_paid as (
      select debtor_id, array_agg(delay order by delay) as delays from paid
      where debtor_id in (select debtor_id from kinds) group by 1
    ), kin_paid as (
      select ${kin_of_debtor} as kin, array_agg(paid.delay order by paid.delay) as delays
      from paid join debtors d on d.administration_id = ${here} and d.id = paid.debtor_id
      group by 1
    ), all_paid as (
      select array_agg(delay order by delay) as delays from paid
    ), kin_usual as materialized (
      select k.kin, k.late, ${usual} as delay
      from (select distinct kin, late from kinds) k join kin_paid p on p.kin = k.kin
    ), all_usual as materialized (
      select k.late, ${usual} as delay from (select distinct late from kinds) k cross join all_paid p
    ), answers as (
      select k.debtor_id, k.late, 1 as rank, 'own' as ground, ${usual} as delay
      from kinds k join own_paid p on p.debtor_id = k.debtor_id
      union all
      select k.debtor_id, k.late, 2, 'kin', u.delay from kinds k join kin_usual u on u.kin = k.kin and u.late = k.late
      union all
      select k.debtor_id, k.late, 3, 'all', u.delay from kinds k join all_usual u on u.late = k.late
    ), usual as materialized (
      select distinct on (debtor_id, late) debtor_id, late, ground, delay
      from answers where delay is not null order by debtor_id, late, rank
    )`
}

/** How many of the delays `p.delays`, which are in order, are shorter than the one that `k` already has. */
const shorter = sql`width_bucket(k.late - 1, p.delays)`
/** The middle one of the others; empty where these are too few. */
const usual = sql`case when cardinality(p.delays) - ${shorter} >= ${sql.lit(paid_least)}
  then p.delays[${shorter} + (cardinality(p.delays) - ${shorter} + 1) / 2] end`
