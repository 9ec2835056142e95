import type { Cell } from '../../domain/imports/cell.ts'
import { readDate } from '../../domain/imports/dates.ts'
import { columns_max, FileProblem, type SheetBuilder } from './sheet.ts'
import type { Workbook } from './workbook.ts'
import { type Attributes, readXml } from './xml.ts'

/** A cell of which the value is being read. */
type OpenCell = { column: number; type: string; style: number; words: string }

/** Days between the two ways in which workbooks count them. */
const days_1904 = 1_462

/** Reads the rows of a sheet while they are unpacked. */
export async function readSheet(
  bytes: AsyncIterable<Uint8Array>,
  workbook: Workbook,
  sheet: SheetBuilder,
): Promise<void> {
  let line = 0
  let cells: Cell[] = []
  let cell: OpenCell | null = null
  let next = 0
  let inside = false
  await readXml(bytes, {
    open: (name, attributes) => {
      if (name === 'row') {
        line = lineOf(attributes.r) ?? line + 1
        cells = []
        next = 0
      } else if (name === 'c') {
        cell = openCell(attributes, next)
        next = cell.column + 1
      } else if (name === 'v' || name === 't') inside = cell !== null
    },
    text: (text) => {
      if (inside && cell !== null) cell.words += text
    },
    close: (name) => {
      if (name === 'v' || name === 't') inside = false
      if (name === 'c' && cell !== null) {
        put(cells, cell.column, cellValue(cell, workbook), line)
        cell = null
      }
      if (name === 'row') sheet.add(line, cells)
    },
  })
}

/** The line that a row names; workbooks have no more than this many digits of them. */
const lineOf = (named: string | undefined): number | null => (/^\d{1,7}$/.test(named ?? '') ? Number(named) : null)

function openCell({ r, t, s }: Attributes, next: number): OpenCell {
  return { column: columnOf(r) ?? next, type: t ?? 'n', style: Number(s ?? 0), words: '' }
}

/** The place of a column that is named by letters: A is 0, AA is 26. */
function columnOf(reference: string | undefined): number | null {
  const [letters] = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? '') ?? []
  if (letters === undefined) return null
  return [...letters].reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Cells that hold nothing may stand anywhere; those that do, only where there are columns. */
function put(cells: Cell[], column: number, value: Cell, line: number): void {
  if (value === null || value === '') return
  if (column >= columns_max) throw new FileProblem(`line ${line} has more than ${columns_max} columns`)
  while (cells.length < column) cells.push(null)
  cells[column] = value
}

function cellValue({ type, style, words }: OpenCell, workbook: Workbook): Cell {
  switch (type) {
    case 's':
      return workbook.strings[Number(words)] ?? null
    case 'str':
    case 'inlineStr':
    case 'd':
      return words
    // An error, such as a division by zero, is no value.
    case 'e':
      return null
    case 'b':
      return words === '1' ? 'TRUE' : 'FALSE'
    default:
      return numberOf(words, style, workbook)
  }
}

/** A number as it is meant: a day where it is shown as one, and with the zeros or the currency that stand before it. */
function numberOf(words: string, style: number, { formats, days_from_1904 }: Workbook): Cell {
  const value = Number(words)
  if (words.trim() === '' || !Number.isFinite(value)) return null
  const format = formats[style]
  if (format?.day) return readDate(value + (days_from_1904 ? days_1904 : 0), null) ?? value
  // Spreadsheets calculate with 15 digits.
  if (format?.currency) return `${format.currency} ${Number(value.toPrecision(15))}`
  return format && format.digits > 0 && Number.isInteger(value) ? String(value).padStart(format.digits, '0') : value
}
