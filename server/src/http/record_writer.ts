import type { Column } from '../api/print.ts'
import type { RawRow } from '../db/raw_rows.ts'

/** Where a record is written: bytes, how many of them are used, and a way to get room for more. */
export type Sheet = { out: Buffer; length: number; room: (needed: number) => void }

type WriteRecord = (sheet: Sheet, row: RawRow) => void

/** Behind the id of a row stands the whole record, as ready JSON. */
export const writeDocument: WriteRecord = (sheet, { bytes, starts, ends }) => {
  const [start = 0, end = 0] = [starts[1], ends[1]]
  sheet.room(end - start)
  sheet.length += bytes.copy(sheet.out, sheet.length, start, end)
}

const quote = 0x22
const backslash = 0x5c
const brace_open = 0x7b
const brace_close = 0x7d
const none = Buffer.from('null')
/** What a byte can become at most: six letters, as in \u001f. */
const escaped_max = 6

/** Behind the id of a row stand the members of the record, as texts of PostgreSQL, which become JSON here. */
export function recordWriter(columns: readonly Column[]): WriteRecord {
  const members = columns.map(({ name, json }, index) => ({
    name: Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify(name)}:`),
    write: writers[json],
  }))
  return (sheet, { bytes, starts, ends }) => {
    sheet.room(2)
    sheet.out[sheet.length++] = brace_open
    for (let index = 0; index < members.length; index++) {
      const member = members[index]
      const [start = 0, end = 0] = [starts[index + 1], ends[index + 1]]
      if (member === undefined) continue
      sheet.room(member.name.length + none.length + 1)
      sheet.length += member.name.copy(sheet.out, sheet.length)
      if (end < start) sheet.length += none.copy(sheet.out, sheet.length)
      else member.write(sheet, bytes, start, end)
    }
    sheet.room(1)
    sheet.out[sheet.length++] = brace_close
  }
}

type Write = (sheet: Sheet, bytes: Buffer, start: number, end: number) => void

const writers: { readonly [way in Column['json']]: Write } = {
  bare: (sheet, bytes, start, end) => {
    sheet.room(end - start + 1)
    copyShort(sheet, bytes, start, end)
  },
  quoted: (sheet, bytes, start, end) => {
    sheet.room(end - start + 3)
    sheet.out[sheet.length++] = quote
    copyShort(sheet, bytes, start, end)
    sheet.out[sheet.length++] = quote
  },
  escaped: (sheet, bytes, start, end) => {
    sheet.room((end - start) * escaped_max + 3)
    const { out } = sheet
    let at = sheet.length
    out[at++] = quote
    for (let from = start; from < end; from++) {
      const byte = bytes[from] ?? 0
      if (byte >= 0x20 && byte !== quote && byte !== backslash) out[at++] = byte
      else at += out.write(escapes[byte] ?? '', at, 'latin1')
    }
    out[at++] = quote
    sheet.length = at
  },
  moment: (sheet, bytes, start, end) => {
    sheet.room(end - start + 12)
    writeMoment(sheet, bytes, start, end)
  },
}

/** A call costs more than copying a few bytes one by one. */
const short = 24

function copyShort(sheet: Sheet, bytes: Buffer, start: number, end: number): void {
  if (end - start > short) {
    sheet.length += bytes.copy(sheet.out, sheet.length, start, end)
    return
  }
  const { out } = sheet
  let at = sheet.length
  for (let from = start; from < end; from++) out[at++] = bytes[from] ?? 0
  sheet.length = at
}

/** What stands for each byte that cannot stand for itself in JSON. */
const escapes: readonly string[] = Array.from({ length: 0x80 }, (_, byte) =>
  JSON.stringify(String.fromCharCode(byte)).slice(1, -1),
)

const seconds_length = '2026-11-14 09:30:00'.length
const fraction_length = 6
const [point, zero, space, letter_t, letter_z] = [0x2e, 0x30, 0x20, 0x54, 0x5a]

/** From «2026-11-14 09:30:00.12+00» to "2026-11-14T09:30:00.120000Z": always six digits, as everywhere. */
function writeMoment(sheet: Sheet, bytes: Buffer, start: number, end: number): void {
  const { out } = sheet
  let at = sheet.length
  out[at++] = quote
  let from = start
  for (; from < end && from - start < seconds_length; from++) {
    const byte = bytes[from] ?? 0
    out[at++] = byte === space ? letter_t : byte
  }
  out[at++] = point
  let digits = 0
  if (bytes[from] === point) {
    for (from++; digits < fraction_length && isDigit(bytes[from]); from++, digits++) out[at++] = bytes[from] ?? 0
  }
  for (; digits < fraction_length; digits++) out[at++] = zero
  out[at++] = letter_z
  out[at++] = quote
  sheet.length = at
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= zero && byte <= zero + 9
