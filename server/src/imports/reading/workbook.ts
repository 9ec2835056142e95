import { isCurrencyCode } from '../../domain/codes.ts'
import { FileProblem } from './sheet.ts'
import { readXml } from './xml.ts'

/** How a number of a sheet is shown, where that says more than the number. */
export type NumberFormat = {
  day: boolean
  digits: number
  /** The currency that stands beside it, where that is not the euro: an amount in euros is a plain number. */
  currency: string | null
}

/** What has to be known of a workbook to read its sheet. */
export type Workbook = {
  sheet_path: string
  /** Whether days are counted as old Macintoshes did. */
  days_from_1904: boolean
  /** By the number of a cell's style. */
  formats: NumberFormat[]
  strings: string[]
}

type Bytes = AsyncIterable<Uint8Array>

/** The first sheet that is shown, by its relation. */
export async function readWorkbook(bytes: Bytes): Promise<{ relation: string; days_from_1904: boolean }> {
  let relation: string | null = null
  let days_from_1904 = false
  await readXml(bytes, {
    open: (name, attributes) => {
      if (name === 'workbookPr') days_from_1904 = ['1', 'true'].includes(attributes.date1904 ?? '')
      if (name !== 'sheet' || relation !== null || (attributes.state ?? 'visible') !== 'visible') return
      relation = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
    },
  })
  if (relation === null) throw new FileProblem('is an Excel workbook without a sheet')
  return { relation, days_from_1904 }
}

export async function relationsIn(bytes: Bytes): Promise<Map<string, string>> {
  const relations = new Map<string, string>()
  await readXml(bytes, {
    open: (name, { Id, Target }) => {
      if (name === 'Relationship' && Id !== undefined && Target !== undefined) relations.set(Id, Target)
    },
  })
  return relations
}

const strings_letters_max = 40_000_000

/** Words that cells refer to by number. Those that say how a word is spoken are left out. */
export async function sharedStrings(bytes: Bytes): Promise<string[]> {
  const strings: string[] = []
  let [words, inside, spoken, letters] = ['', false, false, 0]
  await readXml(bytes, {
    open: (name) => {
      if (name === 'si') words = ''
      if (name === 'rPh') spoken = true
      if (name === 't') inside = !spoken
    },
    text: (text) => {
      if (!inside) return
      words += text
      letters += text.length
      if (letters > strings_letters_max) throw new FileProblem('holds more text than can be imported at once; split it')
    },
    close: (name) => {
      if (name === 'si') strings.push(words)
      if (name === 'rPh') spoken = false
      if (name === 't') inside = false
    },
  })
  return strings
}

/** Formats that every workbook has, and that show a day: with its month and year. */
const builtin_days = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58])

/** The formats of cells by the number of their style. */
export async function readStyles(bytes: Bytes): Promise<NumberFormat[]> {
  const codes = new Map<number, string>()
  const formats: NumberFormat[] = []
  let in_cells = false
  await readXml(bytes, {
    open: (name, { numFmtId, formatCode }) => {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode ?? '')
      if (name === 'cellXfs') in_cells = true
      if (name === 'xf' && in_cells) formats.push(formatOf(Number(numFmtId ?? 0), codes))
    },
    close: (name) => {
      if (name === 'cellXfs') in_cells = false
    },
  })
  return formats
}

function formatOf(id: number, codes: ReadonlyMap<number, string>): NumberFormat {
  const code = codes.get(id)
  // The currencies of those that every workbook has are those of whoever looks at it.
  if (code === undefined) return { day: builtin_days.has(id), digits: 0, currency: null }
  // What stands in quotes and brackets is shown as it is, or is a colour or a language.
  const bare = code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, '')
  return {
    day: /[dy]/i.test(bare) && !/[#0?]/.test(bare),
    digits: /^0{2,}$/.test(bare) ? bare.length : 0,
    currency: currencyIn(code),
  }
}

/** `[$CHF-807]`, `[$$-409]`, `"USD"`, `\$` or a plain `$` in a format; of words that are no currency nothing is known. */
function currencyIn(code: string): string | null {
  const [, named] = /\[\$([^\]-]+)/.exec(code) ?? []
  const shown = named ?? code.replaceAll(/\[[^\]]*\]/g, '')
  const [sign = 'EUR'] = /[$£]|(?<!\p{L})[A-Z]{3}(?!\p{L})/u.exec(shown) ?? []
  return sign !== 'EUR' && (/[$£]/.test(sign) || isCurrencyCode(sign)) ? sign : null
}
