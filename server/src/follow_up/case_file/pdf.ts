import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { pdfOf } from '../../letters/rendering/pdf_maker.ts'
import { type Block, documentOf } from './document.ts'
import type { CaseFile } from './read.ts'
import { caseWords } from './words/case_words.ts'

const soft = '#4a5468'
const hairline = '#d9dde3'

/** The dossier of a case as paper. The same case on the same day gives the same bytes. */
export function casePdf(file: CaseFile): Promise<Buffer> {
  const { page, title } = caseWords[file.language]
  const definition: TDocumentDefinitions = {
    pageSize: 'A4',
    pageMargins: [56, 56, 56, 60],
    defaultStyle: { font: 'Roboto', fontSize: 9.5, lineHeight: 1.2 },
    language: file.language,
    info: {
      title: `${title} ${file.credit_case_number}`,
      author: file.creditor.name,
      ...{ creator: 'Dunlin', producer: 'Dunlin', creationDate: new Date(file.today) },
    },
    footer: (number, count) => ({
      text: page.replace('{page}', String(number)).replace('{pages}', String(count)),
      ...{ alignment: 'right', fontSize: 8, color: soft, margin: [56, 20, 56, 0] },
    }),
    content: contentOf(documentOf(file)),
  }
  return pdfOf(definition)
}

/** A heading before a table is part of it, so that it never stands alone at the foot of a page. */
const contentOf = (blocks: readonly Block[]): Content[] =>
  blocks.flatMap((block, index): Content[] => {
    const [before, after] = [blocks[index - 1], blocks[index + 1]]
    if (block.is === 'heading' && after?.is === 'table') return []
    if (block.is === 'table') return [tableOf(block, before?.is === 'heading' ? before.text : null)]
    return [drawn(block)]
  })

function drawn(block: Exclude<Block, { is: 'table' }>): Content {
  switch (block.is) {
    case 'title':
      return { text: block.text, fontSize: 18, bold: true }
    case 'heading':
      return { text: block.text, fontSize: 12.5, bold: true, margin: [0, 16, 0, 4] }
    case 'text':
      return { text: block.text, bold: true, margin: [0, 8, 0, 2] }
    case 'small':
      return { text: block.text, fontSize: 9, color: soft, margin: [0, 0, 0, 4] }
    case 'facts':
      return {
        table: {
          widths: ['auto', '*'],
          body: block.facts.map(([name, value]) => [{ text: name, color: soft }, { text: value }]),
        },
        ...{ layout: 'noBorders', margin: [0, 4, 0, 4] },
      }
  }
}

function tableOf({ head, rows, numbers }: Extract<Block, { is: 'table' }>, heading: string | null): Content {
  const cell = (text: string, column: number, bold: boolean): object => ({
    ...{ text, bold },
    ...(numbers.includes(column) ? { alignment: 'right', noWrap: true } : {}),
  })
  const titled = { text: heading ?? '', fontSize: 12.5, bold: true, colSpan: head.length, margin: [0, 16, 0, 2] }
  const body = [
    ...(heading === null ? [] : [[titled, ...head.slice(1).map(() => '')]]),
    head.map((text, column) => cell(text, column, true)),
    ...rows.map(({ cells, strong = false }) => cells.map((text, column) => cell(text, column, strong))),
  ]
  const widths = head.map((_, column) => (column === widest(head.length, numbers) ? '*' : 'auto'))
  return {
    table: { headerRows: heading === null ? 1 : 2, keepWithHeaderRows: 1, dontBreakRows: true, widths, body },
    layout: {
      hLineWidth: (line: number) => (line === 0 || (line === 1 && heading !== null) ? 0 : 0.6),
      vLineWidth: () => 0,
      hLineColor: () => hairline,
      paddingLeft: (column: number) => (column === 0 ? 0 : 8),
      paddingRight: () => 0,
    },
    margin: [0, 2, 0, 6],
  } as Content // The cells above are those that the library takes.
}

/** The column that takes the room that is left: the last one that holds no numbers. */
const widest = (columns: number, numbers: readonly number[]): number =>
  Array.from({ length: columns }, (_, column) => column).findLast((column) => !numbers.includes(column)) ?? 0
