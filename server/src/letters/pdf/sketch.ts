import type { Page } from './pdf_file.ts'
import { makePen, type Pen } from './pen.ts'

/** What a page of paper shows at a place, in points from its left and its top; a text stands on its `y`. */
export type Mark =
  | {
      is: 'text'
      text: string
      x: number
      y: number
      size: number
      bold: boolean
      color: string
      /** How wide it is on paper, whatever the font of the reader makes of it. */
      width: number
    }
  | { is: 'line'; from: [x: number, y: number]; to: [x: number, y: number]; width: number; color: string }
  | { is: 'fill'; squares: [x: number, y: number, width: number, height: number][]; color: string }
  | { is: 'picture'; x: number; y: number; width: number; height: number }

/**
 * A pen for pages that are seen on a screen: it measures as the one for files does, so that every line breaks where it
 * breaks on paper, and notes what stands where.
 */
export function makeSketchPen(): Pen {
  const { fonts, pictures, widthOf } = makePen()
  const ascent = fonts[0]?.font.ascent ?? 0
  const note = (page: Page, mark: Mark): void => void page.push(JSON.stringify(mark))
  return {
    ...{ fonts, pictures, widthOf },
    write: (page, text, x, y, style) => {
      if (text === '') return
      const { size, bold = false, color = '#000000' } = style
      const places = { x: near(x), y: near(y + (ascent * size) / 1000), width: near(widthOf(text, style)) }
      note(page, { is: 'text', text, ...places, size, bold, color })
    },
    line: (page, [x, y], [to_x, to_y], { width, color }) =>
      note(page, { is: 'line', from: [near(x), near(y)], to: [near(to_x), near(to_y)], width, color }),
    fill: (page, squares, color) =>
      note(page, {
        ...{ is: 'fill', color },
        squares: squares.map((one) => [near(one.x), near(one.y), near(one.width), near(one.height)]),
      }),
    picture: (page, _, { x, y, width, height }) =>
      note(page, { is: 'picture', x: near(x), y: near(y), width: near(width), height: near(height) }),
  }
}

/** What such a pen noted, page by page. */
export const marksOf = (pages: readonly Page[]): Mark[][] =>
  // Only this pen wrote on them.
  pages.map((page) => page.map((mark) => JSON.parse(mark) as Mark))

const near = (value: number): number => Math.round(value * 100) / 100
