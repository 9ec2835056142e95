import { type Block, heightOf, plain, stacked, textBlocks } from './flow.ts'
import type { Pen, Style } from './pen.ts'

export type Cell = { text: string; bold?: boolean; color?: string; right?: boolean }

/** `rest`: shares what the others leave, and breaks its lines. `own`: as wide as its longest text, where it fits. */
export type Column = 'rest' | 'own'

export type TableLook = {
  width: number
  gap: number
  padding: number
  line: { width: number; color: string } | null
  style: Style
}

/** Rows as blocks, with a line below each; only one that hardly fits on a page is more than one block. */
export function tableRows(
  pen: Pen,
  rows: readonly (readonly Cell[])[],
  columns: readonly Column[],
  look: TableLook,
): Block[] {
  return rowsOf(pen, rows, columnWidths(pen, rows, columns, look), look)
}

/** The same for some rows of a large table, whose columns are as wide as all of them need. */
export function rowsOf(
  pen: Pen,
  rows: readonly (readonly Cell[])[],
  widths: readonly number[],
  { width, gap, padding, line, style }: TableLook,
): Block[] {
  return rows.flatMap((cells) => {
    const texts = cells.map((cell, index) => {
      const own = cell.color === undefined ? {} : { color: cell.color }
      const look = { ...style, ...own, width: widths[index] ?? 0, right: cell.right ?? false }
      return textBlocks(pen, plain(cell.text, cell.bold), look)
    })
    const lines = Math.max(...texts.map((one) => one.length))
    const parts =
      lines > lines_max ? Array.from({ length: lines }, (_, at) => texts.map((one) => one.slice(at, at + 1))) : [texts]
    return parts.map((part, index): Block => {
      const height = Math.max(...part.map(heightOf)) + 2 * padding
      const is_last = index === parts.length - 1
      return {
        height,
        draw: (page, x, y) => {
          let at = x
          for (const [column, text] of part.entries()) {
            stacked(text).draw(page, at, y + padding)
            at += (widths[column] ?? 0) + gap
          }
          if (line && is_last) pen.line(page, [x, y + height], [x + width, y + height], line)
        },
      }
    })
  })
}

/** A row with more lines could be higher than a page: it may be parted between any two of them. */
const lines_max = 40

/** How wide the columns of a table are. */
export function columnWidths(
  pen: Pen,
  rows: readonly (readonly Cell[])[],
  columns: readonly Column[],
  { width, gap, style }: Pick<TableLook, 'width' | 'gap' | 'style'>,
): number[] {
  const longest = (index: number): number =>
    rows.reduce((most, row) => {
      const cell = row[index]
      return cell ? Math.max(most, pen.widthOf(cell.text, { ...style, bold: cell.bold ?? false })) : most
    }, 0)
  const shared = columns.filter((column) => column === 'rest').length
  const room = width - gap * (columns.length - 1)
  const wanted = columns.map((column, index) => (column === 'own' ? longest(index) + 0.1 : 0))
  const own = fitted(wanted, room - shared * least_width)
  const share = (room - own.reduce((sum, one) => sum + one, 0)) / Math.max(1, shared)
  return columns.map((column, index) => (column === 'rest' ? share : (own[index] ?? 0)))
}

/** What a column that breaks its lines has at least. */
const least_width = 60

/** Widths that fit into a room: those that are too wide give way, the widest first, and break their lines. */
function fitted(wanted: readonly number[], room: number): number[] {
  let [left, columns] = [room, wanted.filter((one) => one > 0).length]
  let most = Number.POSITIVE_INFINITY
  for (const one of wanted.filter((width) => width > 0).sort((a, b) => a - b)) {
    if (one > left / columns) {
      most = left / columns
      break
    }
    left -= one
    columns--
  }
  return wanted.map((one) => Math.min(one, most))
}
