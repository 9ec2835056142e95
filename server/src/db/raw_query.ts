import type { Duplex } from 'node:stream'

/**
 * Rows as the bytes that PostgreSQL sent. Turning each field into a string, only to turn it back into bytes for the
 * caller, is most of what a page of ready documents would cost; so this taps the connection below the driver's parser,
 * keeps the rows of its own statements, and passes everything else on.
 */
export type RawRow = {
  bytes: Buffer
  starts: number[]
  /** One less than the start: there is no value. */
  ends: number[]
}

/** Who gets the rows of a connection while a statement of ours runs on it. */
export type RowTaker = { take: ((row: RawRow) => void) | null }

/** What we rely on inside the driver: where a connection writes, and which statements its server has prepared. */
export type DriverConnection = {
  stream: Duplex
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
}

type Ended = (error: unknown, result?: { rowCount: number }) => void

/**
 * A statement whose rows go past the driver, which only hears of its beginning and its end. All that the server has to
 * be told is one write; and it is not asked to describe the columns, because whoever takes the rows knows them.
 */
export class RawQuery {
  readonly text: string
  readonly name: string
  callback: Ended
  private readonly parameters: readonly (string | null)[]
  private taker: RowTaker = { take: null }
  private readonly take: (row: RawRow) => void
  private failed: { error: unknown } | null = null
  private count = 0

  constructor(
    { text, name = '', values }: { text: string; name?: string; values: readonly unknown[] },
    take: (row: RawRow) => void,
    callback: Ended,
  ) {
    this.text = text
    this.name = name
    // Before it is our turn: then nobody could be told what is wrong with them.
    this.parameters = values.map(asText)
    this.take = take
    this.callback = callback
  }

  /** Whose rows are taken from now on. */
  on(taker: RowTaker): this {
    this.taker = taker
    return this
  }

  /** Called by the driver when it is our turn. What it answers is an error, or nothing. */
  submit(connection: DriverConnection): Error | null {
    const { text, name } = this
    const known = connection.parsedStatements[name] ?? connection.submittedNamedStatements[name]
    if (name !== '' && known !== undefined && known !== text) {
      return new Error(`Prepared statements must be unique: ${name} was used for a different statement.`)
    }
    const parse = name === '' || known === undefined
    if (parse && name !== '') connection.submittedNamedStatements[name] = text
    this.taker.take = (row) => {
      // Thrown here, an error would end the process: we are inside the socket's event.
      try {
        this.count++
        if (this.failed === null) this.take(row)
      } catch (error) {
        this.failed = { error }
      }
    }
    connection.stream.write(messages(parse ? text : null, name, this.parameters))
    return null
  }

  handleReadyForQuery(): void {
    this.taker.take = null
    if (this.failed) this.callback(this.failed.error)
    else this.callback(null, { rowCount: this.count })
  }

  handleError(error: unknown): void {
    this.taker.take = null
    this.callback(error)
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
}

/** A parameter as the server reads it. */
function asText(value: unknown): string | null {
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

/** Parse, unless the statement is prepared already; Bind, Execute and Sync, as the protocol of PostgreSQL has them. */
function messages(text: string | null, name: string, values: readonly (string | null)[]): Buffer {
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
