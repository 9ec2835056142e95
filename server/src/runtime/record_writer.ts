import type { Column } from '../api/print.ts'
import type { RawRow } from '../db/raw_rows.ts'

/** Where a record is written: bytes, how many of them are used, and a way to get room for more. */
export type RecordBuffer = { out: Buffer; length: number; room: (needed: number) => void }

type WriteRecord = (buffer: RecordBuffer, row: RawRow) => void

/** Behind the id of a row stands the whole record, as ready JSON. */
export const writeDocument: WriteRecord = (buffer, { bytes, starts, ends }) => {
  const [start = 0, end = 0] = [starts[1], ends[1]]
  buffer.room(end - start)
  buffer.length += bytes.copy(buffer.out, buffer.length, start, end)
}

const quote = 0x22
const backslash = 0x5c
const brace_open = 0x7b
const brace_close = 0x7d
const none = Buffer.from('null')
/** What a member can need beyond its name and its text: quotes, or the digits that are left out of a moment. */
const beside_max = 12
/** What a byte can become at most: six letters, as in \u001f. */
const escaped_max = 6

/**
 * Behind the id of a row stand the members of the record, as texts of PostgreSQL, which become JSON here. Room is asked
 * for once for all of them, and once more if one holds something that cannot stand for itself, which is seldom.
 */
export function recordWriter(columns: readonly Column[]): WriteRecord {
  const members = columns.map(({ name, json }, index) => ({
    name: Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify(name)}:`),
    write: writers[json],
  }))
  const fixed = members.reduce((sum, { name }) => sum + name.length + beside_max, 2)
  return (buffer, { bytes, starts, ends }) => {
    const row_end = ends[members.length] ?? 0
    buffer.room(fixed + Math.max(0, row_end - (starts[0] ?? 0)))
    let out = buffer.out
    let at = buffer.length
    out[at++] = brace_open
    for (let index = 0; index < members.length; index++) {
      const member = members[index]
      if (member === undefined) break
      const start = starts[index + 1] ?? 0
      const end = ends[index + 1] ?? 0
      at = copy(out, at, member.name, 0, member.name.length)
      if (end < start) {
        at = copy(out, at, none, 0, none.length)
        continue
      }
      const after = member.write(out, at, bytes, start, end)
      if (after >= 0) {
        at = after
        continue
      }
      buffer.length = at
      buffer.room(fixed + (row_end - start) * escaped_max)
      out = buffer.out
      at = writeEscaped(out, at, bytes, start, end)
    }
    out[at++] = brace_close
    buffer.length = at
  }
}

/** Writes a value where there is room for it, and returns where it ends; less than 0 if it has to be escaped. */
type Write = (out: Buffer, at: number, bytes: Buffer, start: number, end: number) => number

/** A call costs more than copying a few bytes one by one. */
const short = 24

const copy: Write = (out, at, bytes, start, end) => {
  if (end - start > short) return at + bytes.copy(out, at, start, end)
  let to = at
  for (let from = start; from < end; from++) out[to++] = bytes[from] ?? 0
  return to
}

const quoted: Write = (out, at, bytes, start, end) => {
  out[at] = quote
  const after = copy(out, at + 1, bytes, start, end)
  out[after] = quote
  return after + 1
}

/** What needs no escape is copied as it is. */
const unescaped: Write = (out, at, bytes, start, end) => {
  let to = at
  out[to++] = quote
  for (let from = start; from < end; from++) {
    const byte = bytes[from] ?? 0
    if (byte < 0x20 || byte === quote || byte === backslash) return -1
    out[to++] = byte
  }
  out[to++] = quote
  return to
}

/** What stands for each byte that cannot stand for itself in JSON. */
const escapes: readonly string[] = Array.from({ length: 0x80 }, (_, byte) =>
  JSON.stringify(String.fromCharCode(byte)).slice(1, -1),
)

const writeEscaped: Write = (out, at, bytes, start, end) => {
  let to = at
  out[to++] = quote
  for (let from = start; from < end; from++) {
    const byte = bytes[from] ?? 0
    if (byte >= 0x20 && byte !== quote && byte !== backslash) out[to++] = byte
    else to += out.write(escapes[byte] ?? '', to, 'latin1')
  }
  out[to++] = quote
  return to
}

const seconds_length = '2026-11-14 09:30:00'.length
const fraction_length = 6
const [point, zero, space, letter_t, letter_z] = [0x2e, 0x30, 0x20, 0x54, 0x5a]

/** From «2026-11-14 09:30:00.12+00» to "2026-11-14T09:30:00.120000Z": always six digits, as everywhere. */
const moment: Write = (out, at, bytes, start, end) => {
  let to = at
  out[to++] = quote
  let from = start
  for (; from < end && from - start < seconds_length; from++) {
    const byte = bytes[from] ?? 0
    out[to++] = byte === space ? letter_t : byte
  }
  out[to++] = point
  let digits = 0
  if (bytes[from] === point) {
    for (from++; digits < fraction_length && isDigit(bytes[from]); from++, digits++) out[to++] = bytes[from] ?? 0
  }
  for (; digits < fraction_length; digits++) out[to++] = zero
  out[to++] = letter_z
  out[to++] = quote
  return to
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= zero && byte <= zero + 9

const writers: { readonly [way in Column['json']]: Write } = { bare: copy, quoted, escaped: unescaped, moment }
