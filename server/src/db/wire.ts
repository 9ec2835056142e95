import pg from 'pg'

// What is spoken with PostgreSQL below the driver: a message is a letter, a length and a body.

export const header_length = 5

/** The messages that a statement of ours is answered with, by their letters. */
export const replies = {
  parsed: 0x31,
  row: 0x44,
  error: 0x45,
  ready: 0x5a,
} as const

/** These may come at any time, and are for the driver: a notice, a setting that changed, a notification. */
const unasked: ReadonlySet<number> = new Set([0x4e, 0x53, 0x41])

export const isUnasked = (letter: number | undefined): boolean => letter !== undefined && unasked.has(letter)

/** A parameter as the server reads it. */
export function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return `{${value.map(quoted).join(',')}}`
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  throw new Error('A parameter of a page is a text, a number, true or false, or a list of them.')
}

const quoted = (value: unknown): string => {
  const text = asText(value)
  return text === null ? 'null' : `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}

const execute_and_sync = Buffer.from([
  ...[0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0], // Execute the unnamed portal to its last row.
  ...[0x53, 0, 0, 0, 4], // Sync: then the server says that it is ready.
])

/**
 * Parse, unless the statement is prepared already; Bind, Execute and Sync. It is one write; and the server is not asked
 * to describe the columns, because whoever takes the rows knows them.
 */
export function requestBytes(text: string | null, name: string, values: readonly (string | null)[]): Buffer {
  const name_bytes = Buffer.byteLength(name) + 1
  const parse_bytes = text === null ? 0 : 4 + name_bytes + Buffer.byteLength(text) + 1 + 2
  const lengths = values.map((value) => (value === null ? -1 : Buffer.byteLength(value)))
  const bind_bytes = 4 + 1 + name_bytes + 2 + 2 + lengths.reduce((sum, one) => sum + 4 + Math.max(one, 0), 0) + 2
  const out = Buffer.allocUnsafe((text === null ? 0 : 1 + parse_bytes) + 1 + bind_bytes + execute_and_sync.length)
  let at = 0
  const letter = (code: number, length: number): void => {
    out[at] = code
    at = out.writeInt32BE(length, at + 1)
  }
  const word = (value: string): void => {
    at += out.write(value, at)
    out[at++] = 0
  }
  const number = (value: number): void => {
    at = out.writeInt16BE(value, at)
  }
  if (text !== null) {
    letter(0x50, parse_bytes)
    word(name)
    word(text)
    number(0)
  }
  letter(0x42, bind_bytes)
  word('')
  word(name)
  // All parameters and all columns are texts.
  number(0)
  number(values.length)
  for (const [place, value] of values.entries()) {
    at = out.writeInt32BE(lengths[place] ?? -1, at)
    if (value !== null) at += out.write(value, at)
  }
  number(0)
  execute_and_sync.copy(out, at)
  return out
}

/** The members of an error of the driver, by the letters that the server has for them. */
const error_members = new Map([
  ...(['severity', 'code', 'detail', 'hint', 'position', 'where'] as const).map(
    (name, place) => ['SCDHPW'.charCodeAt(place), name] as const,
  ),
  ...(['schema', 'table', 'column', 'constraint', 'routine'] as const).map(
    (name, place) => ['stcnR'.charCodeAt(place), name] as const,
  ),
])
const message_letter = 'M'.charCodeAt(0)

/** The error that a message holds, as the driver would make it. */
export function readError(bytes: Buffer, start: number, end: number): pg.DatabaseError {
  const said = new Map<number, string>()
  for (let at = start + header_length; at < end && bytes[at] !== 0; ) {
    const stop = bytes.indexOf(0, at + 1)
    said.set(bytes[at] ?? 0, bytes.toString('utf8', at + 1, stop))
    at = stop + 1
  }
  const error = new pg.DatabaseError(said.get(message_letter) ?? '', end - start, 'error')
  for (const [letter, name] of error_members) error[name] = said.get(letter)
  return error
}
