import { addDays, type Day, first_day, last_day } from '../domain/days.ts'
import { fixed, quotient } from '../domain/money.ts'
import type { Source } from './sources.ts'
import type { RuleCode } from './words/en.ts'

/** A yearly rate in millionths of a percent, the first and the last day on which it holds, and where it stands. */
export type Rate = { from: Day; to: Day; rate: bigint; source: Source }

/** Rates in the order of their days. Each holds until the next; the last one until its half-year ends. */
export type Series = { rule: RuleCode; rates: readonly Rate[]; known_until: Day }

const places = 6
/** A base in cents times a rate times days, divided by this, is interest in cents. */
export const interest_divisor = 365n * 100n * 10n ** BigInt(places)

export const rateOf = (percent: string): bigint => fixed(percent, places)

/** A rate as people write it, with at least two decimals: `10.15`. */
export function rateText(rate: bigint): string {
  const digits = String(rate < 0n ? -rate : rate).padStart(places + 1, '0')
  const fraction = digits.slice(-places).replace(/0{1,4}$/, '')
  return `${rate < 0n ? '-' : ''}${digits.slice(0, -places)}.${fraction}`
}

/** Days are written `2026-07` where a rate holds from the first of a month. */
type When = `${number}-${number}` | Day

/** A table of one line a rate: from when, how much, and where it stands if not where the others do. */
export function series(
  rule: RuleCode,
  source: Source,
  lines: readonly (readonly [from: When, percent: string, source?: Source])[],
): Series {
  const rates = lines.map(([from, percent, own = source]) => ({
    from: (from.length === 7 ? `${from}-01` : from) as Day, // A month or a day of the table.
    ...{ rate: rateOf(percent), source: own },
  }))
  return seriesOf(rule, rates, halfYearEnd(rates.at(-1)?.from ?? last_day))
}

const seriesOf = (rule: RuleCode, rates: readonly Omit<Rate, 'to'>[], known_until: Day): Series => ({
  ...{ rule, known_until },
  rates: rates.map((rate, index) => {
    const following = rates[index + 1]
    return { ...rate, to: following ? addDays(following.from, -1) : known_until }
  }),
})

/** The same days, with so many points more. */
export const plus = (base: Series, rule: RuleCode, points: string): Series => ({
  ...{ rule, known_until: base.known_until },
  rates: base.rates.map((one) => ({ ...one, rate: one.rate + rateOf(points) })),
})

/** One series up to the day before, another from that day on. */
export const joined = (before: Series, day: Day, after: Series): Series =>
  seriesOf(
    after.rule,
    [
      ...before.rates.filter(({ from }) => from < day),
      ...after.rates.filter(({ to }) => to >= day).map((rate) => (rate.from < day ? { ...rate, from: day } : rate)),
    ],
    after.known_until,
  )

/** One rate for the whole of a debt's life. */
export const constant = (rule: RuleCode, rate: bigint, source: Source): Series =>
  seriesOf(rule, [{ from: first_day, rate, source }], last_day)

/** The rate that holds on a day; null where none is known. */
export function rateOn({ rates, known_until }: Series, day: Day): Rate | null {
  if (day > known_until) return null
  return rates.findLast(({ from }) => from <= day) ?? null
}

export const inCents = (numerator: bigint): bigint => quotient(numerator, interest_divisor)

function halfYearEnd(day: Day): Day {
  const year = day.slice(0, 4)
  return (day.slice(5, 7) <= '06' ? `${year}-06-30` : `${year}-12-31`) as Day // Two days of a year of four digits.
}
