import type { Kysely } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { addDays, addMonths, type Day, monthBegin, monthEnd } from '../domain/days.ts'
import { amountText, cents } from '../domain/money.ts'
import { segments_max } from './ageing.ts'
import { type CountBack, countBack, daysOfSales, effectiveness, type MonthOfSales } from './dso.ts'
import { monthEnds, type Position, positionsOn, type Sold, sales_days, salesBefore } from './positions.ts'
import { type Reminded, remindedByMonth } from './reminded.ts'
import type { Segment, SegmentFilter } from './segments.ts'

/** Months that are shown, and months that counting back may take besides. */
const months_shown = 12
const months_back = 24

type Figures = {
  balance: string
  not_due: string
  sales: string
  /** Days with one decimal; null where nothing was sold. */
  simple: string | null
  count_back: string | null
  best_possible: string | null
}
type Month = Figures &
  Reminded & {
    day: Day
    opening: string
    month_sales: string
    /** Per cent with one decimal. */
    effectiveness: string | null
  }
export type Months = {
  months: Month[]
  /** How counting back from the last day came to its days. */
  counted: { month: Day; sales: string; taken: string; days: string }[]
  segments: (Figures & { segment: string | null })[]
  left_off: number
}

/** How long money stays out, by three definitions, and how much of it was collected, month by month and by segment. */
export async function monthsUntil(
  db: Kysely<Tables>,
  filter: SegmentFilter,
  { day, by }: { day: Day; by: Segment },
): Promise<Months> {
  const ends = monthEnds(day, months_shown + 1)
  const from = monthBegin(addMonths(ends[0] ?? day, -months_back))
  const positions = await positionsOn(db, filter, { days: ends, by })
  const sales = await salesBefore(db, filter, { days: ends, by, from })
  // Whoever has two labels is in two segments, so that these do not add up to the whole.
  const whole =
    by === 'label'
      ? booksOf(
          await positionsOn(db, filter, { days: ends, by: null }),
          await salesBefore(db, filter, { days: ends, by: null, from }),
        )
      : booksOf(positions, sales)
  const remindedIn = await remindedByMonth(db, filter, { from: monthBegin(ends[1] ?? day), to: day })
  const months = ends
    .slice(1)
    .map((end, place) => ({ ...monthOf(whole, ends[place] ?? end, end, from), ...remindedIn(end) }))
  const named = largestSegments(positions, sales.last_days, day)
  const own = {
    positions: bySegment(positions),
    last_days: bySegment(sales.last_days),
    months: bySegment(sales.months),
  }
  const segments = named.slice(0, segments_max).map((segment) => {
    const sold = { last_days: own.last_days.get(segment) ?? [], months: own.months.get(segment) ?? [] }
    return { segment, ...figuresOf(booksOf(own.positions.get(segment) ?? [], sold), day, from).figures }
  })
  return {
    months,
    counted: figuresOf(whole, day, from).counted.months.map(({ from: month, sales: sold, taken, tenths }) => ({
      ...{ month, sales: amountText(sold), taken: amountText(taken), days: tenthsText(tenths) },
    })),
    segments,
    left_off: named.length - segments.length,
  }
}

/** The segments of a day, those with the most open first: there may be as many as debtors have labels. */
function largestSegments(positions: readonly Position[], sold: readonly Sold[], day: Day): (string | null)[] {
  const open = new Map<string | null, bigint>()
  for (const one of sold) if (one.day === day) open.set(one.segment, 0n)
  for (const one of positions) if (one.day === day) open.set(one.segment, cents(one.balance))
  return [...open].sort(([, one], [, other]) => Number(other - one)).map(([segment]) => segment)
}

const bySegment = <Row extends { segment: string | null }>(rows: readonly Row[]): Map<string | null, Row[]> =>
  Map.groupBy(rows, ({ segment }) => segment)

/** What the books said, by day and by month. */
type Books = {
  balance: ReadonlyMap<string, bigint>
  not_due: ReadonlyMap<string, bigint>
  last_days: ReadonlyMap<string, bigint>
  months: ReadonlyMap<string, bigint>
}

/** All that is known of a day is added up, whatever segment it is of. */
function booksOf(positions: readonly Position[], { last_days, months }: { last_days: Sold[]; months: Sold[] }): Books {
  const sold = ({ day, sales }: Sold): [string, string] => [day, sales]
  return {
    balance: added(positions.map(({ day, balance }) => [day, balance])),
    not_due: added(positions.map(({ day, not_due }) => [day, not_due])),
    last_days: added(last_days.map(sold)),
    months: added(months.map(sold)),
  }
}

function added(amounts: readonly (readonly [string, string])[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const [day, amount] of amounts) sums.set(day, (sums.get(day) ?? 0n) + cents(amount))
  return sums
}

function monthOf(books: Books, before: Day, end: Day, from: Day): Omit<Month, keyof Reminded> {
  const opening = books.balance.get(before) ?? 0n
  const month_sales = books.months.get(monthBegin(end)) ?? 0n
  const closing = { closing: books.balance.get(end) ?? 0n, closing_not_due: books.not_due.get(end) ?? 0n }
  const share = effectiveness({ opening, sales: month_sales, ...closing })
  return {
    day: end,
    ...figuresOf(books, end, from).figures,
    ...{ opening: amountText(opening), month_sales: amountText(month_sales) },
    effectiveness: share === null ? null : tenthsText(share),
  }
}

function figuresOf(books: Books, day: Day, from: Day): { figures: Figures; counted: CountBack } {
  const balance = books.balance.get(day) ?? 0n
  const not_due = books.not_due.get(day) ?? 0n
  const sales = books.last_days.get(day) ?? 0n
  const counted = countBack(balance, salesMonths(books, day, from))
  const text = (tenths: bigint | null): string | null => (tenths === null ? null : tenthsText(tenths))
  const figures = {
    ...{ balance: amountText(balance), not_due: amountText(not_due), sales: amountText(sales) },
    simple: text(daysOfSales(balance, sales, sales_days)),
    count_back: text(counted.tenths),
    best_possible: text(daysOfSales(not_due, sales, sales_days)),
  }
  return { figures, counted }
}

/** The months up to a day, newest first, as far back as sales are known. */
function salesMonths(books: Books, day: Day, from: Day): MonthOfSales[] {
  const months: MonthOfSales[] = []
  for (let begin = monthBegin(day); begin >= from; begin = monthBegin(addDays(begin, -1))) {
    const to = months.length === 0 ? day : monthEnd(begin)
    months.push({ from: begin, to, sales: books.months.get(begin) ?? 0n })
  }
  return months
}

/** `417` tenths are `41.7`. */
function tenthsText(tenths: bigint): string {
  const digits = String(tenths < 0n ? -tenths : tenths).padStart(2, '0')
  return `${tenths < 0n ? '-' : ''}${digits.slice(0, -1)}.${digits.slice(-1)}`
}
