import type pg from 'pg'
import { type Tap, tapOf } from './tap.ts'
import type { Watch } from './watch.ts'

/** A connection of the pool on which pages are read. */
export type Reader = {
  readonly tap: Tap
  /** The statements that its server knows, by name. */
  readonly prepared: Map<string, string>
  release: (broken?: boolean) => void
  /** When it was last given back here. */
  since_ms: number
}

type Take = (problem: unknown, reader: Reader | null) => void

export type Readers = {
  /** Calls with a connection, at once where one is spare. */
  take: (use: Take) => void
  giveBack: (reader: Reader, broken: boolean) => void
  spares: () => number
  /** Called with each statement; null: nobody wants to know. */
  watch: Watch | null
}

/** A connection that nobody read on for so long goes back to the pool, which closes those that it does not need. */
const spare_ms_max = 5_000

const readers_of = new WeakMap<pg.Pool, Readers>()

export const readersOf = (pool: pg.Pool): Readers => readers_of.get(pool) ?? makeReaders(pool)

/**
 * Keeps connections of a pool for the next page: handing one out and taking it back costs the pool as much as the page.
 * They stay the pool's: as soon as somebody else needs one, or the pool ends, they go back to it.
 */
function makeReaders(pool: pg.Pool): Readers {
  const spare: Reader[] = []
  const known = new WeakMap<pg.PoolClient, Reader>()
  const connect = pool.connect.bind(pool)
  const end = pool.end.bind(pool)
  let timer: NodeJS.Timeout | undefined

  const release = (): void => spare.pop()?.release()
  const lookAfter = (): void => {
    timer = undefined
    const unused_since = performance.now() - spare_ms_max
    while ((spare[0]?.since_ms ?? Number.POSITIVE_INFINITY) < unused_since) spare.shift()?.release()
    if (spare.length > 0) timer = setTimeout(lookAfter, spare_ms_max).unref()
  }
  /** Only we hear of one that ends while it is spare. */
  const meet = (client: pg.PoolClient): Reader => {
    const reader: Reader = { tap: tapOf(client), prepared: new Map(), release: () => {}, since_ms: 0 }
    known.set(client, reader)
    // The statement hears what happens to its connection; the driver, which knows of none, would end the process.
    client.on('error', () => {})
    client.once('end', () => {
      const place = spare.indexOf(reader)
      if (place >= 0) spare.splice(place, 1)[0]?.release(true)
    })
    return reader
  }

  const readers: Readers = {
    take: (use) => {
      const reader = spare.pop()
      if (reader) return use(null, reader)
      connect((problem, client, done) => {
        if (problem || client === undefined) return use(problem, null)
        const taken = known.get(client) ?? meet(client)
        taken.release = done
        use(null, taken)
      })
    },
    giveBack: (reader, broken) => {
      if (broken || pool.waitingCount > 0 || pool.ending) return reader.release(broken)
      reader.since_ms = performance.now()
      spare.push(reader)
      timer ??= setTimeout(lookAfter, spare_ms_max).unref()
    },
    spares: () => spare.length,
    watch: null,
  }

  // Who asks the pool itself gets what is spare here before another connection is opened, or waited for.
  pool.connect = ((then?: Parameters<typeof connect>[0]) => {
    if (pool.idleCount === 0) release()
    return then === undefined ? connect() : connect(then)
  }) as typeof pool.connect
  pool.end = ((then?: () => void) => {
    clearTimeout(timer)
    while (spare.length > 0) release()
    return then === undefined ? end() : end(then)
  }) as typeof pool.end
  readers_of.set(pool, readers)
  return readers
}
