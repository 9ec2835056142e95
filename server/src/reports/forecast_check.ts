import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { addDays, type Day } from '../domain/days.ts'
import { amountText, cents, quotient, sumOf } from '../domain/money.ts'
import { kin_of_debtor, usualDelays } from './behaviour.ts'
import { mondayOf, weeks_ahead } from './forecast.ts'
import { openOn } from './open_on.ts'
import { type SegmentFilter, withinSegments } from './segments.ts'

export type CheckedForecast = {
  day: Day
  said: string
  came: string
  weeks: { week: Day; said: string; came: string }[]
  /** Between which parts of what was said most weeks came in, in per cent, and how many of how many did. */
  low: number | null
  high: number | null
  between: number
  of: number
}

/** From fewer weeks than this nothing is learned. */
const weeks_least = 8
/** Of so many weeks the best and the worst one are left out, on either side. */
const left_out_of = 10

/**
 * How good the forecast is: what it would have said thirteen weeks ago, against what came in since. It knows what was
 * open on that day and how everybody had paid until then. What had been agreed by then is not known any more, so it
 * stands on behaviour alone; and it is about the invoices of that day, as the forecast is about those of today.
 */
export async function checkForecast(db: Kysely<Tables>, filter: SegmentFilter): Promise<CheckedForecast> {
  const { administration_id, today } = filter
  const day = addDays(mondayOf(today), -7 * weeks_ahead)
  const { rows } = await sql<{ place: number; said: string; came: string }>`
    with open_then as materialized (
      select i.id, i.debtor_id, i.due_date, ${day}::date - i.due_date as late, i.open_then as amount,
             ${kin_of_debtor} as kin
      from (${openOn(filter, day)}) i
      join debtors d on d.administration_id = ${administration_id}::bigint and d.id = i.debtor_id
      where i.open_then > 0 ${withinSegments(filter)}
    ), waiting as (
      select debtor_id, kin, late from open_then
    ), ${usualDelays({ administration_id, today: day })}, said as (
      select (o.due_date + u.delay - ${day}::date) / 7 as place, sum(o.amount) as amount
      from open_then o join usual u on u.debtor_id = o.debtor_id and u.late = o.late
      group by 1
    ), came as (
      select (p.payment_date - ${day}::date) / 7 as place, sum(p.total_amount) as amount
      from payments p join open_then o on o.id = p.invoice_id
      where p.administration_id = ${administration_id}::bigint and p.cost_type = 'principal'
        and p.payment_date > ${day}::date
      group by 1
    )
    select place::integer, coalesce(said.amount, 0)::numeric(18,2)::text as said,
           coalesce(came.amount, 0)::numeric(18,2)::text as came
    from said full join came using (place)
    where place >= 0 and place < ${weeks_ahead}::integer`.execute(db)
  const weeks = Array.from({ length: weeks_ahead }, (_, place) => {
    const { said = '0.00', came = '0.00' } = rows.find((row) => row.place === place) ?? {}
    return { week: addDays(day, 7 * place), said, came }
  })
  const sum = (of: 'said' | 'came'): string => amountText(sumOf(weeks.map((week) => cents(week[of]))))
  return { day, said: sum('said'), came: sum('came'), weeks, ...rangeOf(weeks) }
}

/** What most weeks brought of what was said, without the few that were best and worst. */
function rangeOf(weeks: CheckedForecast['weeks']): Pick<CheckedForecast, 'low' | 'high' | 'between' | 'of'> {
  const parts = weeks
    .filter(({ said }) => cents(said) > 0n)
    .map(({ said, came }) => Number(quotient(100n * cents(came), cents(said))))
    .sort((one, other) => one - other)
  const of = parts.length
  if (of < weeks_least) return { low: null, high: null, between: 0, of }
  const left_out = Math.max(1, Math.round(of / left_out_of))
  return { low: parts[left_out] ?? null, high: parts[of - 1 - left_out] ?? null, between: of - 2 * left_out, of }
}
