import { addDays, readDay } from '../days.ts'
import { type Cell, wordsOf } from './cell.ts'
import { monthNamed } from './names.ts'

/** What comes first in days like 03-04-2026. */
export type DateOrder = 'day_first' | 'month_first'
export const date_orders: readonly DateOrder[] = ['day_first', 'month_first']

const time = String.raw`(?:[T ,]+\d{1,2}:\d{2}.{0,20})?`
const year_first = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${time}$`)
const year_last = new RegExp(String.raw`^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})${time}$`)
/** Months by their names: 3 mrt 2026, 3. März 2026, 1er mars 2026, 03-Mar-26, and Mar 3rd, 2026. */
const month_middle = new RegExp(
  String.raw`^(\d{1,2})(?:er|e|st|nd|rd|th)?\.?[-/ ]?([\p{L}\p{M}]{3,9})\.?[-/, ]{0,2}(\d{4}|\d{2})${time}$`,
  'u',
)
const month_leading = new RegExp(
  String.raw`^([\p{L}\p{M}]{3,9})\.?[-/ ]?(\d{1,2})(?:st|nd|rd|th)?[-/, ]{1,2}(\d{4})${time}$`,
  'u',
)
const compact = /^(\d{4})(\d{2})(\d{2})$/
const serial = /^\d{5}(?:\.\d+)?$/

/** Spreadsheets count days from here; the numbers of 1927 to 2119, so that no other number passes for a day. */
const serial_start = '1899-12-30'
const [serial_min, serial_max] = [10_000, 80_000]
const [year_min, year_max] = [1900, 2100]

/** Of two digits: no list has invoices of a hundred years ago, or of fifty years ahead. */
const of_this_century = 70

/**
 * The day in a cell, as ISO 8601; null when there is none. Only days in digits with the year behind need to know what
 * comes first: all other ways to write one are plain.
 */
export function readDate(cell: Cell, order: DateOrder | null): string | null {
  const words = wordsOf(cell)
  if (serial.test(words)) return ofSerial(Number(words))
  const [, year, month, day] = year_first.exec(words) ?? compact.exec(words) ?? []
  if (year !== undefined) return dayOf(Number(year), Number(month), Number(day))
  const named = ofNamedMonth(words)
  if (named !== undefined) return named
  const [, first, second, last] = year_last.exec(words) ?? []
  if (last === undefined || order === null) return null
  const [of_month, on] = order === 'day_first' ? [second, first] : [first, second]
  return dayOf(yearOf(last), Number(of_month), Number(on))
}

/** A day with the name of its month; undefined where there is none. */
function ofNamedMonth(words: string): string | null | undefined {
  const [, first = '', second = '', year] = month_middle.exec(words) ?? month_leading.exec(words) ?? []
  if (year === undefined) return undefined
  const [name, day] = /^\d/.test(first) ? [second, first] : [first, second]
  const month = monthNamed(name)
  return month === null ? null : dayOf(yearOf(year), month, Number(day))
}

const yearOf = (digits: string): number =>
  digits.length > 2 ? Number(digits) : Number(digits) + (Number(digits) < of_this_century ? 2000 : 1900)

function ofSerial(count: number): string | null {
  if (count < serial_min || count > serial_max) return null
  return addDays(serial_start, Math.floor(count))
}

function dayOf(year: number, month: number, day: number): string | null {
  if (year < year_min || year > year_max) return null
  return readDay([year, month, day].map((part) => String(part).padStart(2, '0')).join('-'))
}

/** What the cells of a column say about the order: known, open, contradicting each other, or not needed. */
export type OrderFound = DateOrder | 'unclear' | 'none'

export function orderIn(cells: readonly Cell[]): OrderFound {
  let needed = false
  const seen = new Set<DateOrder>()
  for (const cell of cells) {
    const [, first, second] = year_last.exec(wordsOf(cell)) ?? []
    if (first === undefined) continue
    needed = true
    // There is no thirteenth month. A day that is not in its month, such as 31-02, shows the order all the same.
    if (Number(first) > 12) seen.add('day_first')
    if (Number(second) > 12) seen.add('month_first')
  }
  if (!needed) return 'none'
  const [only] = seen
  return seen.size === 1 && only ? only : 'unclear'
}

/** Whether most of what is filled in a column are days. */
export const holdsDates = (cells: readonly Cell[]): boolean =>
  mostly(cells, (cell) => date_orders.some((order) => readDate(cell, order) !== null))

/** Whether four of five filled cells are so. */
export function mostly(cells: readonly Cell[], isSo: (cell: Cell) => boolean): boolean {
  const filled = cells.filter((cell) => wordsOf(cell) !== '')
  return filled.length > 0 && filled.filter(isSo).length * 5 >= filled.length * 4
}
