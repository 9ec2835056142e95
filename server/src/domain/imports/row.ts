import { validationErrors } from '../contact.ts'
import { amountText, magnitude, signOf } from '../money.ts'
import { type DecimalMark, otherCurrencyIn, readAmount } from './amounts.ts'
import { type Cell, wordsOf } from './cell.ts'
import type { Choices } from './choices.ts'
import { type DateOrder, readDate } from './dates.ts'
import { fieldsOf, type ImportField, import_columns, required_fields } from './fields.ts'
import { countryNamed, languageNamed } from './names.ts'

/** What is wrong with a row, and in which column; `says` are the words of the interface, where it refused or warned. */
export type RowProblem = {
  field: ImportField | null
  problem: RowProblemCode
  /** What stands in the cell. */
  value?: string
  /** The line that says the same already. */
  line?: number
  says?: string
}

export const row_problem_codes = [
  'missing',
  'date',
  'amount',
  'country',
  'currency',
  'too_long',
  'repeated',
  'beyond_total',
  'no_name',
  'taken',
  'address',
  'differs',
  'says',
] as const
export type RowProblemCode = (typeof row_problem_codes)[number]

/** A row in the terms of the interface: members of a debtor, its contact and an invoice, as far as it has them. */
export type ReadRow = {
  line: number
  values: { readonly [Field in ImportField]?: string }
  problems: RowProblem[]
  /** What is imported all the same, and should be looked at. */
  remarks: RowProblem[]
}

/** Keys may be a little shorter than the interface takes them, because the contact of a debtor is called after it. */
const [key_length_max, text_length_max] = [240, 2_000]

/** Reads a row. Empty cells say nothing, so that no value is ever emptied by a file. */
export function readRow(line: number, cells: readonly Cell[], choices: Choices, book_currency: string): ReadRow {
  const values: { [Field in ImportField]?: string } = {}
  const problems: RowProblem[] = []
  for (const field of fieldsOf(choices.kind)) {
    const place = choices.places[field]
    const cell = place === undefined ? null : (cells[place] ?? null)
    if (wordsOf(cell) === '') continue
    const read = readCell(field, cell, choices, book_currency)
    if (typeof read === 'string') values[field] = read
    else problems.push({ field, value: [...wordsOf(cell)].slice(0, 60).join(''), ...read })
  }
  const reported = new Set(problems.map(({ field }) => field))
  for (const field of required_fields[choices.kind]) {
    if (values[field] === undefined && !reported.has(field)) problems.push({ field, problem: 'missing' })
  }
  if (choices.kind === 'invoices')
    problems.push(...amountProblems(values, reported), ...currencyProblems(values, book_currency))
  return { line, values, problems, remarks: remarksOn(values) }
}

function readCell(
  field: ImportField,
  cell: Cell,
  { formats }: Choices,
  book_currency: string,
): string | Pick<RowProblem, 'problem' | 'value'> {
  const words = wordsOf(cell)
  const format = formats[field] ?? null
  switch (import_columns[field].type) {
    case 'date':
      // The choices were checked against the types of the columns, here and below.
      return readDate(cell, format as DateOrder | null) ?? { problem: 'date' }
    case 'amount': {
      const amount = readAmount(cell, format as DecimalMark | null)
      if (amount === null) return { problem: 'amount' }
      const other = otherCurrencyIn(cell, book_currency)
      return other === null ? amountText(amount) : { problem: 'currency', value: other }
    }
    case 'country':
      return countryNamed(words) ?? { problem: 'country' }
    case 'language':
      return languageNamed(words)
    case 'currency':
      return currencyNamed(words) ?? { problem: 'currency' }
    case 'key':
      return words.length > key_length_max ? { problem: 'too_long' } : words
    case 'text':
      return words.length > text_length_max ? { problem: 'too_long' } : words
  }
}

const currency_signs: { readonly [sign: string]: string } = { '€': 'EUR', EURO: 'EUR', $: 'USD', '£': 'GBP' }

function currencyNamed(words: string): string | null {
  const code = words.toUpperCase()
  return currency_signs[code] ?? (/^[A-Z]{3}$/.test(code) ? code : null)
}

/** One amount is enough: of an invoice that says no more, all is open. */
function amountProblems(
  { amount_total, amount_open }: ReadRow['values'],
  reported: ReadonlySet<ImportField | null>,
): RowProblem[] {
  if (reported.has('amount_total') || reported.has('amount_open')) return []
  const given = amount_open ?? amount_total
  if (given === undefined) return [{ field: 'amount_open', problem: 'missing' }]
  if (amount_total === undefined || amount_open === undefined) return []
  const [total, open] = [centsOf(amount_total), centsOf(amount_open)]
  // What was paid beyond the total is open with the other sign, as the interface takes it.
  const beyond = signOf(open) === signOf(total) && magnitude(open) > magnitude(total)
  return beyond ? [{ field: 'amount_open', problem: 'beyond_total', value: amount_open }] : []
}

/** It was written by `amountText`. */
const centsOf = (amount: string): bigint => BigInt(amount.replace('.', ''))

/** A file of open invoices has no exchange rate, so amounts are in the currency of the books. */
function currencyProblems({ currency_code }: ReadRow['values'], book_currency: string): RowProblem[] {
  if (currency_code === undefined || currency_code === book_currency) return []
  return [{ field: 'currency_code', problem: 'currency', value: currency_code }]
}

/** Addresses are taken as they are, as everywhere; somebody should know which cannot be right. */
function remarksOn(values: ReadRow['values']): RowProblem[] {
  return Object.keys(validationErrors(values)).flatMap((name) => {
    // They are names of the values that were looked at.
    const field = name as ImportField
    const value = values[field]
    return value === undefined ? [] : [{ field, problem: 'address' as const, value }]
  })
}
