import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { makeBell } from '../events/bell.ts'
import { type LaneNeeds, leaveLane, runLane } from './lane.ts'

export type CourierOptions = LaneNeeds & {
  /** Whether what reaches outside rests, because this database is a restored copy. */
  areHeld: () => Promise<boolean>
  /** How often it is looked for work. */
  poll_ms?: number
  /** For how long a lane is taken; it is renewed while it lasts. */
  taken_s?: number
  log: (error: unknown, about: string) => void
}

export type Courier = { stop: () => Promise<void> }

/** Receivers that this process sends to at once; those that are slow or fail have no more than their part of it. */
const lanes_max = 200
const slow_lanes_max = 100
const away_ms = 1_000
const held_ms = 5_000

type Running = { slow: boolean; stop: AbortController; done: Promise<void> }
type Round = CourierOptions & { taken_by: string; taken_s: number; lanes: Map<string, Running>; ring: () => void }

/**
 * Sends events to webhooks, each in a lane of its own: none waits for another. Whoever has nothing to send costs
 * nothing, because lanes are found by when there is something. Several processes share the lanes.
 */
export function startCourier(options: CourierOptions): Courier {
  const stopping = new AbortController()
  const { signal } = stopping
  const { poll_ms = 500, taken_s = 30, database, log } = options
  const bell = makeBell({ at_least_ms: 50, at_most_ms: poll_ms, signal })
  const silence = database.whenChanged(bell.ring)
  const lanes = new Map<string, Running>()
  const round: Round = { ...options, taken_by: randomUUID(), taken_s, lanes, ring: bell.ring }
  const renewal = setInterval(() => renew(round).catch((error) => log(error, 'webhooks')), (taken_s * 1_000) / 3)
  const running = run(round, signal, bell.rest)
  return {
    stop: async () => {
      silence()
      stopping.abort()
      await running
      for (const { stop } of lanes.values()) stop.abort()
      await Promise.all([...lanes.values()].map(({ done }) => done))
      clearInterval(renewal)
    },
  }
}

async function run(round: Round, signal: AbortSignal, rest: () => Promise<void>): Promise<void> {
  let held = true
  while (!signal.aborted) {
    try {
      held = held && (await round.areHeld())
      if (held) await sleep(held_ms, signal)
      else {
        await takeLanes(round)
        await rest()
      }
    } catch (error) {
      round.log(error, 'webhooks wait')
      await sleep(away_ms, signal)
    }
  }
}

/** Takes lanes in which there is something to send, those that waited longest first, as far as there is room. */
async function takeLanes(round: Round): Promise<void> {
  const { database, now, lanes, taken_by, taken_s } = round
  const slow_now = [...lanes.values()].filter(({ slow }) => slow).length
  const take = async (slow: boolean, room: number): Promise<void> => {
    if (room <= 0) return
    const { rows } = await sql<{ webhook_id: string }>`
      update webhook_lanes l
      set taken_by = ${taken_by}::uuid, taken_until = clock_timestamp() + ${taken_s}::float8 * interval '1 second'
      where l.webhook_id in (
        select webhook_id from webhook_lanes
        where work_at <= ${now().toISOString()}::timestamptz and slow = ${slow}::boolean
          and (taken_until is null or taken_until < clock_timestamp())
        order by work_at, last_success_at nulls first limit ${room}::integer for update skip locked)
      returning l.webhook_id::text`.execute(database.db)
    for (const { webhook_id } of rows) beginLane(round, webhook_id, slow)
  }
  await take(true, Math.min(slow_lanes_max - slow_now, lanes_max - lanes.size))
  await take(false, lanes_max - lanes.size)
}

function beginLane(round: Round, webhook_id: string, slow: boolean): void {
  const stop = new AbortController()
  const lane = { webhook_id, taken_by: round.taken_by, signal: stop.signal }
  const work = async (): Promise<void> => {
    try {
      await runLane(round, lane)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      round.log({ message, webhook_id }, 'a webhook waits')
      // Whatever went wrong, it is not tried again at once.
      await sleep(away_ms, stop.signal)
    }
    await leaveLane(round.database, lane, round.now())
  }
  const done = work()
    .catch((error: unknown) => round.log(error, 'a webhook stays taken for a while'))
    .finally(() => {
      if (round.lanes.get(webhook_id)?.stop === stop) round.lanes.delete(webhook_id)
      round.ring()
    })
  round.lanes.set(webhook_id, { slow, stop, done })
}

/** Keeps what was taken. A lane that is somebody else's by now is left at once. */
async function renew({ database, lanes, taken_by, taken_s }: Round): Promise<void> {
  const held = [...lanes]
  if (held.length === 0) return
  const { rows } = await sql<{ webhook_id: string }>`
    update webhook_lanes set taken_until = clock_timestamp() + ${taken_s}::float8 * interval '1 second'
    where webhook_id = any(${held.map(([webhook_id]) => webhook_id)}::bigint[]) and taken_by = ${taken_by}::uuid
    returning webhook_id::text`.execute(database.db)
  const kept = new Set(rows.map(({ webhook_id }) => webhook_id))
  for (const [webhook_id, { stop }] of held) if (!kept.has(webhook_id)) stop.abort()
}

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  pause(ms, undefined, { signal, ref: false }).catch(() => {})
