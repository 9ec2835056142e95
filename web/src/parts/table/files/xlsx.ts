import { strToU8, Zip, ZipDeflate } from 'fflate'
import { type FileCell, looksLikeFormula } from './cell.ts'

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const kinds = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The styles of cells, by their place in the list: plain, heading, amount, day, words that look like a formula. */
const style = { heading: 1, number: 2, day: 3, quoted: 4 } as const

const override = (name: string, kind: string): string =>
  `<Override PartName="/xl/${name}.xml" ContentType="${kinds}.${kind}+xml"/>`
const relation = (id: string, kind: string, target: string): string =>
  `<Relationship Id="${id}" Type="${relations}/${kind}" Target="${target}"/>`
const list = (name: string, items: readonly string[]): string =>
  `<${name} count="${items.length}">${items.join('')}</${name}>`

/** The parts of a spreadsheet besides its one sheet, as ECMA-376 wants them. */
const parts = (sheet_name: string): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': `<Types xmlns="${packages}/content-types">
    <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
    <Default Extension="xml" ContentType="application/xml"/>
    ${override('workbook', 'sheet.main')}${override('worksheets/sheet1', 'worksheet')}${override('styles', 'styles')}
    </Types>`,
  '_rels/.rels': `<Relationships xmlns="${packages}/relationships">
    ${relation('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}">
    <sheets><sheet name="${escaped(sheet_name.slice(0, 31))}" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships">
    ${relation('r1', 'worksheet', 'worksheets/sheet1.xml')}${relation('r2', 'styles', 'styles.xml')}</Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}">${list('fonts', ['<font/>', '<font><b/></font>'])}
    ${list('fills', ['<fill/>'])}${list('borders', ['<border/>'])}${list('cellStyleXfs', ['<xf/>'])}
    ${list('cellXfs', [
      '<xf/>',
      '<xf fontId="1" applyFont="1"/>',
      '<xf numFmtId="4" applyNumberFormat="1"/>',
      '<xf numFmtId="14" applyNumberFormat="1"/>',
      '<xf quotePrefix="1"/>',
    ])}</styleSheet>`,
})

export type XlsxFile = { add: (rows: readonly (readonly FileCell[])[]) => void; end: () => Uint8Array<ArrayBuffer>[] }

/** A spreadsheet of one sheet. Rows are compressed as they come, so that only what is compressed is kept. */
export function xlsxFile(sheet_name: string, headings: readonly string[]): XlsxFile {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((problem, piece) => {
    if (problem) throw problem
    // It is made anew for each piece.
    pieces.push(piece as Uint8Array<ArrayBuffer>)
  })
  for (const [name, content] of Object.entries(parts(sheet_name))) {
    const part = new ZipDeflate(name)
    zip.add(part)
    part.push(strToU8(`${xml}${content}`), true)
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 6 })
  zip.add(sheet)
  const head = headings.map((text) => textCell(text, style.heading)).join('')
  sheet.push(strToU8(`${xml}<worksheet xmlns="${main}"><sheetData><row>${head}</row>`))
  return {
    add: (rows) => sheet.push(strToU8(rows.map((cells) => `<row>${cells.map(cellOf).join('')}</row>`).join(''))),
    end: () => {
      sheet.push(strToU8('</sheetData></worksheet>'), true)
      zip.end()
      return pieces
    },
  }
}

function cellOf(cell: FileCell): string {
  if (cell === null) return '<c/>'
  if (typeof cell === 'string') return textCell(cell, looksLikeFormula(cell) ? style.quoted : 0)
  if ('day' in cell) return `<c s="${style.day}"><v>${serialOf(cell.day)}</v></c>`
  return `<c s="${cell.number.includes('.') ? style.number : 0}"><v>${cell.number}</v></c>`
}

const textCell = (text: string, s: number): string =>
  `<c s="${s}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

/** Spreadsheets count days from the end of 1899. */
const serialOf = (day: string): number => Math.round((Date.parse(day) - Date.UTC(1899, 11, 30)) / 86_400_000)

/** What XML cannot hold is left out. */
function escaped(text: string): string {
  const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML forbids.
  const held = text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
  return held.replace(/[&<>"]/g, (letter) => named[letter] ?? letter)
}
