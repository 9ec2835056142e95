import { isCurrencyCode } from '../codes.ts'
import { type Cell, wordsOf } from './cell.ts'
import { mostly } from './dates.ts'

/** What stands before the cents. */
export type DecimalMark = 'comma' | 'point'
export const decimal_marks: readonly DecimalMark[] = ['comma', 'point']

const signs: Readonly<Record<DecimalMark, string>> = { comma: ',', point: '.' }
/** More digits before the cents than any invoice has. */
const digits_max = 15

/**
 * The amount in a cell in cents; null when there is none, or it has parts of a cent. Numbers of spreadsheets are plain;
 * written ones need the mark before their cents, unless they have none at all.
 */
export function readAmount(cell: Cell, mark: DecimalMark | null): bigint | null {
  const words = typeof cell === 'number' ? plainNumber(cell) : bareAmount(wordsOf(cell))
  if (words === null) return null
  const decimal = typeof cell === 'number' ? 'point' : (mark ?? (/[.,]/.test(words) ? null : 'point'))
  if (decimal === null) return null
  const point = signs[decimal]
  const group = signs[decimal === 'comma' ? 'point' : 'comma']
  const [whole = '', parts = '', ...more] = words.replace('-', '').split(point)
  if (more.length > 0 || !isWhole(whole, group)) return null
  const digits = whole.replaceAll(group, '')
  const cents = parts.replace(/0+$/, '').padEnd(2, '0')
  if (!/^\d*$/.test(parts) || cents.length > 2 || digits.length > digits_max) return null
  const amount = BigInt(`${digits}${cents}`)
  return words.startsWith('-') ? -amount : amount
}

/** Digits, or groups of three behind the first. */
function isWhole(whole: string, group: string): boolean {
  if (/^\d+$/.test(whole)) return true
  const [first = '', ...rest] = whole.split(group)
  return rest.length > 0 && /^\d{1,3}$/.test(first) && rest.every((one) => /^\d{3}$/.test(one))
}

/** Spreadsheets calculate with 15 digits; what lies behind them is no part of the amount. */
function plainNumber(value: number): string | null {
  const words = String(Number(value.toPrecision(15)))
  return /^-?\d+(\.\d+)?$/.test(words) ? words : null
}

/** Digits and marks alone, with the sign in front; null when there is anything that no amount has. */
function bareAmount(words: string): string | null {
  const bare = words
    .replace(currency_marks, (mark) => (currenciesOf(mark).some(isCurrencyCode) ? '' : mark))
    .replaceAll(/[−–]/g, '-')
    .replaceAll(/[\s'’]/g, '')
    // Round amounts are also written as 1.234,- and 1.234,--.
    .replace(/([.,])-{1,2}$/, '$100')
  const [, inside] = /^\((.+)\)$/.exec(bare) ?? []
  const signed = inside === undefined ? bare.replace(/^(.+)-$/, '-$1').replace(/^\+/, '') : `-${inside}`
  return /^-?\d[\d.,]*$/.test(signed) ? signed : null
}

/** A sign, or three letters by themselves. */
const currency_marks = /[€$£]|(?<!\p{L})\p{L}{3}(?!\p{L})/gu
const currencies_by_sign: { readonly [sign: string]: readonly string[] } = {
  '€': ['EUR'],
  '£': ['GBP'],
  $: ['USD', 'AUD', 'CAD', 'HKD', 'NZD', 'SGD'],
}

/** What a mark beside an amount can mean. */
const currenciesOf = (mark: string): readonly string[] => currencies_by_sign[mark] ?? [mark.toUpperCase()]

/** The mark of another currency than this one beside the amount in a cell; null when there is none. */
export function otherCurrencyIn(cell: Cell, currency_code: string): string | null {
  const marks = wordsOf(cell).match(currency_marks) ?? []
  return marks.find((mark) => !currenciesOf(mark).includes(currency_code)) ?? null
}

/** What the cells of a column say about the mark: known, open, contradicting each other, or not needed. */
export type MarkFound = DecimalMark | 'unclear' | 'none'

export function markIn(cells: readonly Cell[]): MarkFound {
  let needed = false
  const seen = new Set<DecimalMark>()
  for (const cell of cells) {
    if (typeof cell === 'number') continue
    const bare = bareAmount(wordsOf(cell))
    if (bare === null || !/[.,]/.test(bare)) continue
    needed = true
    const mark = markOf(bare)
    if (mark !== null) seen.add(mark)
  }
  if (!needed) return 'none'
  const [only] = seen
  return seen.size === 1 && only ? only : 'unclear'
}

/** The mark before the cents of an amount; null where it could be either: 1.234 is a thousand, or a little over one. */
function markOf(bare: string): DecimalMark | null {
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','))
  const mark: DecimalMark = bare[last] === ',' ? 'comma' : 'point'
  const other: DecimalMark = mark === 'comma' ? 'point' : 'comma'
  if (bare.includes(signs[other])) return mark
  if (bare.indexOf(signs[mark]) !== last) return other
  const [before, after] = [bare.slice(0, last).replace('-', ''), bare.slice(last + 1)]
  return after.length === 3 && before.length <= 3 && before !== '0' ? null : mark
}

/** Whether most of what is filled in a column are amounts. */
export const holdsAmounts = (cells: readonly Cell[]): boolean =>
  mostly(cells, (cell) => typeof cell === 'number' || decimal_marks.some((mark) => readAmount(cell, mark) !== null))
