import { type DecimalMark, decimal_marks } from './amounts.ts'
import { type DateOrder, date_orders } from './dates.ts'
import { fieldsOf, type ImportField, type ImportKind, import_columns, required_fields } from './fields.ts'
import { type ColumnPlaces, type FoundColumn, kindOf, recognise } from './recognise.ts'

/** How the days or amounts of a column are written. */
export type CellFormat = DateOrder | DecimalMark
export const cell_formats = [...date_orders, ...decimal_marks] as const

/** What a file is and how it is read, as it was recognised or as a person chose. */
export type Choices = {
  kind: ImportKind
  places: ColumnPlaces
  formats: { readonly [Field in ImportField]?: CellFormat }
  /** Whether debtors have the invoices already. */
  sent: boolean
}

/** What is proposed for a file; of a kind that somebody chose, where they did. */
export function propose(columns: readonly FoundColumn[], chosen?: ImportKind): Choices {
  const headings = columns.map(({ heading }) => heading)
  const kind = chosen ?? kindOf(headings)
  const places = recognise(headings, kind)
  return { kind, places, formats: formatsFor(columns, places), sent: true }
}

/** The formats of the columns that need one, as far as the file shows them. */
function formatsFor(columns: readonly FoundColumn[], places: ColumnPlaces): Choices['formats'] {
  const known = fieldsOf('invoices').flatMap((field) => {
    const format = neededFormat(columns, places, field)
    return format === null || format === 'unclear' ? [] : [[field, format]]
  })
  return Object.fromEntries(known)
}

/** How a column is written, where its days or amounts can be read in more than one way; null where they cannot. */
function neededFormat(
  columns: readonly FoundColumn[],
  places: ColumnPlaces,
  field: ImportField,
): CellFormat | 'unclear' | null {
  const place = places[field]
  const column = place === undefined ? undefined : columns[place]
  if (!column) return null
  const { type } = import_columns[field]
  const found = type === 'date' ? column.date_order : type === 'amount' ? column.decimal_mark : 'none'
  return found === 'none' ? null : found
}

/** Why a file cannot be checked yet: a column that is needed, one that is taken twice, or one that is not clear. */
export type ChoiceProblem = { field: ImportField; problem: 'missing' | 'twice' | 'unclear' | 'unknown' }

export function problemsOf({ kind, places, formats }: Choices, columns: readonly FoundColumn[]): ChoiceProblem[] {
  const problems: ChoiceProblem[] = []
  const taken = new Set<number>()
  for (const field of fieldsOf(kind)) {
    const place = places[field]
    if (place === undefined) continue
    if (columns[place] === undefined) problems.push({ field, problem: 'unknown' })
    if (taken.has(place)) problems.push({ field, problem: 'twice' })
    taken.add(place)
    const allowed: readonly CellFormat[] = import_columns[field].type === 'date' ? date_orders : decimal_marks
    const format = formats[field]
    const needed = neededFormat(columns, places, field)
    if (needed !== null && (format === undefined || !allowed.includes(format)))
      problems.push({ field, problem: 'unclear' })
  }
  for (const field of required_fields[kind]) {
    if (places[field] === undefined) problems.push({ field, problem: 'missing' })
  }
  const { amount_total, amount_open } = places
  if (kind === 'invoices' && amount_total === undefined && amount_open === undefined)
    problems.push({ field: 'amount_open', problem: 'missing' })
  return problems
}
