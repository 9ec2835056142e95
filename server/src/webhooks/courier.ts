import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Connection } from '../db/connect.ts'
import { listen } from '../db/listen.ts'
import { type Bell, makeBell } from '../events/bell.ts'
import { sleep } from '../events/sleep.ts'
import { lanes_channel } from './feeds.ts'
import { type LaneNeeds, leaveLane, runLane } from './lane.ts'

export type CourierOptions = LaneNeeds & {
  /** Where it is heard that there is something to send. */
  connection: Connection
  /** Whether what reaches outside rests, because this database is a restored copy. */
  areHeld: () => Promise<boolean>
  /** How often to look for work that no notification came for. */
  poll_ms: number
  log: (error: unknown, about: string) => void
}

export type Courier = { stop: () => Promise<void> }

/** Receivers that this process sends to at once; those that are slow or fail have no more than their part of it. */
const lanes_max = 200
const slow_lanes_max = 100
const away_ms = 1_000
const held_ms = 5_000

/**
 * After so long without a sign, a process that has a lane counts as dead, and another takes it. While it lives it gives
 * one much more often. One that cannot give it in time stops sending before the lane is somebody else's.
 */
const taken_ms = 3_000
const sign_ms = 500

type Running = { slow: boolean; stop: AbortController; ours_until_ms: number; done: Promise<void> }
type Round = CourierOptions & { taken_by: string; lanes: Map<string, Running>; bell: Bell; signal: AbortSignal }

const taken_until = sql`clock_timestamp() + ${sql.lit(taken_ms)} * interval '1 millisecond'`

/**
 * Sends events to webhooks, each in a lane of its own: none waits for another. Whoever has nothing to send costs
 * nothing, because lanes are found by when there is something. Several processes share the lanes.
 */
export function startCourier(options: CourierOptions): Courier {
  const stopping = new AbortController()
  const { signal } = stopping
  const { poll_ms, connection, log } = options
  const bell = makeBell({ at_least_ms: 50, at_most_ms: poll_ms, signal })
  const ears = { heard: bell.ring, lost: () => {}, back: bell.ring }
  const listener = listen(connection, lanes_channel, ears, (error) => log(error, 'webhooks listener'))
  const lanes = new Map<string, Running>()
  const round: Round = { ...options, taken_by: randomUUID(), lanes, bell, signal }
  const endSigns = giveSigns(round)
  const running = run(round)
  return {
    stop: async () => {
      stopping.abort()
      await running
      for (const { stop } of lanes.values()) stop.abort()
      await Promise.all([...lanes.values()].map(({ done }) => done))
      endSigns()
      await listener.close()
    },
  }
}

async function run(round: Round): Promise<void> {
  const { signal, bell, areHeld, log } = round
  let held = true
  while (!signal.aborted) {
    try {
      held = held && (await areHeld())
      if (held) await sleep(held_ms, signal)
      else {
        await takeLanes(round)
        await bell.rest(await restOf(round))
      }
    } catch (error) {
      log(error, 'webhooks wait')
      await sleep(away_ms, signal)
    }
  }
}

/** Takes lanes in which there is something to send, those that waited longest first, as far as there is room. */
async function takeLanes(round: Round): Promise<void> {
  const { database, now, lanes, taken_by } = round
  const slow_now = [...lanes.values()].filter(({ slow }) => slow).length
  const take = async (slow: boolean, room: number): Promise<void> => {
    if (room <= 0) return
    const ours_until_ms = performance.now() + taken_ms
    const { rows } = await sql<{ webhook_id: string }>`
      update webhook_lanes l set taken_by = ${taken_by}::uuid, taken_until = ${taken_until}
      where l.webhook_id in (
        select webhook_id from webhook_lanes
        where work_at <= ${now().toISOString()}::timestamptz and slow = ${slow}::boolean
          and (taken_until is null or taken_until < clock_timestamp())
          -- What we were too slow to keep is written down first.
          and webhook_id <> all(${[...lanes.keys()]}::bigint[])
        order by work_at, last_success_at nulls first limit ${room}::integer for update skip locked)
      returning l.webhook_id::text`.execute(database.db)
    for (const { webhook_id } of rows) beginLane(round, webhook_id, { slow, ours_until_ms })
  }
  await take(true, Math.min(slow_lanes_max - slow_now, lanes_max - lanes.size))
  await take(false, lanes_max - lanes.size)
}

