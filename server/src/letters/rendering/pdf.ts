import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { encode } from 'uqr'
import { default_texts, filled, type LetterFrame } from '../texts/letter_texts.ts'
import type { LetterFacts } from './facts.ts'
import { sayAmount, sayDay, shortDay } from './formats.ts'
import type { WrittenLetter } from './letter.ts'
import { closingOf, daysLate, qrTextOf, transferLines } from './payment.ts'
import { pdfOf } from './pdf_maker.ts'
import type { Piece } from './pieces.ts'

const mm = 72 / 25.4
const margin = { left: 22 * mm, top: 22 * mm, right: 20 * mm, bottom: 24 * mm }
/** Where the window of an envelope is: on the left, and in France on the right. Its height suits DIN 5008 form B. */
const window_top = 50 * mm
const window_left = (country_code: string): number => (country_code === 'FR' ? 105 : 22) * mm
/** The letter itself begins below the first fold. */
const body_top = 100 * mm
const soft = '#4a5468'
const hairline = '#d9dde3'

/** A letter as paper: A4, for an envelope with a window. The same letter gives the same bytes. */
export async function letterPdf(letter: WrittenLetter): Promise<Buffer> {
  return pdfOf(definitionOf(letter))
}

function definitionOf(letter: WrittenLetter): TDocumentDefinitions {
  const { facts, title } = letter
  const { frame } = default_texts[facts.language]
  return {
    pageSize: 'A4',
    pageMargins: [margin.left, margin.top, margin.right, margin.bottom],
    defaultStyle: { font: 'Roboto', fontSize: 10, lineHeight: 1.25 },
    language: facts.language,
    info: {
      title: letter.subject,
      author: facts.creditor.name,
      creator: 'Dunlin',
      producer: 'Dunlin',
      // The moment would make each rendering another file.
      creationDate: new Date(facts.day),
    },
    footer: (page, pages) => pageNumber(page, pages, frame),
    content: [
      ...head(facts),
      { text: sayDay(facts.day, facts.language), color: soft, absolutePosition: { x: margin.left, y: body_top } },
      { text: title, fontSize: 15, bold: true, margin: [0, body_top + 8 * mm - margin.top, 0, 8] },
      ...letter.pieces.flatMap((piece) => shown(piece, facts, frame)),
      // How to pay and what to know stay together, so that no page has two lines of small print alone.
      { stack: [...paymentBlock(facts, frame), ...closing(facts, frame)], unbreakable: true },
    ],
  }
}

/** Who writes, and to whom: at fixed places, so that the window shows the address and nothing else. */
function head({ creditor, debtor }: LetterFacts): Content[] {
  const details = [...creditor.address, creditor.email_address, creditor.registration_number ?? '']
  const x = window_left(creditor.country_code)
  return [
    { text: creditor.name, fontSize: 15, bold: true, absolutePosition: { x: margin.left, y: margin.top - 6 * mm } },
    {
      text: details.filter((one) => one !== '').join('\n'),
      fontSize: 8.5,
      color: soft,
      alignment: 'right',
      absolutePosition: { x: margin.left, y: margin.top - 6 * mm },
    },
    {
      text: [creditor.name, ...creditor.address].join(', '),
      fontSize: 7,
      color: soft,
      absolutePosition: { x, y: window_top },
    },
    {
      text: [debtor.name, ...debtor.address].join('\n'),
      fontSize: 10.5,
      absolutePosition: { x, y: window_top + 5 * mm },
    },
  ]
}

function shown(piece: Piece, facts: LetterFacts, frame: LetterFrame): Content[] {
  // What can be pressed is of no use on paper.
  if (piece.is === 'pay.button') return []
  if (piece.is === 'invoices.table') return [invoiceTable(facts, frame)]
  const lines = piece.lines.flatMap((runs, index) => [
    ...(index > 0 ? [{ text: '\n' }] : []),
    ...runs.map(({ text, strong }) => ({ text, bold: strong })),
  ])
  return [{ text: lines, margin: [0, 0, 0, 8] }]
}

