import { connect, createServer, type Server, type Socket } from 'node:net'
import type { Connection } from '../src/db/connect.ts'

/** A wire between the service and PostgreSQL that can be cut, bent and blocked. */
export type Wire = {
  /** Where the database is, through the wire. */
  url: string
  /** Cuts all connections; returns how many. */
  cut: () => number
  /** How many were not let through. */
  refused: () => number
  /** Lets no new connections through, or does again. */
  refuse: (on: boolean) => void
  /** Holds back everything in both directions, without closing anything, or lets go. */
  stall: (on: boolean) => void
  /** Delays each piece on its way back. */
  delay: (ms: number) => void
  /** Holds back, for so long, that a COPY is complete, after all of its rows went through. */
  dawdle: (ms: number) => void
  /** Each connection ends in the middle of what comes back, after so many bytes more. */
  truncate: (bytes: number) => void
  close: () => Promise<void>
}

type Pair = { inner: Socket; outer: Socket; left: number }

/** CopyDone of the protocol: a letter, and a length that counts itself. Rows as text hold no zero. */
const copy_done = Buffer.from([0x63, 0, 0, 0, 4])

export async function startProxy(connection: Connection): Promise<Wire> {
  const target = targetOf(connection)
  const pairs = new Set<Pair>()
  let refusing = false
  let refused = 0
  let stalled = false
  let delay_ms = 0
  let dawdle_ms = 0

  const server = createServer((outer) => {
    if (refusing) {
      refused++
      return void outer.destroy()
    }
    const pair: Pair = { outer, inner: connect(target.place), left: Number.POSITIVE_INFINITY }
    pairs.add(pair)
    const end = (): void => {
      pairs.delete(pair)
      pair.inner.destroy()
      outer.destroy()
    }
    for (const one of [outer, pair.inner]) one.on('error', end).on('close', end)
    outer.on('data', (chunk) => pair.inner.write(chunk))
    pair.inner.on('data', (chunk) => arrive(pair, chunk))
    if (stalled) hold(pair, true)
  })

  function arrive(pair: Pair, chunk: Buffer): void {
    const at = dawdle_ms > 0 ? chunk.indexOf(copy_done) : -1
    const end = at < 0 ? chunk.length : at + copy_done.length
    if (delay_ms > 0) setTimeout(back, delay_ms, pair, chunk.subarray(0, end))
    else back(pair, chunk.subarray(0, end))
    // A server says nothing more until it is asked again, so what is held back is not overtaken.
    if (end < chunk.length) setTimeout(back, delay_ms + dawdle_ms, pair, chunk.subarray(end))
  }

  const hold = ({ inner, outer }: Pair, on: boolean): void => {
    for (const one of [inner, outer]) on ? one.pause() : one.resume()
  }
  await listening(server)
  const { port } = server.address() as { port: number }
  return {
    url: target.url(port),
    cut: () => cut([...pairs]),
    refused: () => refused,
    refuse: (on) => {
      refusing = on
    },
    stall: (on) => {
      stalled = on
      for (const pair of pairs) hold(pair, on)
    },
    delay: (ms) => {
      delay_ms = ms
    },
    dawdle: (ms) => {
      dawdle_ms = ms
    },
    truncate: (bytes) => {
      for (const pair of pairs) pair.left = bytes
    },
    close: async () => {
      server.close()
      for (const { outer, inner } of pairs) {
        outer.destroy()
        inner.destroy()
      }
    },
  }
}

function cut(pairs: readonly Pair[]): number {
  for (const { outer, inner } of pairs) {
    outer.destroy()
    inner.destroy()
  }
  return pairs.length
}

function back(pair: Pair, chunk: Buffer): void {
  if (chunk.length <= pair.left) {
    pair.left -= chunk.length
    pair.outer.write(chunk)
    return
  }
  // Written first, so that the other end has the beginning of something that never ends.
  pair.outer.write(chunk.subarray(0, pair.left), () => pair.outer.destroy())
  pair.left = 0
}

function listening(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
}

/** Where PostgreSQL is: a folder with a socket in it, or an address. And how the same is written through the wire. */
function targetOf(connection: Connection): { place: { path: string } | { host: string; port: number }; url: Url } {
  if (typeof connection !== 'string') {
    const { host, port, user, database } = connection
    return {
      place: { path: `${host}/.s.PGSQL.${port}` },
      url: (own) => `postgres://${user}@127.0.0.1:${own}/${database}`,
    }
  }
  const given = new URL(connection)
  const url = (own: number): string => {
    const through = new URL(connection)
    through.host = `127.0.0.1:${own}`
    through.searchParams.delete('host')
    return through.toString()
  }
  const folder = given.searchParams.get('host')
  const port = Number(given.port || 5432)
  return { place: folder ? { path: `${folder}/.s.PGSQL.${port}` } : { host: given.hostname, port }, url }
}

type Url = (port: number) => string
