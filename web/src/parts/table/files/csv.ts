import { type FileCell, looksLikeFormula } from './cell.ts'

/** How a country writes lists and numbers; its spreadsheets read them no other way. */
export type CsvStyle = { separator: string; decimal: string }

/** The mark by which spreadsheets know the letters of a file. */
export const csv_beginning = '\u{feff}'

/** One line of a CSV file. Words that look like a formula get an apostrophe, so that nothing is ever calculated. */
export const csvLine = (cells: readonly FileCell[], style: CsvStyle): string =>
  `${cells.map((cell) => csvCell(cell, style)).join(style.separator)}\r\n`

function csvCell(cell: FileCell, { separator, decimal }: CsvStyle): string {
  if (cell === null) return ''
  if (typeof cell === 'object') return 'day' in cell ? cell.day : cell.number.replace('.', decimal)
  const safe = looksLikeFormula(cell) ? `'${cell}` : cell
  return /["\r\n\t]/.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe
}
