import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { addDays, type Day, weekdayOf } from '../domain/days.ts'
import { amountText, cents, sumOf } from '../domain/money.ts'
import { agreedParts } from './agreed.ts'
import { kin_of_debtor, usualDelays } from './behaviour.ts'
import { type SegmentFilter, withinSegments } from './segments.ts'

export const weeks_ahead = 13

/** Why something is expected on its day, the surest first. */
export const grounds = ['promise', 'plan', 'own', 'kin', 'all'] as const
export type Ground = (typeof grounds)[number]

/** What is open and in none of the weeks. */
export const aparts = ['later', 'disputed', 'case', 'beyond'] as const
export type Apart = (typeof aparts)[number]

export type ByGround = Record<Ground, string>
export type Forecast = {
  weeks: (ByGround & { week: Day; invoices: number; amount: string; sum: string })[]
  grounds: { ground: Ground; amount: string }[]
  aparts: { apart: Apart; invoices: number; amount: string }[]
  open_amount: string
}

/** The Monday of the week of a day. */
export const mondayOf = (day: Day): Day => addDays(day, 1 - weekdayOf(day))

/**
 * Every open invoice, in as many parts as are expected on their own (`parts`: invoice_id, ground, day, amount, week).
 * The week is the number of weeks from this one, or the reason why it is in none.
 */
export function expectedParts(filter: SegmentFilter): RawBuilder<unknown> {
  const { administration_id, today } = filter
  return sql`
    with chosen as materialized (
      select i.id, i.debtor_id, i.due_date, i.open_amount, i.active_credit_case_id is not null as in_case,
             ${kin_of_debtor} as kin
      from invoices i
      join debtors d on d.administration_id = ${administration_id}::bigint and d.id = i.debtor_id
      where i.administration_id = ${administration_id}::bigint and i.open_amount > 0 ${withinSegments(filter)}
    ), ${agreedParts(filter)}, left_over as materialized (
      select c.id, c.debtor_id, c.kin, c.due_date, ${today}::date - c.due_date as late,
             c.open_amount - coalesce(a.amount, 0) as amount,
             case when x.invoice_id is not null then 'disputed' when c.in_case then 'case' end as apart
      from chosen c
      left join (select invoice_id, sum(amount) as amount from agreed group by 1) a on a.invoice_id = c.id
      left join disputed x on x.invoice_id = c.id
      where c.open_amount > coalesce(a.amount, 0)
    ), waiting as (
      select debtor_id, kin, late from left_over where apart is null
    ), ${usualDelays(filter)}, expected as (
      select a.invoice_id, a.ground, a.day, a.amount, null::text as apart
      from agreed a join chosen c on c.id = a.invoice_id
      union all
      select r.id, case when r.apart is null then u.ground end, case when r.apart is null then r.due_date + u.delay end,
             r.amount, coalesce(r.apart, case when u.delay is null then 'beyond' end)
      from left_over r left join usual u on u.debtor_id = r.debtor_id and u.late = r.late
    ), parts as (
      select invoice_id, ground, day, amount,
             coalesce(apart, case when day < ${mondayOf(today)}::date + 7 * ${weeks_ahead}::integer
                                  then ((day - ${mondayOf(today)}::date) / 7)::text else 'later' end) as week
      from expected
    )`
}

type Summed = { week: string; ground: Ground | null; invoices: number; amount: string }

/** What is expected to come in, week by week, and on what ground; what is expected in none of them stands apart. */
export async function forecast(db: Kysely<Tables>, filter: SegmentFilter): Promise<Forecast> {
  const { rows } = await sql<Summed>`
    ${expectedParts(filter)}
    select week, ground, count(distinct invoice_id)::integer as invoices, sum(amount)::numeric(18,2)::text as amount
    from parts group by grouping sets ((week, ground), (week))`.execute(db)
  const amountOf = (of: (row: Summed) => boolean): string =>
    amountText(sumOf(rows.filter(of).map(({ amount }) => cents(amount))))
  const whole = new Map<string, Summed>()
  // The row of a whole week has no ground; of what is apart, so has its only part, and both say the same.
  for (const row of rows) if (row.ground === null) whole.set(row.week, row)
  let sum = 0n
  const weeks = Array.from({ length: weeks_ahead }, (_, place) => {
    const { invoices = 0, amount = '0.00' } = whole.get(String(place)) ?? {}
    sum += cents(amount)
    const by = (ground: Ground): string => amountOf((row) => row.week === String(place) && row.ground === ground)
    return {
      ...{ week: addDays(mondayOf(filter.today), 7 * place), invoices, amount, sum: amountText(sum) },
      ...{ promise: by('promise'), plan: by('plan'), own: by('own'), kin: by('kin'), all: by('all') },
    }
  })
  return {
    weeks,
    grounds: grounds.map((ground) => ({
      ground,
      amount: amountOf((row) => row.ground === ground && row.week !== 'later'),
    })),
    aparts: aparts.map((apart) => {
      const { invoices = 0, amount = '0.00' } = whole.get(apart) ?? {}
      return { apart, invoices, amount }
    }),
    open_amount: amountText(sumOf([...whole.values()].map(({ amount }) => cents(amount)))),
  }
}
