import { ArchiveProblem, readArchive } from '../../files/archive.ts'
import { buildSheet, FileProblem, type Sheet } from './sheet.ts'
import { readStyles, readWorkbook, relationsIn, sharedStrings, type Workbook } from './workbook.ts'
import { readSheet } from './worksheet.ts'
import { XmlProblem } from './xml.ts'

/** A workbook of twenty thousand rows unpacks to some tens of megabytes. */
const limits = { files_max: 2_000, bytes_max: 160 * 1024 * 1024 }
const head_names = ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels', 'xl/styles.xml', 'xl/sharedStrings.xml']

/** Reads the first sheet that is shown of a workbook. Formulas are never calculated: their last result counts. */
export async function readXlsx(path: string): Promise<Sheet> {
  try {
    const workbook = await readHead(path)
    const sheet = buildSheet()
    for await (const { name, bytes } of readArchive(path, limits)) {
      if (name !== workbook.sheet_path) continue
      await readSheet(bytes, workbook, sheet)
      return sheet.end()
    }
    throw new FileProblem('is an Excel workbook without a sheet')
  } catch (error) {
    if (error instanceof XmlProblem) throw new FileProblem('is a damaged Excel workbook; save it again')
    throw error instanceof ArchiveProblem ? new FileProblem(`cannot be unpacked: ${error.message}`) : error
  }
}

/** What has to be known before the sheet is read; its parts lie in the archive in any order. */
async function readHead(path: string): Promise<Workbook> {
  let book: Awaited<ReturnType<typeof readWorkbook>> | null = null
  let relations = new Map<string, string>()
  const workbook: Workbook = { sheet_path: '', days_from_1904: false, formats: [], strings: [] }
  for await (const { name, bytes } of readArchive(path, limits)) {
    if (!head_names.includes(name)) continue
    if (name.endsWith('.rels')) relations = await relationsIn(bytes)
    else if (name.endsWith('workbook.xml')) book = await readWorkbook(bytes)
    else if (name.endsWith('styles.xml')) workbook.formats = await readStyles(bytes)
    else workbook.strings = await sharedStrings(bytes)
  }
  if (book === null) throw new FileProblem('is neither a CSV file nor an Excel workbook (.xlsx)')
  const target = relations.get(book.relation) ?? 'worksheets/sheet1.xml'
  workbook.sheet_path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
  workbook.days_from_1904 = book.days_from_1904
  return workbook
}
