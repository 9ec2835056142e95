import type { EventEmitter } from 'node:events'
import pg from 'pg'

/**
 * Rows as the bytes that PostgreSQL sent. Turning each field into a string, only to turn it back into bytes for the
 * caller, is most of what a page of ready documents would cost; so this taps the connection below the driver's parser
 * while one of its statements runs, keeps the data rows to itself, and passes everything else on.
 */
export type RawRow = { bytes: Buffer; starts: number[]; ends: number[] }

export type RawStatement = { text: string; values: unknown[]; name?: string }

/** Runs a statement; `take` sees each row while it stands, and must copy what it wants to keep. */
export async function rawRows(pool: pg.Pool, statement: RawStatement, take: (row: RawRow) => void): Promise<void> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await run(client, statement, take)
  } catch (error) {
    // Errors of the statement leave the connection good; whatever else went wrong does not.
    if (!(error instanceof pg.DatabaseError)) broken = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.release(broken)
  }
}

function run(client: pg.PoolClient, statement: RawStatement, take: (row: RawRow) => void): Promise<void> {
  const tap = tapOf(client)
  return new Promise((resolve, reject) => {
    const query = new pg.Query<never[]>(
      { ...statement, queryMode: 'extended' } as pg.QueryConfig,
      (error: Error | undefined) => {
        tap.take = null
        if (error) reject(error)
        else resolve()
      },
    )
    tap.take = take
    client.query(query)
  })
}

type Deliver = (chunk: Buffer) => void

type Tap = { take: ((row: RawRow) => void) | null; rest: Buffer | null }

/** What we rely on inside the driver: the socket of a client. */
type Inside = { connection: { stream: EventEmitter } }

const taps = new WeakMap<object, Tap>()
const data_row = 68
const header_length = 5

function tapOf(client: pg.PoolClient): Tap {
  const known = taps.get(client)
  if (known) return known
  // The driver does not tell its socket in its types; a test holds that it is there.
  const { stream } = (client as unknown as Inside).connection
  const [deliver] = stream.listeners('data') as Deliver[]
  if (!deliver || stream.listenerCount('data') !== 1) throw new Error('The driver reads its socket in another way now.')
  const tap: Tap = { take: null, rest: null }
  stream.removeAllListeners('data')
  stream.on('data', (chunk: Buffer) => (tap.take === null ? deliver(chunk) : split(tap, chunk, deliver)))
  taps.set(client, tap)
  return tap
}

/** Cuts what arrived into messages: rows for us, the others for the driver, an unfinished one for the next time. */
function split(tap: Tap, chunk: Buffer, deliver: Deliver): void {
  const bytes = tap.rest === null ? chunk : Buffer.concat([tap.rest, chunk])
  tap.rest = null
  const row: RawRow = { bytes, starts: [], ends: [] }
  let at = 0
  while (at + header_length <= bytes.length) {
    const end = at + 1 + bytes.readUInt32BE(at + 1)
    if (end > bytes.length) break
    if (bytes[at] === data_row && tap.take !== null) tap.take(fieldsOf(row, at + header_length))
    else deliver(bytes.subarray(at, end))
    at = end
    // The statement ended with that message: what follows, if anything, is for the driver alone.
    if (tap.take === null) {
      if (at < bytes.length) deliver(bytes.subarray(at))
      return
    }
  }
  if (at < bytes.length) tap.rest = bytes.subarray(at)
}

function fieldsOf(row: RawRow, start: number): RawRow {
  const { bytes } = row
  const count = bytes.readUInt16BE(start)
  let at = start + 2
  for (let field = 0; field < count; field++) {
    const length = bytes.readInt32BE(at)
    at += 4
    row.starts[field] = at
    // An empty field says -1: nothing to read, told as an empty span.
    at += Math.max(length, 0)
    row.ends[field] = at
  }
  return row
}
