import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import { makeBell } from '../../events/bell.ts'
import { sleep } from '../../events/sleep.ts'
import { engineLag } from './lag.ts'
import { withLease } from './lease.ts'
import type { Performed } from './perform_ready.ts'
import { planNext, workIn } from './work.ts'
import type { Working } from './working.ts'

export type EngineOptions = {
  database: Database
  now: () => Date
  /** Whether what reaches outside rests, because this database is a restored copy. */
  areHeld: () => Promise<boolean>
  /** How often to look for work that this process was not notified of. */
  poll_ms?: number
  performed: (performed: Performed) => void
  log: (error: unknown, about: string) => void
}

export type Engine = { lag: () => Promise<number>; stop: () => Promise<void> }

const administrations_at_once = 20
const away_ms = 1_000
const held_ms = 5_000

/** Follows up invoices in this process, wherever it is time; several processes share the administrations. */
export function startEngine(options: EngineOptions): Engine {
  const { database, poll_ms = 1_000 } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const bell = makeBell({ at_least_ms: 100, at_most_ms: poll_ms, signal })
  const silence = database.whenChanged(bell.ring)
  const running = run(options, signal, bell.rest)
  return {
    lag: () => engineLag(database.db),
    stop: async () => {
      silence()
      stopping.abort()
      await running
    },
  }
}

async function run(options: EngineOptions, signal: AbortSignal, rest: () => Promise<void>): Promise<void> {
  const { areHeld, log } = options
  const taken_by = randomUUID()
  const turns = { last: '0' }
  let held = true
  while (!signal.aborted) {
    try {
      held = held && (await areHeld())
      if (held) await sleep(held_ms, signal)
      else if (!(await round(options, taken_by, turns, signal))) await rest()
    } catch (error) {
      log(error, 'the engine waits')
      await sleep(away_ms, signal)
    }
  }
}

/**
 * Works in each administration where it is time and nobody else works; returns whether there is more already. They come
 * in turn: those in which something changes all the time would otherwise always be first.
 */
async function round(
  options: EngineOptions,
  taken_by: string,
  turns: { last: string },
  signal: AbortSignal,
): Promise<boolean> {
  const { database, now, log, performed } = options
  const { rows } = await sql<{ administration_id: string }>`
    select administration_id from engine_states
    where next_look_at <= ${now().toISOString()}::timestamptz
      and (taken_until is null or taken_until < statement_timestamp())
    order by administration_id <= ${turns.last}::bigint, administration_id
    limit ${administrations_at_once}`.execute(database.db)
  let more = rows.length === administrations_at_once
  for (const { administration_id } of rows) {
    if (signal.aborted) return false
    turns.last = administration_id
    const working: Working = { db: database.db, administration_id, now, taken_by, signal, performed, log }
    try {
      const worked = await withLease(working, async () => {
        const ended = await workIn(working)
        await planNext(working)
        return ended
      })
      if (worked === 'later') more = true
    } catch (error) {
      log({ error, administration_id }, 'the engine could not work in an administration')
      await putOff(database, administration_id, now())
    }
  }
  return more
}

/** An administration in which something is wrong keeps nobody else waiting, and is tried again after a while. */
async function putOff(database: Database, administration_id: string, now: Date): Promise<void> {
  await sql`
    update engine_states set next_look_at = ${new Date(now.getTime() + 60_000).toISOString()}::timestamptz,
      due_since = least(due_since, nullif(next_look_at, '-infinity'), ${now.toISOString()}::timestamptz)
    where administration_id = ${administration_id}::bigint`.execute(database.db)
}
