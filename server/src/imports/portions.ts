import { setImmediate } from 'node:timers/promises'
import type { Choices } from '../domain/imports/choices.ts'
import { fieldsOf, type ImportField, import_columns } from '../domain/imports/fields.ts'
import { type ReadRow, readRow } from '../domain/imports/row.ts'
import type { StoredRow } from './store.ts'

/** A row that is about to be written. */
export type PreparedRow = ReadRow & {
  place: number
  /** Whether it is the first of its debtor, in which the debtor is counted. */
  first: boolean
  /** What all rows of its debtor together say about it. */
  debtor: ReadRow['values']
}

/** So many rows are read before others have a turn. */
const read_at_once = 500
/** As many rows are written while others wait, and fewer than the interface takes at once. */
const rows_at_once = 400

/**
 * Reads all rows of a file and divides them: the rows of a debtor come together, so that it is written once, in the
 * order in which the file has them. The same file is always divided in the same way, so that one who goes on knows
 * where.
 */
export async function portionsOf(
  rows: readonly StoredRow[],
  choices: Choices,
  book_currency: string,
): Promise<PreparedRow[][]> {
  const key: ImportField = choices.kind === 'invoices' ? 'invoice_number' : 'debtor_number'
  const lines = new Map<string, number>()
  const groups = new Map<string, PreparedRow[]>()
  for (const [index, { place, line, cells }] of rows.entries()) {
    if (index % read_at_once === 0) await setImmediate()
    const read = readRow(line, cells, choices, book_currency)
    const known = read.values[key]
    const before = known === undefined ? undefined : lines.get(known)
    if (before !== undefined) read.problems.push({ field: key, problem: 'repeated', value: known ?? '', line: before })
    else if (known !== undefined) lines.set(known, line)
    // What cannot be read has no debtor that would have to wait for it.
    const debtor = read.problems.length > 0 ? '' : (read.values.debtor_number ?? '')
    const group = groups.get(debtor) ?? []
    group.push({ ...read, place, first: group.length === 0 && debtor !== '', debtor: {} })
    groups.set(debtor, group)
  }
  return joined([...groups.values()].map(withDebtor))
}

const debtor_fields = fieldsOf('debtors').filter((field) => field !== 'debtor_number')

/** Of a debtor that is in several rows, the first value is believed; others that differ are remarked on. */
function withDebtor(group: PreparedRow[]): PreparedRow[] {
  const debtor: { [Field in ImportField]?: string } = {}
  for (const { values, remarks } of group) {
    for (const field of debtor_fields) {
      const value = values[field]
      if (value === undefined) continue
      debtor[field] ??= value
      if (debtor[field] !== value) remarks.push({ field, problem: 'differs', value })
    }
  }
  return group.map((row) => ({ ...row, debtor }))
}

/** The members of a contact among these. */
export const contactOf = (values: ReadRow['values']) => partOf(values, 'contact')
/** Those of a debtor itself, besides its number. */
export const debtorOf = (values: ReadRow['values']) => partOf(values, 'debtor')

const partOf = (values: ReadRow['values'], of: 'debtor' | 'contact'): { [member: string]: string } =>
  Object.fromEntries(
    debtor_fields.flatMap((field) => {
      const value = values[field]
      return value === undefined || import_columns[field].of !== of ? [] : [[field, value]]
    }),
  )

/** Groups in portions, none of which is too long; a group that is longer than a portion is cut. */
function joined(groups: readonly PreparedRow[][]): PreparedRow[][] {
  const portions: PreparedRow[][] = []
  let open: PreparedRow[] = []
  for (const group of groups) {
    if (open.length > 0 && open.length + group.length > rows_at_once) {
      portions.push(open)
      open = []
    }
    for (let from = 0; from < group.length; from += rows_at_once) {
      open.push(...group.slice(from, from + rows_at_once))
      if (open.length < rows_at_once) continue
      portions.push(open)
      open = []
    }
  }
  return open.length > 0 ? [...portions, open] : portions
}
