import { readFileSync } from 'node:fs'
import { type Font, readFont } from './font.ts'
import { type FontUse, type Page, page_size, useFont } from './pdf_file.ts'
import type { Picture } from './picture.ts'

/** How letters look: how large, how strong, and in which colour (`#4a5468`). */
export type Style = { size: number; bold?: boolean; color?: string }

/**
 * What writes on the pages of one document. Places are points from the left and from the top; a text stands below its
 * place, as on paper.
 */
export type Pen = {
  fonts: readonly FontUse[]
  /** Those that were drawn so far. */
  pictures: readonly Picture[]
  widthOf: (text: string, style: Style) => number
  write: (page: Page, text: string, x: number, y: number, style: Style) => void
  line: (
    page: Page,
    from: [x: number, y: number],
    to: [x: number, y: number],
    style: { width: number; color: string },
  ) => void
  /** Draws a picture into a rectangle. */
  picture: (page: Page, picture: Picture, at: { x: number; y: number; width: number; height: number }) => void
  /** Fills rectangles. */
  fill: (page: Page, squares: readonly { x: number; y: number; width: number; height: number }[], color: string) => void
}

/** How far lines of letters of a size are from each other. */
export const lineHeight = (size: number, spacing = 1.25): number => {
  const { ascent, descent } = loadFonts().regular
  return ((ascent - descent) / 1000) * size * spacing
}

type Fonts = { regular: Font; bold: Font }
let loaded: Fonts | null = null

/** Read with the first letter, and never again: a document only takes what it needs of them. */
function loadFonts(): Fonts {
  if (loaded) return loaded
  const read = (name: string): Font => readFont(name, readFileSync(new URL(`fonts/${name}.ttf`, import.meta.url)))
  loaded = { regular: read('Roboto-Regular'), bold: read('Roboto-Medium') }
  return loaded
}

export function makePen(): Pen {
  const { regular, bold } = loadFonts()
  const pictures: Picture[] = []
  const [plain, strong] = [useFont(regular, 'F1'), useFont(bold, 'F2')]
  return {
    fonts: [plain, strong],
    pictures,
    picture: (page, picture, { x, y, width, height }) => {
      if (!pictures.includes(picture)) pictures.push(picture)
      const place = [width, 0, 0, height, x, page_size.height - y - height].map(number).join(' ')
      page.push(`q ${place} cm /P${pictures.indexOf(picture) + 1} Do Q`)
    },
    widthOf: (text, { size, bold: is_bold }) => (unitsOf(is_bold ? bold : regular, text) * size) / 1000,
    write: (page, text, x, y, { size, bold: is_bold, color }) => {
      if (text === '') return
      const { font, name, encode } = is_bold ? strong : plain
      const baseline = page_size.height - y - (font.ascent * size) / 1000
      const place = `1 0 0 1 ${number(x)} ${number(baseline)} Tm`
      page.push(
        `BT ${paint(color ?? '#000000')} rg /${name} ${number(size)} Tf ${place} <${encode(clean(text))}> Tj ET`,
      )
    },
    line: (page, [x, y], [to_x, to_y], { width, color }) => {
      const [from, to] = [page_size.height - y, page_size.height - to_y]
      page.push(
        `${paint(color)} RG ${number(width)} w ${number(x)} ${number(from)} m ${number(to_x)} ${number(to)} l S`,
      )
    },
    fill: (page, squares, color) => {
      const drawn = squares.map(
        ({ x, y, width, height }) =>
          `${number(x)} ${number(page_size.height - y - height)} ${number(width)} ${number(height)} re`,
      )
      page.push(`${paint(color)} rg ${drawn.join(' ')} f`)
    },
  }
}

const widths = new WeakMap<Font, Map<string, number>>()

/** The width of a text in thousandths of its size. Letters come up again and again, so theirs are kept. */
function unitsOf(font: Font, text: string): number {
  let known = widths.get(font)
  if (!known) {
    known = new Map()
    widths.set(font, known)
  }
  let units = 0
  for (const character of clean(text)) {
    let own = known.get(character)
    if (own === undefined) {
      own = font.widthOf(font.glyphOf(character.codePointAt(0) ?? 0))
      // Only as many as there are in the font: whoever sends others does not fill the memory.
      if (known.size < 5_000) known.set(character, own)
    }
    units += own
  }
  return units
}

/**
 * Letters with their accents as one, which is how fonts have them; nothing that cannot be seen. Of spaces that no line
 * breaks at fonts have one width alone: French amounts come with a narrower one.
 */
const clean = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text)
    ? text
    : text
        .normalize('NFC')
        .replaceAll(/\p{Cc}/gu, ' ')
        .replaceAll(/[\u2007\u202f]/g, '\u00a0')

/** A number as PDF has it: to a thousandth, and never with an exponent. */
const number = (value: number): string => String(Math.round(value * 1000) / 1000)

const paint = (color: string): string =>
  [1, 3, 5].map((at) => number(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(' ')
