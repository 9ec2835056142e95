import { strToU8, zipSync } from 'fflate'

export type BookCell =
  | string
  | number
  | { day: number }
  | { formula: string; result: number }
  | { padded: number }
  | { dollars: number }
  | null

const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const named = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : named(Math.floor(column / 26) - 1) + named(column % 26)

function cellXml(cell: BookCell, reference: string, strings: string[]): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return `<c r="${reference}" t="s"><v>${strings.push(cell) - 1}</v></c>`
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`
  if ('day' in cell) return `<c r="${reference}" s="1"><v>${cell.day}</v></c>`
  if ('dollars' in cell) return `<c r="${reference}" s="3"><v>${cell.dollars}</v></c>`
  if ('padded' in cell) return `<c r="${reference}" s="2"><v>${cell.padded}</v></c>`
  return `<c r="${reference}"><f>${escaped(cell.formula)}</f><v>${cell.result}</v></c>`
}

const xml = (content: string): Uint8Array => strToU8(`<?xml version="1.0" encoding="UTF-8"?>\n${content}`)
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The parts of an Excel workbook with one sheet behind a hidden one, as a spreadsheet program writes them. */
export function bookParts(rows: readonly (readonly BookCell[])[]): Record<string, Uint8Array> {
  const strings: string[] = []
  const lines = rows.map(
    (cells, row) =>
      `<row r="${row + 1}">${cells.map((cell, at) => cellXml(cell, `${named(at)}${row + 1}`, strings)).join('')}</row>`,
  )
  const sheets =
    '<sheet name="Aside" sheetId="1" state="hidden" r:id="rId8"/><sheet name="List" sheetId="2" r:id="rId9"/>'
  const related = (id: string, target: string): string =>
    `<Relationship Id="${id}" Type="${relations}/worksheet" Target="${target}"/>`
  return {
    'xl/worksheets/sheet1.xml': xml(`<worksheet ${main}><sheetData/></worksheet>`),
    'xl/worksheets/sheet2.xml': xml(`<worksheet ${main}><sheetData>${lines.join('')}</sheetData></worksheet>`),
    'xl/workbook.xml': xml(`<workbook ${main} xmlns:r="${relations}"><sheets>${sheets}</sheets></workbook>`),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${
        related('rId8', 'worksheets/sheet1.xml') + related('rId9', 'worksheets/sheet2.xml')
      }</Relationships>`,
    ),
    'xl/styles.xml': xml(
      `<styleSheet ${main}><numFmts><numFmt numFmtId="170" formatCode="00000"/>` +
        '<numFmt numFmtId="171" formatCode="[$$-409]#,##0.00;[Red]-[$$-409]#,##0.00"/></numFmts>' +
        '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>',
    ),
    'xl/sharedStrings.xml': xml(
      `<sst ${main}>${strings.map((words) => `<si><t xml:space="preserve">${escaped(words)}</t></si>`).join('')}</sst>`,
    ),
  }
}

export const workbookOf = (rows: readonly (readonly BookCell[])[]): Uint8Array => zipSync(bookParts(rows))
