import { randomUUID } from 'node:crypto'
import type { Database } from '../db/connect.ts'
import { type Bell, makeBell } from './bell.ts'
import { type Next, readNext } from './feed.ts'
import type { Follower } from './follower.ts'
import {
  addPosition,
  clearNews,
  type FeedName,
  type FollowedFeed,
  feedsOf,
  findBehind,
  type Lag,
  lastStamp,
  leavePosition,
  lockPosition,
  measureLag,
  movePosition,
  noteFailure,
  register,
  takePosition,
} from './positions.ts'
import { sleep } from './sleep.ts'

export type FollowOptions = {
  database: Database
  followers: readonly Follower[]
  /** Whether what reaches outside rests, because this database is a restored copy. */
  areHeld: () => Promise<boolean>
  /** How often it is looked for news that this process did not make itself. */
  poll_ms?: number
  /** News are gathered for so long, so that many small changes are one portion. */
  gather_ms?: number
  /** How long work outside a transaction keeps others away; it is renewed while it lasts. */
  taken_s?: number
  /** So many administrations have a turn before those are looked for that come after them. */
  owners_at_once?: number
  /** For so long nothing must have happened before the mark of news is taken away. */
  quiet_s?: number
  handled: (follower: string, ending: 'done' | 'again') => void
  log: (error: unknown, about: string) => void
}

export type Following = { lag: () => Promise<Lag[]>; stop: () => Promise<void> }

type Work = FollowOptions & {
  follower: Follower
  signal: AbortSignal
  bell: Bell
  taken_s: number
  /** Whose turn was last, in each feed. */
  turns: { [feed in FeedName]: string }
}

const away_ms = 1_000
const held_ms = 5_000

/**
 * Lets followers work in this process, each for itself: one that fails or is slow stops no other. Of one follower and
 * one administration only one process at a time has a portion.
 */
export function startFollowing(options: FollowOptions): Following {
  const { database, followers, poll_ms = 1_000, gather_ms = 100, taken_s = 30, quiet_s = 10 } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const bells = followers.map(() => makeBell({ at_least_ms: gather_ms, at_most_ms: poll_ms, signal }))
  const silence = database.whenChanged(() => {
    for (const bell of bells) bell.ring()
  })
  const running = followers.map((follower, index) => {
    const bell = bells[index] ?? makeBell({ at_least_ms: gather_ms, at_most_ms: poll_ms, signal })
    return run({ ...options, follower, signal, bell, taken_s, turns: { administrations: '0', companies: '0' } })
  })
  if (followers.length > 0) running.push(keepTidy(options, quiet_s, signal))
  return {
    lag: () =>
      measureLag(
        database.db,
        followers.map(({ name }) => name),
      ),
    stop: async () => {
      silence()
      stopping.abort()
      await Promise.all(running)
    },
  }
}

/** The life of one follower in this process. */
async function run(work: Work): Promise<void> {
  const { follower, signal, bell, log } = work
  let known = false
  let held = follower.reaches_outside
  while (!signal.aborted) {
    try {
      if (!known) await register(work.database.db, follower)
      known = true
      held = held && (await work.areHeld())
      if (held) await sleep(held_ms, signal)
      else if (!(await round(work))) await bell.rest()
    } catch (error) {
      log(error, `the follower ${follower.name} waits`)
      await sleep(away_ms, signal)
    }
  }
}

/** Hands over a portion to each that has news; returns whether there is more already. */
async function round(work: Work): Promise<boolean> {
  const { follower, database, signal, turns, owners_at_once: limit = 100 } = work
  let more = false
  for (const feed of feedsOf(follower)) {
    const owners = await findBehind(database.db, { follower: follower.name, feed, after: turns[feed], limit })
    if (owners.length === limit) more = true
    for (const owner_id of owners) {
      if (signal.aborted) return false
      turns[feed] = owner_id
      if (await handOver(work, { follower: follower.name, feed, owner_id })) more = true
    }
  }
  return more
}

/** One portion, wholly or not at all; returns whether there is more already. */
async function handOver(work: Work, place: FollowedFeed): Promise<boolean> {
  const { follower, database, signal, handled, log } = work
  const taken_by = follower.prepare ? randomUUID() : null
  try {
    await addPosition(database.db, place)
    const next = taken_by === null ? await handleNext(work, place) : await prepareNext(work, place, taken_by)
    if (next === null) return false
    handled(follower.name, 'done')
    return next.more
  } catch (error) {
    // Whoever is gone has no news; that it went while we were at it is no failure.
    if ((await lastStamp(database.db, place)) === null) return false
    if (taken_by !== null && signal.aborted) {
      await leavePosition(database.db, place, taken_by)
      return false
    }
    const message = error instanceof Error ? error.message : String(error)
    await noteFailure(database.db, place, message)
    handled(follower.name, 'again')
    log({ error, ...place }, 'a follower failed')
    return false
  }
}

/** Reads and handles in one transaction. Null: somebody else is at it, or the owner is gone. */
function handleNext({ follower, database }: Work, place: FollowedFeed): Promise<Next | null> {
  return database.db.transaction().execute(async (db) => {
    const position = await lockPosition(db, place, null)
    const next = position && (await readNext(db, follower, place, position))
    if (!next) return null
    if (!isEmpty(next)) await follower.handle(db, next.portion, undefined)
    await movePosition(db, place, next.position)
    return next
  })
}

/** Takes the position, prepares outside a transaction, and handles in one if the position is still ours. */
async function prepareNext(work: Work, place: FollowedFeed, taken_by: string): Promise<Next | null> {
  const { follower, database, signal, taken_s } = work
  const position = await takePosition(database.db, place, { taken_by, taken_s })
  const next = position && (await readNext(database.db, follower, place, position))
  if (!next) return null
  const lost = new AbortController()
  const renew = async (): Promise<void> => {
    if ((await takePosition(database.db, place, { taken_by, taken_s })) === null) lost.abort()
  }
  const renewal = setInterval(() => renew().catch(() => {}), (taken_s * 1_000) / 3)
  try {
    const ready = isEmpty(next)
      ? undefined
      : await follower.prepare?.(next.portion, AbortSignal.any([signal, lost.signal]))
    return await database.db.transaction().execute(async (db) => {
      if ((await lockPosition(db, place, taken_by)) === null) return null
      if (!isEmpty(next)) await follower.handle(db, next.portion, ready)
      await movePosition(db, place, next.position)
      return next
    })
  } finally {
    clearInterval(renewal)
  }
}

const isEmpty = ({ portion }: Next): boolean =>
  portion.events.length === 0 && (portion.feed === 'companies' || portion.touched.length === 0)

/** Takes away marks of news that everybody has seen, so that looking for news stays cheap. */
async function keepTidy({ database, log }: FollowOptions, quiet_s: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(quiet_s * 1_000, signal)
    if (signal.aborted) return
    try {
      await clearNews(database.db, 'administrations', quiet_s)
      await clearNews(database.db, 'companies', quiet_s)
    } catch (error) {
      log(error, 'marks of news stay for now')
    }
  }
}
