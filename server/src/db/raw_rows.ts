import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import pg from 'pg'
import { type DriverConnection, RawQuery, type RawRow, type RowTaker } from './raw_query.ts'

export type { RawRow } from './raw_query.ts'

export type RawStatement = { text: string; values: unknown[]; name?: string }

/** Runs a statement; `take` sees each row while it stands, and must copy what it wants to keep. */
export function rawRows(pool: pg.Pool, statement: RawStatement, take: (row: RawRow) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let giveBack = (_broken?: boolean): void => {}
    const query = new RawQuery(statement, take, (error) => {
      giveBack(error !== null && !leavesConnectionGood(error))
      if (error === null) resolve()
      else reject(error)
    })
    pool.connect((problem, client, release) => {
      if (problem || client === undefined) return reject(problem)
      giveBack = release
      // The driver takes whatever can be submitted; its types know its own connection as what we do not need of it.
      client.query(query.on(tapOf(client)) as unknown as pg.Submittable)
    })
  })
}

/** Errors of a statement do; being told that the server stops (class 57P), and whatever else went wrong, does not. */
function leavesConnectionGood(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !error.code?.startsWith('57P')
}

type Deliver = (bytes: Buffer) => void

/** Where a connection stands in the stream of messages, each of which is a letter, a length and a body. */
type Tap = RowTaker & {
  row: RawRow
  /** Hands bytes to the driver. */
  deliver: Deliver
  /** The first bytes of a message whose length has not come yet. */
  start: Buffer | null
  /** A row that came in part: room for the whole of it, and how much is there. */
  partial: Buffer | null
  filled: number
  /** Bytes still to come of a message whose beginning the driver has. */
  passing: number
}

const nothing = Buffer.alloc(0)
const data_row = 0x44
/** Messages that only say that things go as they should: the driver has no use for them either. */
const bind_complete = 0x32
const command_complete = 0x43
const header_length = 5
const read_length = 64 * 1024

/** What we rely on inside the driver: the connection of a client. */
type Inside = { connection: DriverConnection }

const taps = new WeakMap<Duplex, Tap>()

function makeTap(deliver: Deliver): Tap {
  const row = { bytes: nothing, starts: [], ends: [] }
  return { take: null, row, deliver, start: null, partial: null, filled: 0, passing: 0 }
}

/**
 * The socket of a connection, for the driver's option `stream`. It reads into one buffer of its own again and again,
 * where Node makes a new one of 64 kB for each read. The driver may keep what it gets, so it gets copies. With TLS the
 * driver puts another socket on top, which `tapOf` taps.
 */
export function tappedSocket(config?: { ssl?: unknown }): Socket {
  if (config?.ssl) return new Socket()
  const buffer = Buffer.allocUnsafeSlow(read_length)
  const callback = (length: number): boolean => {
    split(tap, buffer.subarray(0, length))
    return true
  }
  // The types know this option of connections only; the constructor takes it as well, and a test holds it.
  const socket = new Socket({ onread: { buffer, callback } } as ConstructorParameters<typeof Socket>[0])
  const tap = makeTap((bytes) => void socket.emit('data', Buffer.from(bytes)))
  taps.set(socket, tap)
  return socket
}

/** The socket of a connection. The driver does not tell it in its types; a test holds that it is there. */
export const socketOf = (client: pg.ClientBase): Duplex => (client as unknown as Inside).connection.stream

function tapOf(client: pg.PoolClient): Tap {
  const stream = socketOf(client)
  const known = taps.get(stream)
  if (known) return known
  const [deliver] = stream.listeners('data') as Deliver[]
  if (!deliver || stream.listenerCount('data') !== 1) throw new Error('The driver reads its socket in another way now.')
  const tap = makeTap(deliver)
  stream.removeAllListeners('data')
  stream.on('data', (chunk: Buffer) => split(tap, chunk))
  taps.set(stream, tap)
  return tap
}

/** Cuts what arrived into messages: rows for us, the others for the driver. Only a row that is cut in two is copied. */
function split(tap: Tap, chunk: Buffer): void {
  const bytes = tap.start === null ? chunk : Buffer.concat([tap.start, chunk])
  tap.start = null
  // Up to `at` messages are understood; from `from` on they are still to be passed to the driver.
  let from = tap.partial === null ? 0 : fill(tap, tap.partial, bytes)
  let at = from + Math.min(tap.passing, bytes.length)
  tap.passing -= at - from
  while (at + header_length <= bytes.length) {
    const end = at + 1 + bytes.readUInt32BE(at + 1)
    const letter = bytes[at]
    if (letter === data_row && tap.take !== null) {
      if (from < at) tap.deliver(bytes.subarray(from, at))
      if (end > bytes.length) {
        tap.partial = Buffer.allocUnsafe(end - at)
        tap.filled = bytes.copy(tap.partial, 0, at)
        return
      }
      tap.take(fieldsOf(tap.row, bytes, at))
      from = end
    } else if (tap.take !== null && from === at && end <= bytes.length && isAllRight(letter)) from = end
    at = end
  }
  if (at < bytes.length) tap.start = Buffer.from(bytes.subarray(at))
  tap.passing += Math.max(at - bytes.length, 0)
  const to = Math.min(at, bytes.length)
  if (from < to) tap.deliver(bytes.subarray(from, to))
}

const isAllRight = (letter: number | undefined): boolean => letter === bind_complete || letter === command_complete

/** Completes a row that came in part, as far as these bytes go; tells how many of them that took. */
function fill(tap: Tap, partial: Buffer, bytes: Buffer): number {
  const count = bytes.copy(partial, tap.filled)
  tap.filled += count
  if (tap.filled === partial.length) {
    tap.partial = null
    tap.take?.(fieldsOf(tap.row, partial, 0))
  }
  return count
}

function fieldsOf(row: RawRow, bytes: Buffer, start: number): RawRow {
  row.bytes = bytes
  const count = bytes.readUInt16BE(start + header_length)
  if (row.starts.length !== count) {
    row.starts.length = count
    row.ends.length = count
  }
  let at = start + header_length + 2
  for (let field = 0; field < count; field++) {
    const length = bytes.readInt32BE(at)
    at += 4
    row.starts[field] = at
    row.ends[field] = at + length
    if (length > 0) at += length
  }
  return row
}
