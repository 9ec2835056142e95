import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { encode } from 'uqr'
import { type Block, layOut, plain, type Stretch, stacked, textBlocks } from '../pdf/flow.ts'
import { type Page, page_size, pdfFile } from '../pdf/pdf_file.ts'
import { makePen, type Pen } from '../pdf/pen.ts'
import { type Picture, readPicture } from '../pdf/picture.ts'
import { type Mark, makeSketchPen, marksOf } from '../pdf/sketch.ts'
import { type Cell, type Column, tableRows } from '../pdf/table.ts'
import type { LetterFrame } from '../texts/each_language.ts'
import { default_texts, filled } from '../texts/letter_texts.ts'
import type { LetterFacts } from './facts.ts'
import { sayAmount, sayDay, shortDay } from './formats.ts'
import type { WrittenLetter } from './letter.ts'
import { closingOf, daysLate, moreLine, qrTextOf, transferLines } from './payment.ts'
import type { Piece } from './pieces.ts'

const mm = 72 / 25.4
const margin = { left: 22 * mm, top: 22 * mm, right: 20 * mm, bottom: 24 * mm }
const width = page_size.width - margin.left - margin.right
/** Where the window of an envelope is: on the left, and in France on the right. Its height suits DIN 5008 form B. */
const window_top = 50 * mm
const window_left = (country_code: string): number => (country_code === 'FR' ? 105 : 22) * mm
const window_width = 85 * mm
/** The letter itself begins below the first fold. */
const body_top = 100 * mm
const soft = '#4a5468'
const hairline = '#d9dde3'
const body = { size: 10, width }

/** Bytes of the store by their checksum; null when they are not there any more. */
export type OpenBytes = (checksum: string) => Promise<Readable | null>

/** A letter as paper: A4, for an envelope with a window. The same letter gives the same bytes. */
export async function letterPdf(letter: WrittenLetter, open: OpenBytes): Promise<Buffer> {
  return lettersPdf([letter], open)
}

/** The same pages as they are seen on a screen, beside the mail: what stands where. */
export async function letterSketch(letter: WrittenLetter, open: OpenBytes): Promise<Mark[][]> {
  return marksOf(letterPages(letter, makeSketchPen(), await logoOf(letter, open)))
}

/** Letters to print together, one after the other, each with pages of its own. */
export async function lettersPdf(letters: readonly WrittenLetter[], open: OpenBytes): Promise<Buffer> {
  const [first] = letters
  if (!first) throw new Error('There is no letter to print.')
  const pen = makePen()
  const pages: Page[] = []
  for (const letter of letters) {
    pages.push(...letterPages(letter, pen, await logoOf(letter, open)))
    // A batch takes seconds: others get their turn in between.
    if (letters.length > 1) await setImmediate()
  }
  const { language, creditor, day } = first.facts
  // The moment would make each rendering another file.
  const info = { title: first.subject, author: creditor.name, language, created: new Date(day) }
  return pdfFile(pages, pen, info)
}

/** Logos that were read, of the few administrations whose letters are made at a time. */
const logos = new Map<string, Picture | null>()
const logos_max = 20

/** The logo of a letter; null where there is none, or none that can be drawn. */
async function logoOf({ facts }: WrittenLetter, open: OpenBytes): Promise<Picture | null> {
  const checksum = facts.creditor.look?.logo?.checksum
  if (checksum === undefined) return null
  const known = logos.get(checksum)
  if (known !== undefined) return known
  const bytes = await open(checksum)
  // What is not there now may be there again when the store is.
  if (bytes === null) return null
  const picture = readPicture(await buffer(bytes))
  if (logos.size >= logos_max) logos.clear()
  logos.set(checksum, picture)
  return picture
}

function letterPages(letter: WrittenLetter, pen: Pen, logo: Picture | null): Page[] {
  const { facts, title } = letter
  const { frame } = default_texts[facts.language]
  const heading = textBlocks(pen, plain(title, true), { size: 15, width, ...inColour(facts) })
  const stretches: Stretch[] = [
    { blocks: heading, after: 8 },
    ...letter.pieces.flatMap((piece) => stretchOf(pen, piece, facts, frame)),
    // How to pay and what to know stay together, so that no page has two lines of small print alone.
    { blocks: [...paymentBlock(pen, facts, frame), ...closing(pen, facts, frame)], together: true },
  ]
  const bottom = page_size.height - margin.bottom
  const pages = layOut(stretches, { x: margin.left, top: margin.top, bottom, first_top: body_top + 8 * mm })
  const [first] = pages
  if (first) drawHead(pen, first, facts, { frame, logo })
  if (pages.length > 1)
    for (const [index, page] of pages.entries()) drawNumber(pen, page, index + 1, pages.length, frame)
  return pages
}

