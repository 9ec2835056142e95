import { setImmediate as othersFirst } from 'node:timers/promises'
import type { Day } from '../../domain/days.ts'
import {
  type Block as BlockOnPage,
  layPages,
  plain,
  type Stretch,
  space,
  stacked,
  textBlocks,
} from '../../letters/pdf/flow.ts'
import { page_size, pdfFile } from '../../letters/pdf/pdf_file.ts'
import { makePen, type Pen } from '../../letters/pdf/pen.ts'
import { type Column, columnWidths, rowsOf, tableRows } from '../../letters/pdf/table.ts'
import { filled } from '../../letters/texts/letter_texts.ts'
import type { Block } from './blocks.ts'
import { calculationOf, documentOf } from './document.ts'
import type { CaseFile } from './read.ts'
import { caseWords } from './words/case_words.ts'

const soft = '#4a5468'
const hairline = { width: 0.6, color: '#d9dde3' }
const margin = 56
const foot = 60
const width = page_size.width - 2 * margin
const body = { size: 9.5, width }
const look = { width, gap: 8, padding: 2, style: { size: body.size } }

/** What is drawn: blocks from top to bottom, and what each page says at its foot. */
export type Paper = {
  blocks: readonly Block[]
  /** With `{page}` and `{pages}`. */
  page: string
  title: string
  author: string
  language: string
  today: Day
}

/** The dossier of a case as paper. The same case on the same day gives the same bytes. */
export function casePdf(file: CaseFile): Promise<Buffer> {
  return paperOf(file, documentOf(file), caseWords[file.language].title)
}

/** How a claim was worked out, as paper of its own. */
export function calculationPdf(file: CaseFile): Promise<Buffer> {
  return paperOf(file, calculationOf(file), caseWords[file.language].calculation_title)
}

const paperOf = (file: CaseFile, blocks: readonly Block[], title: string): Promise<Buffer> =>
  blocksPdf({
    ...{ blocks, page: caseWords[file.language].page, language: file.language, today: file.today },
    ...{ title: `${title} ${file.credit_case_number}`, author: file.creditor.name },
  })

/** Blocks as paper. The same blocks on the same day give the same bytes. */
export async function blocksPdf({ blocks, page, title, author, language, today }: Paper): Promise<Buffer> {
  const pen = makePen()
  const bottom = page_size.height - foot
  const stretches = await stretchesOf(pen, blocks)
  const laying = layPages(stretches, { x: margin, top: margin, first_top: margin, bottom })
  let laid = laying.next()
  for (; !laid.done; laid = laying.next()) await othersFirst()
  const pages = laid.value
  for (const [index, one] of pages.entries()) {
    const text = filled(page, { page: String(index + 1), pages: String(pages.length) })
    const [line] = textBlocks(pen, plain(text), { size: 8, color: soft, width, right: true })
    line?.draw(one, margin, bottom + 20)
  }
  return pdfFile(pages, pen, { title, author, language, created: new Date(today) })
}

/** A heading is part of what follows it, so that it never stands alone at the foot of a page. */
async function stretchesOf(pen: Pen, blocks: readonly Block[]): Promise<Stretch[]> {
  const stretches: Stretch[] = []
  for (const [index, block] of blocks.entries()) {
    const [before, after] = [blocks[index - 1], blocks[index + 1]]
    if (block.is === 'heading' && after !== undefined) continue
    await othersFirst()
    const heading = before?.is === 'heading' ? headingOf(pen, before.text) : []
    if (block.is === 'table') {
      stretches.push(await tableOf(pen, block, heading))
      continue
    }
    const [first, ...rest] = drawn(pen, block)
    if (first) stretches.push({ blocks: [stacked([...heading, first]), ...rest], after: 4 })
  }
  return stretches
}

/** A case can have thousands of invoices; whoever else has something to do in this process has a turn after so many. */
const rows_at_once = 100

const headingOf = (pen: Pen, text: string) => [
  space(14),
  ...textBlocks(pen, plain(text, true), { size: 12.5, width }),
  space(3),
]

function drawn(pen: Pen, block: Exclude<Block, { is: 'table' }>) {
  switch (block.is) {
    case 'title':
      return textBlocks(pen, plain(block.text, true), { size: 18, width })
    case 'heading':
      return headingOf(pen, block.text)
    case 'text':
      return [space(6), ...textBlocks(pen, plain(block.text, true), body)]
    case 'small':
      return textBlocks(pen, plain(block.text), { size: 9, color: soft, width })
    case 'facts': {
      const rows = block.facts.map(([name, value]) => [{ text: name, color: soft }, { text: value }])
      return tableRows(pen, rows, ['own', 'rest'], { ...look, padding: 1, line: null })
    }
  }
}

/** On every page that a table goes on, its heading and the names of its columns are drawn again. */
async function tableOf(
  pen: Pen,
  { head, rows, numbers }: Extract<Block, { is: 'table' }>,
  heading: ReturnType<typeof headingOf> | [],
): Promise<Stretch> {
  const cellsOf = (texts: readonly string[], bold: boolean) =>
    texts.map((text, column) => ({ text, bold, right: numbers.includes(column) }))
  const cells = [cellsOf(head, true), ...rows.map((row) => cellsOf(row.cells, row.strong ?? false))]
  const widest = widestOf(head.length, numbers)
  const columns = head.map((_, column): Column => (column === widest ? 'rest' : 'own'))
  const lined = { ...look, line: hairline }
  const widths = columnWidths(pen, cells, columns, lined)
  const drawn_rows: BlockOnPage[] = []
  for (let from = 0; from < cells.length; from += rows_at_once) {
    for (const one of rowsOf(pen, cells.slice(from, from + rows_at_once), widths, lined)) drawn_rows.push(one)
    await othersFirst()
  }
  const [names = space(0), ...blocks] = drawn_rows
  return { heading: stacked([...heading, names]), blocks, after: 6 }
}

/** The column that takes the room that is left: the last one that holds no numbers. */
const widestOf = (columns: number, numbers: readonly number[]): number =>
  Array.from({ length: columns }, (_, column) => column).findLast((column) => !numbers.includes(column)) ?? 0