function invoiceTable(facts: LetterFacts, frame: LetterFrame): Content {
  const { invoices, language, currency_code, total_amount } = facts
  const orders = invoices.some(({ order_number }) => order_number !== null)
  const right = (text: string, bold = false) => ({ text, alignment: 'right' as const, bold, noWrap: true })
  const row = (cells: { order: object; rest: object[]; first: object }): object[] =>
    orders ? [cells.first, cells.order, ...cells.rest] : [cells.first, ...cells.rest]
  const bold = (text: string) => ({ text, bold: true })
  const body = [
    row({
      first: bold(frame.invoice),
      order: bold(frame.order),
      rest: [bold(frame.due), right(frame.days, true), right(frame.open, true)],
    }),
    ...invoices.map((one) =>
      row({
        first: { text: one.invoice_number },
        order: { text: one.order_number ?? '' },
        rest: [
          { text: shortDay(one.due_date, language) },
          right(String(daysLate(one, facts))),
          right(sayAmount(one.open_amount, currency_code, language)),
        ],
      }),
    ),
    row({
      first: bold(frame.total),
      order: { text: '' },
      rest: [{ text: '' }, { text: '' }, right(sayAmount(total_amount, currency_code, language), true)],
    }),
  ]
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: ['*', ...(orders ? ['*'] : []), 'auto', 'auto', 'auto'],
      body,
    },
    layout: {
      hLineWidth: (index) => (index === 0 ? 0 : 0.7),
      vLineWidth: () => 0,
      hLineColor: () => hairline,
      paddingLeft: (index) => (index === 0 ? 0 : 8),
      paddingRight: () => 0,
      paddingTop: () => 3,
      paddingBottom: () => 3,
    },
    margin: [0, 4, 0, 12],
  } as Content // The cells above are those that the library takes.
}

const closing = (facts: LetterFacts, frame: LetterFrame): Content[] =>
  closingOf(facts, frame).map((text): Content => ({ text, color: soft, fontSize: 9, margin: [0, 2, 0, 0] }))

/** How to pay, on one page as a whole: the code for a banking app, and the same to type. */
function paymentBlock(facts: LetterFacts, frame: LetterFrame): Content[] {
  const lines = transferLines(facts, frame)
  if (lines.length === 0) return []
  const code = qrTextOf(facts)
  const typed: Content = {
    table: { widths: ['auto', '*'], body: lines.map(([label, value]) => [{ text: label, color: soft }, value]) },
    layout: {
      defaultBorder: false,
      paddingLeft: () => 0,
      paddingRight: () => 12,
      paddingTop: () => 1,
      paddingBottom: () => 1,
    },
  }
  const qr: Content = {
    stack: [
      { svg: svgOf(code ?? ''), width: 28 * mm },
      { text: frame.scan, fontSize: 7, color: soft },
    ],
  }
  const columns = code === null ? [typed] : [{ width: 36 * mm, ...qr }, typed]
  return [
    {
      table: { widths: ['*'], dontBreakRows: true, body: [[{ columns, columnGap: 8 }]] },
      layout: {
        hLineColor: () => hairline,
        vLineColor: () => hairline,
        paddingLeft: () => 12,
        paddingRight: () => 12,
        paddingTop: () => 10,
        paddingBottom: () => 8,
      },
      margin: [0, 6, 0, 10],
    },
  ]
}

/** A QR code as one path. EPC069-12 asks for error correction M. */
function svgOf(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return `<svg viewBox="0 0 ${size} ${size}" xmlns="http://www.w3.org/2000/svg"><path d="${squares.join('')}"/></svg>`
}

const pageNumber = (page: number, pages: number, frame: LetterFrame): Content =>
  pages === 1
    ? ''
    : {
        text: filled(frame.page, { page: String(page), pages: String(pages) }),
        alignment: 'right',
        fontSize: 8,
        color: soft,
        margin: [0, 10 * mm, margin.right, 0],
      }