type Head = { frame: LetterFrame; logo: Picture | null }

const inColour = ({ creditor: { look } }: LetterFacts): { color?: string } =>
  look?.colour ? { color: look.colour } : {}

/** As large as there is room above the window, and never larger than it is. */
function sizeOf({ width: wide, height: high }: Picture): { width: number; height: number } {
  const scale = Math.min((60 * mm) / wide, (20 * mm) / high, 0.75)
  return { width: wide * scale, height: high * scale }
}

/** Who writes, and to whom: at fixed places, so that the window shows the address and nothing else. */
function drawHead(pen: Pen, page: Page, facts: LetterFacts, { frame, logo }: Head): void {
  const { creditor, debtor, day, language } = facts
  const top = margin.top - 6 * mm
  const x = window_left(creditor.country_code)
  const draw = (blocks: readonly Block[], at: number, y: number): void => stacked(blocks).draw(page, at, y)
  const number = creditor.registration_number ?? ''
  // A number alone says nothing; where it comes with its name, that is left as it is.
  const registered = /^\d/.test(number) ? filled(frame.registered, { number }) : number
  // A logo may be a drawing alone: the name is printed beside it.
  const details = [...(logo ? [creditor.name] : []), ...creditor.address, creditor.email_address, registered]
  const shown = details.filter((one) => one !== '').join('\n')
  if (logo) pen.picture(page, logo, { x: margin.left, y: top, ...sizeOf(logo) })
  else
    draw(
      textBlocks(pen, plain(creditor.name, true), { size: 15, width: width * 0.6, ...inColour(facts) }),
      margin.left,
      top,
    )
  draw(textBlocks(pen, plain(shown), { size: 8.5, color: soft, width, right: true }), margin.left, top)
  draw(senderLine(pen, creditor), x, window_top)
  const address = [debtor.name, ...debtor.address].join('\n')
  draw(textBlocks(pen, plain(address), { size: 10.5, width: window_width }), x, window_top + 5 * mm)
  draw(textBlocks(pen, plain(sayDay(day, language)), { ...body, color: soft }), margin.left, body_top)
}

/** Where a letter goes back to, in one line above the address: the name gives way where there is no room for both. */
function senderLine(pen: Pen, { name, address }: LetterFacts['creditor']): Block[] {
  const style = { size: 7, color: soft, width: window_width }
  const [whole, short] = [[name, ...address], address].map((parts) => textBlocks(pen, plain(parts.join(', ')), style))
  return (whole?.length === 1 || address.length === 0 ? whole : short)?.slice(0, 1) ?? []
}

function drawNumber(pen: Pen, page: Page, number: number, pages: number, frame: LetterFrame): void {
  const text = filled(frame.page, { page: String(number), pages: String(pages) })
  const [line] = textBlocks(pen, plain(text), { size: 8, color: soft, width, right: true })
  line?.draw(page, margin.left, page_size.height - margin.bottom + 10 * mm)
}

function stretchOf(pen: Pen, piece: Piece, facts: LetterFacts, frame: LetterFrame): Stretch[] {
  // What can be pressed is of no use on paper.
  if (piece.is === 'pay.button') return []
  if (piece.is === 'invoices.table') return [invoiceTable(pen, facts, frame)]
  const lines = piece.lines.map((runs) => runs.map(({ text, strong }) => ({ text, bold: strong })))
  return [{ blocks: textBlocks(pen, lines, body), together: true, after: 8 }]
}