/** How long there is nothing to do, as far as is known: until an attempt is due, or another process may be dead. */
async function restOf({ database, now, taken_by, poll_ms }: Round): Promise<number> {
  const at = now().toISOString()
  const { rows } = await sql<{ due_ms: number | null; dead_ms: number | null }>`
    select (extract(epoch from (
              select min(work_at) from webhook_lanes where work_at > ${at}::timestamptz and taken_until is null
            ) - ${at}::timestamptz) * 1000)::float8 as due_ms,
           (extract(epoch from (
              select min(taken_until) from webhook_lanes
              where work_at is not null and taken_by <> ${taken_by}::uuid and taken_until > clock_timestamp()
            ) - clock_timestamp()) * 1000)::float8 as dead_ms`.execute(database.db)
  const { due_ms, dead_ms } = rows[0] ?? { due_ms: null, dead_ms: null }
  return Math.ceil(Math.min(due_ms ?? poll_ms, dead_ms ?? poll_ms, poll_ms))
}

function beginLane(round: Round, webhook_id: string, taken: Pick<Running, 'slow' | 'ours_until_ms'>): void {
  const stop = new AbortController()
  const isOurs = (): boolean => {
    const { ours_until_ms } = round.lanes.get(webhook_id) ?? taken
    return !stop.signal.aborted && performance.now() < ours_until_ms
  }
  const lane = { webhook_id, taken_by: round.taken_by, isOurs, signal: stop.signal }
  const work = async (): Promise<void> => {
    try {
      await runLane(round, lane)
    } catch (error) {
      round.log({ error, webhook_id }, 'a webhook waits')
      // Whatever went wrong, it is not tried again at once.
      await sleep(away_ms, stop.signal)
    }
    await leaveLane(round.database, lane, round.now())
  }
  const done = work()
    .catch((error: unknown) => round.log(error, 'a webhook stays taken for a while'))
    .finally(() => {
      if (round.lanes.get(webhook_id)?.stop === stop) round.lanes.delete(webhook_id)
      round.bell.ring()
    })
  round.lanes.set(webhook_id, { ...taken, stop, done })
}

/** Says that we live, again and again, and leaves lanes for which that could not be said in time. */
function giveSigns(round: Round): () => void {
  let giving = false
  const timer = setInterval(() => {
    const late = [...round.lanes.values()].filter((lane) => performance.now() > lane.ours_until_ms - sign_ms)
    for (const { stop } of late) stop.abort()
    if (giving) return
    giving = true
    // One that could not be given is followed by the next.
    keepLanes(round)
      .catch(() => {})
      .finally(() => {
        giving = false
      })
  }, sign_ms)
  return () => clearInterval(timer)
}

/** Keeps what was taken. A lane that is somebody else's by now is left at once. */
async function keepLanes({ database, lanes, taken_by }: Round): Promise<void> {
  const held = [...lanes].filter(([, { stop }]) => !stop.signal.aborted)
  if (held.length === 0) return
  const ours_until_ms = performance.now() + taken_ms
  const { rows } = await sql<{ webhook_id: string }>`
    update webhook_lanes set taken_until = ${taken_until}
    where webhook_id = any(${held.map(([webhook_id]) => webhook_id)}::bigint[]) and taken_by = ${taken_by}::uuid
    returning webhook_id::text`.execute(database.db)
  const kept = new Set(rows.map(({ webhook_id }) => webhook_id))
  for (const [webhook_id, lane] of held)
    if (kept.has(webhook_id)) lane.ours_until_ms = ours_until_ms
    else lane.stop.abort()
}
