import { type DecimalMark, decimal_marks, holdsAmounts, type MarkFound, markIn } from './amounts.ts'
import { type Cell, wordsOf } from './cell.ts'
import { type DateOrder, date_orders, holdsDates, type OrderFound, orderIn } from './dates.ts'
import { fieldsOf, type ImportField, type ImportKind, import_columns } from './fields.ts'

/** A column of a file as it was found: what stands above it, some of what stands in it, and how it can be read. */
export type FoundColumn = {
  heading: string
  samples: string[]
  filled: number
  date_order: OrderFound
  decimal_mark: MarkFound
}

/** Which column of the file, counted from 0, holds what. */
export type ColumnPlaces = { readonly [Field in ImportField]?: number }

const samples_max = 3
const sample_length_max = 40

/**
 * Looks through the columns of a file. What one column leaves open, the others may show: a file is written by one
 * program. Where they do not agree, or say nothing, it stays open, and somebody has to say it.
 */
export function findColumns(headings: readonly string[], rows: readonly (readonly Cell[])[]): FoundColumn[] {
  const found = headings.map((heading, place) => {
    const cells = rows.map((row) => row[place] ?? null)
    const filled = cells.filter((cell) => wordsOf(cell) !== '')
    return {
      heading,
      samples: samplesOf(filled),
      filled: filled.length,
      date_order: orderIn(filled),
      decimal_mark: markIn(filled),
      is_date: holdsDates(filled),
      is_amount: holdsAmounts(filled),
    }
  })
  const order = agreed(
    found.flatMap(({ is_date, date_order }) => (is_date ? [date_order] : [])),
    date_orders,
  )
  const mark = agreed(
    found.flatMap(({ is_amount, is_date, decimal_mark }) => (is_amount && !is_date ? [decimal_mark] : [])),
    decimal_marks,
  )
  return found.map(({ is_date, is_amount, ...column }) => ({
    ...column,
    date_order: column.date_order === 'unclear' ? (order ?? 'unclear') : column.date_order,
    decimal_mark: column.decimal_mark === 'unclear' ? (mark ?? 'unclear') : column.decimal_mark,
  }))
}

/** The one that all who know it say. */
function agreed<One extends DateOrder | DecimalMark>(
  found: readonly (One | 'unclear' | 'none')[],
  known: readonly One[],
): One | null {
  const said = known.filter((one) => found.includes(one))
  return said.length === 1 && said[0] ? said[0] : null
}

function samplesOf(filled: readonly Cell[]): string[] {
  const samples = new Set<string>()
  for (const cell of filled) {
    samples.add([...wordsOf(cell)].slice(0, sample_length_max).join(''))
    if (samples.size === samples_max) break
  }
  return [...samples]
}

/** A heading in small letters, without blanks, signs and accents. */
const plain = (heading: string): string =>
  heading
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')

/** Which column holds what, as far as the headings show it. No column is taken twice. */
export function recognise(headings: readonly string[], kind: ImportKind): ColumnPlaces {
  const names = headings.map(plain)
  const taken = new Set<number>()
  const places: { [Field in ImportField]?: number } = {}
  for (const list of ['headings', 'weak'] as const) {
    for (const field of fieldsOf(kind)) {
      if (places[field] !== undefined) continue
      const wanted = import_columns[field][list] ?? []
      const place = names.findIndex((name, at) => !taken.has(at) && wanted.includes(name))
      if (place < 0) continue
      taken.add(place)
      places[field] = place
    }
  }
  return places
}

/** What a file holds: without numbers of invoices these are debtors. */
export const kindOf = (headings: readonly string[]): ImportKind =>
  recognise(headings, 'invoices').invoice_number === undefined ? 'debtors' : 'invoices'