function invoiceTable(pen: Pen, facts: LetterFacts, frame: LetterFrame): Stretch {
  const { invoices, language, currency_code, costs_amount, total_amount } = facts
  const orders = invoices.some(({ order_number }) => order_number !== null)
  const amount = (text: string, bold = false): Cell => ({
    ...{ text: sayAmount(text, currency_code, language), right: true, bold },
  })
  const late = invoices.some((one) => daysLate(one, facts) > 0)
  const row = (first: Cell, order: Cell, due: Cell, days: Cell, open: Cell): Cell[] => [
    ...[first, ...(orders ? [order] : []), due, ...(late ? [days] : []), open],
  ]
  const more = moreLine(facts, frame)
  const empty: Cell = { text: '' }
  const bold = (text: string): Cell => ({ text, bold: true })
  const rows = [
    row(
      bold(frame.invoice),
      bold(frame.order),
      bold(frame.due),
      { ...bold(frame.days), right: true },
      {
        ...bold(frame.open),
        right: true,
      },
    ),
    ...invoices.map((one) =>
      row(
        { text: one.invoice_number },
        { text: one.order_number ?? '' },
        { text: shortDay(one.due_date, language) },
        { text: String(daysLate(one, facts)), right: true },
        amount(one.open_amount),
      ),
    ),
    ...(more ? [row({ text: more.text }, empty, empty, empty, amount(more.open_amount))] : []),
    ...(costs_amount === null ? [] : [row({ text: frame.costs }, empty, empty, empty, amount(costs_amount))]),
    row(bold(frame.total), empty, empty, empty, amount(total_amount, true)),
  ]
  const own = Array<Column>(late ? 3 : 2).fill('own')
  const columns: Column[] = ['rest', ...(orders ? ['rest' as const] : []), ...own]
  const look = { width, gap: 12, padding: 3, line: { width: 0.7, color: hairline }, style: { size: 10 } }
  const [heading, ...blocks] = tableRows(pen, rows, columns, look)
  return { blocks, ...(heading ? { heading } : {}), after: 14 }
}

const closing = (pen: Pen, facts: LetterFacts, frame: LetterFrame): Block[] =>
  closingOf(facts, frame).flatMap((text) => textBlocks(pen, plain(text), { size: 9, color: soft, width }))

/** How to pay, on one page as a whole: the code for a banking app, and the same to type. */
function paymentBlock(pen: Pen, facts: LetterFacts, frame: LetterFrame): Block[] {
  const lines = transferLines(facts, frame)
  if (lines.length === 0) return []
  const code = qrTextOf(facts)
  const code_size = 28 * mm
  const beside = code === null ? 0 : 36 * mm + 8
  const rows = lines.map(([label, value]) => [{ text: label, color: soft }, { text: value }])
  const look = { width: width - 24 - beside, gap: 12, padding: 1, line: null, style: { size: 10 } }
  const typed = stacked(tableRows(pen, rows, ['own', 'rest'], look))
  const scan = code === null ? null : textBlocks(pen, plain(frame.scan), { size: 7, color: soft, width: 36 * mm })
  const inside = Math.max(typed.height, scan === null ? 0 : code_size + 2 + stacked(scan).height)
  const height = inside + 18
  const edge = facts.creditor.look?.colour ?? hairline
  return [
    {
      height: height + 16,
      draw: (page, x, y) => {
        const top = y + 6
        const corners: [number, number][] = [
          [x, top],
          [x + width, top],
          [x + width, top + height],
          [x, top + height],
        ]
        for (const [index, corner] of corners.entries()) {
          pen.line(page, corner, corners[(index + 1) % 4] ?? corner, { width: 1, color: edge })
        }
        typed.draw(page, x + 12 + beside, top + 10)
        if (code === null || scan === null) return
        pen.fill(page, squaresOf(code, code_size, x + 12, top + 10), '#000000')
        stacked(scan).draw(page, x + 12, top + 12 + code_size)
      },
    },
  ]
}

/** A QR code as rectangles, those beside each other in one. EPC069-12 asks for error correction M. */
function squaresOf(text: string, size: number, x: number, y: number) {
  const { data, size: count } = encode(text, { ecc: 'M', border: 0 })
  const unit = size / count
  return data.flatMap((row, line) => {
    const squares: { x: number; y: number; width: number; height: number }[] = []
    for (let from = 0; from < row.length; from++) {
      if (!row[from]) continue
      let to = from
      while (row[to + 1]) to++
      squares.push({ x: x + from * unit, y: y + line * unit, width: (to - from + 1) * unit, height: unit })
      from = to
    }
    return squares
  })
}
