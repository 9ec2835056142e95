import type { Language } from '../../../words/languages.ts'
import type { FileCell } from './cell.ts'
import { type CsvStyle, csv_beginning, csvLine } from './csv.ts'

type Rows = readonly (readonly FileCell[])[]

/** A file that is being written: rows are added, and at the end it is handed over. */
export type WrittenFile = { type: string; add: (rows: Rows) => void; end: () => BlobPart[] }

/** How spreadsheets in the country of a language read lists. */
const styleIn = (language: Language): CsvStyle =>
  language === 'nl' ? { separator: ';', decimal: ',' } : { separator: ',', decimal: '.' }

export function csvFile(headings: readonly string[], language: Language): WrittenFile {
  const style = styleIn(language)
  const type = 'text/csv'
  // The browser keeps what it was handed outside of the page's memory, on disk if it likes.
  const pieces = [new Blob([csv_beginning, csvLine(headings, style)])]
  const add = (rows: Rows): void => void pieces.push(new Blob(rows.map((cells) => csvLine(cells, style))))
  return { type, add, end: () => pieces }
}

/** What writes spreadsheets is loaded when somebody wants one. */
export async function spreadsheet(name: string, headings: readonly string[]): Promise<WrittenFile> {
  const { xlsxFile } = await import('./xlsx.ts')
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return { type, ...xlsxFile(name, headings) }
}

/** Lets the browser save a file under a name. */
export function saveFile({ type, end }: WrittenFile, file_name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(end(), { type }))
  link.download = file_name
  link.click()
  URL.revokeObjectURL(link.href)
}
