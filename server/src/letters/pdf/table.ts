import type { Block } from './flow.ts'
import { plain, stacked, textBlocks } from './flow.ts'
import type { Pen, Style } from './pen.ts'

export type Cell = { text: string; bold?: boolean; color?: string; right?: boolean }

/** `rest`: shares what the others leave, and breaks its lines. `own`: as wide as its longest text. */
export type Column = 'rest' | 'own'

export type TableLook = {
  width: number
  gap: number
  padding: number
  line: { width: number; color: string } | null
  style: Style
}

/** Rows as blocks, with a line below each. */
export function tableRows(
  pen: Pen,
  rows: readonly (readonly Cell[])[],
  columns: readonly Column[],
  { width, gap, padding, line, style }: TableLook,
): Block[] {
  const widths = columnWidths(pen, rows, columns, { width, gap, style })
  return rows.map((cells) => {
    const texts = cells.map((cell, index) => {
      const own = cell.color === undefined ? {} : { color: cell.color }
      const look = { ...style, ...own, width: widths[index] ?? 0, right: cell.right ?? false }
      return stacked(textBlocks(pen, plain(cell.text, cell.bold), look))
    })
    const height = Math.max(...texts.map((one) => one.height)) + 2 * padding
    return {
      height,
      draw: (page, x, y) => {
        let at = x
        for (const [index, text] of texts.entries()) {
          text.draw(page, at, y + padding)
          at += (widths[index] ?? 0) + gap
        }
        if (line) pen.line(page, [x, y + height], [x + width, y + height], line)
      },
    }
  })
}

function columnWidths(
  pen: Pen,
  rows: readonly (readonly Cell[])[],
  columns: readonly Column[],
  { width, gap, style }: Pick<TableLook, 'width' | 'gap' | 'style'>,
): number[] {
  const longest = (index: number): number =>
    Math.max(
      ...rows.map((row) => {
        const cell = row[index]
        return cell ? pen.widthOf(cell.text, { ...style, bold: cell.bold ?? false }) : 0
      }),
    )
  const own = columns.map((column, index) => (column === 'own' ? longest(index) + 0.1 : 0))
  const left = width - gap * (columns.length - 1) - own.reduce((sum, one) => sum + one, 0)
  const share = left / Math.max(1, columns.filter((column) => column === 'rest').length)
  return columns.map((column, index) => (column === 'rest' ? Math.max(share, 30) : (own[index] ?? 0)))
}
