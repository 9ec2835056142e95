import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type pg from 'pg'
import { header_length, isUnasked, readError, replies } from './wire.ts'

/**
 * A row as the bytes that PostgreSQL sent. Turning each field into a string, only to turn it back into bytes for the
 * caller, is most of what a page of ready documents would cost; so statements of pages run below the driver, which
 * opens connections, and never hears of them.
 */
export type RawRow = {
  bytes: Buffer
  starts: number[]
  /** One less than the start: there is no value. */
  ends: number[]
}

/** A statement of ours that runs on a connection. Rows stand only while they are taken. */
export type Running = {
  take: (row: RawRow) => void
  /** Called when the server has parsed the statement. */
  parsed: () => void
  /** Called once, when the server is ready for the next, or the connection is gone and can be used no more. */
  ended: (error: unknown, usable: boolean) => void
}

type Deliver = (bytes: Buffer) => void

/** Where a connection stands in the stream of messages. While nothing of ours runs, all of them are for the driver. */
export type Tap = {
  stream: Duplex
  running: Running | null
  failed: { error: unknown } | null
  row: RawRow
  /** Hands bytes to the driver. */
  deliver: Deliver
  /** The first bytes of a message whose length has not come yet. */
  start: Buffer | null
  /** A message of ours that came in part: room for the whole of it, and how much is there. */
  partial: Buffer | null
  filled: number
  /** Bytes still to come of a message whose beginning the driver has. */
  passing: number
}

const nothing = Buffer.alloc(0)
const cut_off = new Error('Connection terminated unexpectedly')
const read_length = 64 * 1024

/** What we rely on inside the driver: the socket of a connection. */
type Inside = { connection: { stream: Duplex } }

const taps = new WeakMap<Duplex, Tap>()

function makeTap(stream: Duplex, deliver: Deliver): Tap {
  const row = { bytes: nothing, starts: [], ends: [] }
  const tap: Tap = {
    ...{ stream, running: null, failed: null, row, deliver },
    ...{ start: null, partial: null, filled: 0, passing: 0 },
  }
  let broken: unknown = null
  stream.on('error', (error) => {
    broken = error
  })
  stream.once('close', () => end(tap, tap.failed?.error ?? broken ?? cut_off, false))
  taps.set(stream, tap)
  return tap
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
  const tap = makeTap(socket, (bytes) => void socket.emit('data', Buffer.from(bytes)))
  return socket
}

/** The socket of a connection. The driver's types do not declare it; a test checks that it is there. */
export const socketOf = (client: pg.ClientBase): Duplex => (client as unknown as Inside).connection.stream

export function tapOf(client: pg.PoolClient): Tap {
  const stream = socketOf(client)
  const known = taps.get(stream)
  if (known) return known
  const [deliver] = stream.listeners('data') as Deliver[]
  if (!deliver || stream.listenerCount('data') !== 1) throw new Error('The driver reads its socket in another way now.')
  const tap = makeTap(stream, deliver)
  stream.removeAllListeners('data')
  stream.on('data', (chunk: Buffer) => split(tap, chunk))
  return tap
}

/** Sends a statement; from now on, until it ends, what comes is for it. */
export function run(tap: Tap, running: Running, request: Buffer): void {
  tap.running = running
  tap.failed = null
  if (tap.stream.destroyed) end(tap, cut_off, false)
  else tap.stream.write(request)
}

function end(tap: Tap, error: unknown, usable: boolean): void {
  const { running } = tap
  tap.running = null
  running?.ended(error, usable)
}

/** Cuts what arrived into messages: some for us, the others for the driver. Only what is cut in two is copied. */
function split(tap: Tap, chunk: Buffer): void {
  const bytes = tap.start === null ? chunk : Buffer.concat([tap.start, chunk])
  tap.start = null
  // Up to `at` messages are understood; from `from` on they are still to be passed to the driver.
  let from = tap.partial === null ? 0 : fill(tap, tap.partial, bytes)
  let at = from + Math.min(tap.passing, bytes.length - from)
  tap.passing -= at - from
  while (at + header_length <= bytes.length) {
    const end = at + 1 + bytes.readUInt32BE(at + 1)
    if (tap.running !== null && !isUnasked(bytes[at])) {
      if (from < at) tap.deliver(bytes.subarray(from, at))
      if (end > bytes.length) {
        tap.partial = Buffer.allocUnsafe(end - at)
        tap.filled = bytes.copy(tap.partial, 0, at)
        return
      }
      hear(tap, bytes, at, end)
      from = end
    }
    at = end
  }
  if (at < bytes.length) tap.start = Buffer.from(bytes.subarray(at))
  tap.passing += Math.max(at - bytes.length, 0)
  const to = Math.min(at, bytes.length)
  if (from < to) tap.deliver(bytes.subarray(from, to))
}

/** Completes a message that came in part, as far as these bytes go; returns how many of them that took. */
function fill(tap: Tap, partial: Buffer, bytes: Buffer): number {
  const count = bytes.copy(partial, tap.filled)
  tap.filled += count
  if (tap.filled === partial.length) {
    tap.partial = null
    hear(tap, partial, 0, partial.length)
  }
  return count
}

/** A message for the statement that runs. Whatever is not heard here only says that things go as they should. */
function hear(tap: Tap, bytes: Buffer, at: number, stop: number): void {
  const letter = bytes[at]
  if (letter === replies.row) take(tap, fieldsOf(tap.row, bytes, at))
  else if (letter === replies.parsed) tap.running?.parsed()
  else if (letter === replies.error) tap.failed ??= { error: readError(bytes, at, stop) }
  else if (letter === replies.ready) end(tap, tap.failed?.error ?? null, true)
}

function take(tap: Tap, row: RawRow): void {
  if (tap.failed !== null) return
  // Thrown here, an error would end the process: we are inside the socket's event.
  try {
    tap.running?.take(row)
  } catch (error) {
    tap.failed = { error }
  }
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
