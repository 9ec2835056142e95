import { type Cell, wordsOf } from '../../domain/imports/cell.ts'

/** What a file may hold. People bring in thousands of rows; with more, software is connected. */
export const bytes_max = 20 * 1024 * 1024
export const rows_max = 20_000
export const columns_max = 100
const cell_length_max = 5_000
const letters_max = 30_000_000
/** So many lines may stand above the headings: a title, the day of the list. */
const title_lines_max = 20

/** Why a file is not read; the sentence is for whoever brings it. */
export class FileProblem extends Error {
  constructor(problem: string) {
    super(problem)
    this.name = 'FileProblem'
  }
}

export type SheetRow = { line: number; cells: Cell[] }
export type Sheet = { headings: string[]; rows: SheetRow[] }

/** Collects the rows of a file while they are read, and stops at the first that is too much. */
export type SheetBuilder = { add: (line: number, cells: readonly Cell[]) => void; end: () => Sheet }

export function buildSheet(): SheetBuilder {
  let headings: string[] | null = null
  const rows: SheetRow[] = []
  let letters = 0
  let titles = 0
  const add = (line: number, cells: readonly Cell[]): void => {
    const kept = trimmed(cells).map(unprotected)
    if (kept.length === 0) return
    if (kept.length > columns_max) throw new FileProblem(`line ${line} has more than ${columns_max} columns`)
    for (const cell of kept) letters += lengthOf(cell, line)
    if (letters > letters_max) throw new FileProblem('holds more text than can be imported at once; split it')
    if (headings === null) {
      if (kept.filter((cell) => wordsOf(cell) !== '').length >= 2) headings = kept.map(wordsOf)
      else if (++titles > title_lines_max) throw new FileProblem(no_headings)
      return
    }
    if (rows.length === rows_max) throw new FileProblem(`has more than ${rows_max} rows; split it`)
    rows.push({ line, cells: kept })
  }
  const end = (): Sheet => {
    if (headings === null) throw new FileProblem(no_headings)
    if (rows.length === 0) throw new FileProblem('has no rows below its headings')
    // A column without a heading is one all the same.
    const width = Math.max(headings.length, ...widthsOf(rows))
    return { headings: Array.from({ length: width }, (_, place) => headings?.[place] ?? ''), rows }
  }
  return { add, end }
}

const no_headings = 'has no line with headings; is it a list with columns?'

const widthsOf = (rows: readonly SheetRow[]): Set<number> => new Set(rows.map(({ cells }) => cells.length))

/** Our own files put an apostrophe before what spreadsheets would calculate, which stays when these save them again. */
const unprotected = (cell: Cell): Cell =>
  typeof cell === 'string' && /^'(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/.test(cell) ? cell.slice(1) : cell

/** Without the empty cells at its end. */
function trimmed(cells: readonly Cell[]): Cell[] {
  let length = cells.length
  while (length > 0 && wordsOf(cells[length - 1]) === '') length--
  return cells.slice(0, length)
}

function lengthOf(cell: Cell, line: number): number {
  const length = typeof cell === 'string' ? cell.length : 8
  if (length > cell_length_max)
    throw new FileProblem(`line ${line} has a cell of more than ${cell_length_max} characters`)
  return length
}
