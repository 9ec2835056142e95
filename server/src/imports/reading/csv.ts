import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import { buildSheet, FileProblem, type Sheet } from './sheet.ts'

const separators = [';', ',', '\t', '|']
const sample_length = 64 * 1024
const sample_rows = 20
const piece_length = 64 * 1024
/** Quotes inside words are usual, and rows of different lengths too. */
const tolerant = {
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: true,
  max_record_size: 1024 * 1024,
} as const

/** Reads a file of separated values, in whatever letters and with whatever separator it was written. */
export async function readCsv(path: string): Promise<Sheet> {
  const { text, separator } = dividedText(decoded(await readFile(path)))
  const sheet = buildSheet()
  const parser = parse({ ...tolerant, delimiter: separator, info: true })
  // Whatever goes wrong on either side reaches the reader of the result.
  const records = pipeline(piecesOf(text), parser, () => {})
  try {
    for await (const { record, info } of records as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      sheet.add(info.lines, record)
    }
  } catch (error) {
    throw problemOf(error)
  }
  return sheet.end()
}

/** No piece ends within a letter of two halves: each becomes bytes by itself. */
function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = from + piece_length
    const to = isFirstHalf(text.charCodeAt(end - 1)) ? end + 1 : end
    yield text.slice(from, to)
    from = to
  }
}

const isFirstHalf = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00

function problemOf(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error
  const line = typeof error.lines === 'number' ? error.lines : 1
  if (error.code === 'CSV_MAX_RECORD_SIZE') return new FileProblem(`line ${line} is too long`)
  return new FileProblem(`line ${line} has a quotation mark that is not closed`)
}

const no_file = 'is neither a CSV file nor an Excel workbook (.xlsx)'

/** Text as it was written: Unicode with or without a mark at its beginning, or else the letters of Windows. */
function decoded(bytes: Buffer): string {
  const [first, second] = bytes
  const wide = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null
  const text = wide === null ? decodedBytes(bytes) : new TextDecoder(wide).decode(bytes)
  if (text.includes('\0')) throw new FileProblem(no_file)
  return text
}

function decodedBytes(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The separator is the one with which the first rows have the same number of cells, and more than one. */
function dividedText(text: string): { text: string; separator: string } {
  const [line, named] = /^sep=([^\r\n])\r?\n/i.exec(text) ?? []
  // The line stays, so that the numbers of lines do; it has one cell, and is no heading.
  if (line !== undefined && named !== undefined) return { text, separator: named }
  const sample = text.slice(0, sample_length)
  const scores = separators.map((separator) => ({ separator, score: scoreOf(sample, separator) }))
  const best = scores.reduce((one, other) => (other.score > one.score ? other : one))
  return { text, separator: best.separator }
}

function scoreOf(sample: string, separator: string): number {
  let rows: string[][]
  try {
    rows = parseAtOnce(sample, { ...tolerant, delimiter: separator, to: sample_rows })
  } catch {
    return 0
  }
  const counts = Map.groupBy(rows, ({ length }) => length)
  const [width, same] = [...counts].reduce(
    (best, [length, { length: times }]) => (length > 1 && times > best[1] ? [length, times] : best),
    [1, 0],
  )
  return same === 0 ? 0 : (same / rows.length) * 1_000 + width
}
