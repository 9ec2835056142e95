import { type Kysely, sql } from 'kysely'
import { findReaching } from '../auth/sessions.ts'
import type { Database } from '../db/connect.ts'
import type { Tables } from '../db/schema.ts'
import { makeBell } from '../events/bell.ts'
import { sleep } from '../events/sleep.ts'
import { readChanges } from './read_changes.ts'
import { type Limits, makeStreams, type Outlet, type Streams, type Viewer } from './streams.ts'

export type LiveOptions = {
  database: Database
  now: () => Date
  log: (error: unknown, about: string) => void
  limits?: Partial<Limits>
  beat_ms?: number
}

/** Open pages that hear of changes in this process. */
export type Live = {
  /** Begins a stream, or refuses; what it returns is called when the connection is gone. */
  open: (viewer: Viewer, out: Outlet) => () => void
  count: () => number
  /** Ends all streams and lets nobody in: pages find another process. */
  leave: () => void
  close: () => Promise<void>
}

const usual: Limits = { of_person: 20, of_process: 2_000, waiting_bytes: 64 * 1024 }
/** What comes close together is read together. */
const gather_ms = 200
/** How often it is looked for what other processes changed. */
const poll_ms = 500
/** How often it is looked whether everybody still may see what they see. */
const check_ms = 1_000
const away_ms = 1_000

/**
 * Follows what changes in the administrations that open pages show, once for all of them. Where somebody is kept in
 * memory: pages that lose their connection read again what they show, so no position outlives the process.
 */
export function startLive({ database, now, log, limits, beat_ms = 15_000 }: LiveOptions): Live {
  const streams = makeStreams({ ...usual, ...limits })
  const stopping = new AbortController()
  const { signal } = stopping
  const bell = makeBell({ at_least_ms: gather_ms, at_most_ms: poll_ms, signal })
  const silence = database.whenChanged(bell.ring)
  const beating = setInterval(streams.beat, beat_ms).unref()
  const running = run({ database, now, log, streams, signal, rest: bell.rest, places: new Map(), checked_at: 0 })
  return {
    open: (viewer, out) => {
      const stream = streams.open(viewer, out)
      bell.ring()
      return () => streams.close(stream)
    },
    count: streams.count,
    leave: streams.leave,
    close: async () => {
      silence()
      streams.leave()
      clearInterval(beating)
      stopping.abort()
      await running
    },
  }
}

type Following = Pick<LiveOptions, 'database' | 'now' | 'log'> & {
  streams: Streams
  signal: AbortSignal
  rest: () => Promise<void>
  /** The last change that was announced, by administration; null where there was none yet. */
  places: Map<string, string | null>
  checked_at: number
}

async function run(following: Following): Promise<void> {
  const { streams, signal, rest, log, places } = following
  while (!signal.aborted) {
    await rest()
    if (streams.count() === 0) {
      places.clear()
      continue
    }
    try {
      await check(following)
      await round(following)
    } catch (error) {
      log(error, 'live pages wait')
      await sleep(away_ms, signal)
    }
  }
}

/** Ends the streams of those who signed out, or may not see the administration any more: one statement for all. */
async function check(following: Following): Promise<void> {
  const { database, streams, now } = following
  if (performance.now() - following.checked_at < check_ms) return
  const all = streams.all()
  const reaching = await findReaching(database.pool, all, now())
  for (const [index, stream] of all.entries()) if (!reaching.has(index)) streams.refuse(stream)
  following.checked_at = performance.now()
}

/** Announces what changed since the last round, and greets newcomers. Who came meanwhile is greeted in the next one. */
async function round({ database, streams, places, signal }: Following): Promise<void> {
  const shown = new Set(streams.administrations())
  for (const known of places.keys()) if (!shown.has(known)) places.delete(known)
  for (const { administration_id, stamp, age_ms } of await readStamps(database.db, [...shown])) {
    if (signal.aborted) return
    const from = places.get(administration_id)
    if (from !== undefined && stamp !== null && from !== stamp) {
      const interval = { administration_id, from: from ?? '-infinity', until: stamp }
      const changes = await readChanges(database.db, interval)
      streams.announce(administration_id, changes === null ? { many: true } : { changes })
    }
    places.set(administration_id, stamp)
    streams.greet(administration_id, age_ms)
  }
}

type Stamp = { administration_id: string; stamp: string | null; age_ms: number | null }

/** Of one in which nothing has happened yet. */
const unstamped = { stamp: null, age_ms: null }

async function readStamps(db: Kysely<Tables>, administration_ids: readonly string[]): Promise<Stamp[]> {
  const { rows } = await sql<Stamp>`
    select administration_id::text, stamp, (extract(epoch from statement_timestamp() - stamp) * 1000)::float8 as age_ms
    from administration_stamps where administration_id = any(${administration_ids}::bigint[])`.execute(db)
  const found = new Map(rows.map((one) => [one.administration_id, one]))
  return administration_ids.map(
    (administration_id) => found.get(administration_id) ?? { administration_id, ...unstamped },
  )
}
