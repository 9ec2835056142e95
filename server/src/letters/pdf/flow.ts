import type { Page } from './pdf_file.ts'
import { lineHeight, type Pen, type Style } from './pen.ts'

/** A stretch of text. */
export type Run = { text: string; bold: boolean }

/** Something with a height that can be drawn anywhere; it is never parted. */
export type Block = { height: number; draw: (page: Page, x: number, y: number) => void }

/** Blocks that follow each other, as a paragraph or a table has them. */
export type Stretch = {
  blocks: readonly Block[]
  /** Whether all of it stays on one page, where it fits on one. */
  together?: boolean
  /** Drawn again on top of every page that it goes on. */
  heading?: Block
  after?: number
}

/** Where text stands on a page. */
export type Frame = { x: number; top: number; bottom: number; first_top: number }

/** Lays stretches on as many pages as they need. */
export function layOut(stretches: readonly Stretch[], frame: Frame): Page[] {
  const laying = layPages(stretches, frame)
  for (;;) {
    const { done, value } = laying.next()
    if (done) return value
  }
}

/** The same page by page: whoever lays out hundreds of them lets others have a turn in between. */
export function* layPages(
  stretches: Iterable<Stretch>,
  { x, top, bottom, first_top }: Frame,
): Generator<undefined, Page[]> {
  const pages: Page[] = [[]]
  let y = first_top
  const turn = (): void => {
    pages.push([])
    y = top
  }
  const place = (block: Block): void => {
    block.draw(pages.at(-1) ?? [], x, y)
    y += block.height
  }
  for (const { blocks, together, heading, after = 0 } of stretches) {
    const height = heightOf(blocks) + (heading?.height ?? 0)
    yield
    if (together && y + height > bottom && height <= bottom - top) turn()
    // No heading stands alone at the foot of a page.
    if (heading && y + heading.height + (blocks[0]?.height ?? 0) > bottom) turn()
    if (heading) place(heading)
    for (const block of blocks) {
      if (y + block.height > bottom && y > top) {
        turn()
        yield
        if (heading) place(heading)
      }
      place(block)
    }
    y += after
  }
  return pages
}

export const heightOf = (blocks: readonly Block[]): number => blocks.reduce((sum, { height }) => sum + height, 0)

/** Blocks one below the other as one. */
export const stacked = (blocks: readonly Block[]): Block => ({
  height: heightOf(blocks),
  draw: (page, x, y) => {
    let at = y
    for (const { height, draw } of blocks) {
      draw(page, x, at)
      at += height
    }
  },
})

export const space = (height: number): Block => ({ height, draw: () => {} })

/** A part of a line, and how far from its beginning it stands. */
type Placed = Run & { x: number }

/** Lines of text that fit into a width; each is a block. Those that are given stay lines. */
export function textBlocks(
  pen: Pen,
  lines: readonly (readonly Run[])[],
  style: Style & { width: number; right?: boolean },
): Block[] {
  const height = lineHeight(style.size)
  return lines.flatMap((runs) =>
    wrap(pen, runs, style).map(({ parts, width }): Block => {
      const left = style.right ? style.width - width : 0
      return {
        height,
        draw: (page, x, y) => {
          for (const { text, bold, x: own } of parts) pen.write(page, text, x + left + own, y, { ...style, bold })
        },
      }
    }),
  )
}

export const plain = (text: string, bold = false): Run[][] => text.split('\n').map((line) => [{ text: line, bold }])

type Wrapped = { parts: Placed[]; width: number }

/** A word, of parts that no space stands between, and the space before it. */
type Word = { parts: (Run & { width: number })[]; width: number; space: number }

function wrap(pen: Pen, runs: readonly Run[], style: Style & { width: number }): Wrapped[] {
  const lines: Wrapped[] = [{ parts: [], width: 0 }]
  for (const word of wordsOf(pen, runs, style)) {
    let line = lines.at(-1) ?? { parts: [], width: 0 }
    const gap = line.width === 0 ? 0 : word.space
    if (line.width > 0 && line.width + gap + word.width > style.width + 0.01) {
      line = { parts: [], width: 0 }
      lines.push(line)
    } else line.width += gap
    for (const { text, bold, width } of word.parts) {
      const last = line.parts.at(-1)
      // What looks the same is written as one, with the space between.
      if (last && last.bold === bold && word.parts.length === 1 && gap > 0) last.text += ` ${text}`
      else line.parts.push({ text, bold, x: line.width })
      line.width += width
    }
  }
  return lines
}

function wordsOf(pen: Pen, runs: readonly Run[], style: Style & { width: number }): Word[] {
  const words: Word[] = []
  let open = false
  for (const { text, bold } of runs) {
    const space = pen.widthOf(' ', { ...style, bold })
    for (const [index, piece] of text.split(/ +/).entries()) {
      if (index > 0) open = false
      if (piece === '') continue
      for (const part of broken(pen, piece, { ...style, bold })) {
        const width = pen.widthOf(part, { ...style, bold })
        const last = words.at(-1)
        if (open && last && last.width + width <= style.width) {
          last.parts.push({ text: part, bold, width })
          last.width += width
        } else words.push({ parts: [{ text: part, bold, width }], width, space: open ? 0 : space })
        open = true
      }
    }
  }
  return words
}

/** A word that is longer than a line is broken where it has to be. */
function broken(pen: Pen, word: string, style: Style & { width: number }): string[] {
  if (pen.widthOf(word, style) <= style.width) return [word]
  const parts = ['']
  for (const character of word) {
    const longer = `${parts.at(-1)}${character}`
    if (pen.widthOf(longer, style) <= style.width || parts.at(-1) === '') parts[parts.length - 1] = longer
    else parts.push(character)
  }
  return parts
}
