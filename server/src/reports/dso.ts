import { addDays, type Day, daysBetween } from '../domain/days.ts'
import { quotient } from '../domain/money.ts'

/** One month of sales, newest first: its first day, the last one that counts, and what was sold. */
export type MonthOfSales = { from: Day; to: Day; sales: bigint }

/** A month that was taken off, and how many tenths of days it stands for. */
export type CountedMonth = MonthOfSales & { taken: bigint; tenths: bigint }

export type CountBack = {
  /** In tenths of days; null while something is left after the last month that is known. */
  tenths: bigint | null
  months: CountedMonth[]
}

/** What is open for each unit sold in a number of days, times these days: in tenths of days, null without sales. */
export function daysOfSales(open: bigint, sales: bigint, days: number): bigint | null {
  if (sales <= 0n) return null
  return open <= 0n ? 0n : quotient(open * BigInt(days) * 10n, sales)
}

/**
 * What is open, taken off the sales month by month, newest first, until nothing is left: the days of these months, and
 * of the last one as many as the share of it that was needed. A month with more credit than sales takes nothing off.
 */
export function countBack(open: bigint, months: readonly MonthOfSales[]): CountBack {
  const counted: CountedMonth[] = []
  let left = open
  for (const month of months) {
    if (left <= 0n) break
    const days = BigInt(daysBetween(month.from, addDays(month.to, 1)))
    const sold = month.sales > 0n ? month.sales : 0n
    const taken = sold < left ? sold : left
    const tenths = taken < left || taken === sold ? days * 10n : quotient(taken * days * 10n, sold)
    counted.push({ ...month, taken, tenths })
    left -= taken
  }
  if (left > 0n) return { tenths: null, months: counted }
  return { tenths: counted.reduce((sum, { tenths }) => sum + tenths, 0n), months: counted }
}

/** What a month began with, was sold in it, and was left at its end, in all and of what was not due yet. */
export type MonthOfCollecting = { opening: bigint; sales: bigint; closing: bigint; closing_not_due: bigint }

/** Of all that could be collected in a month, how much was: in tenths of per cent, null when nothing could be. */
export function effectiveness({ opening, sales, closing, closing_not_due }: MonthOfCollecting): bigint | null {
  const collectable = opening + sales - closing_not_due
  return collectable <= 0n ? null : quotient((opening + sales - closing) * 1000n, collectable)
}
