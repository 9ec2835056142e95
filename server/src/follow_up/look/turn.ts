import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { changeIn } from '../../db/change.ts'
import type { Tables } from '../../db/schema.ts'
import { serviceActor } from '../../domain/actor.ts'
import { addDays, type Day, daysBetween } from '../../domain/days.ts'
import { leaveLease, takeLease } from './lease.ts'
import { scheduleAll } from './schedule.ts'
import { look, performOnce, standingOf, type Working } from './work.ts'

/** How far a clock can be turned at once. */
export const turned_days_max = 400

/** Why a clock cannot be turned. */
export type Refusal = 'not_a_sandbox' | 'backwards' | 'too_far' | 'turning'

export type Turned = { today: Day; steps_performed: number }

export type Turning = {
  db: Kysely<Tables>
  administration_id: string
  now: () => Date
  /** Renders letters and counts them as sent. */
  send: (letter_ids: readonly string[]) => Promise<void>
  signal?: AbortSignal
}

/** A day leads to the next by what is done on it; not more often than this on the same day. */
const rounds_max = 20

/**
 * Turns the clock of a sandbox to a later day, and does what is due on every day up to it. Each day is committed before
 * the next one begins, so whoever looks meanwhile sees whole days.
 */
export async function turnClock(turning: Turning, to: Day): Promise<Turned | Refusal> {
  const { db, administration_id, now } = turning
  const { standing, today } = await standingOf(db, administration_id, now())
  if (!standing.sandbox) return 'not_a_sandbox'
  if (to < today) return 'backwards'
  if (daysBetween(today, to) > turned_days_max) return 'too_far'
  const taken_by = randomUUID()
  if (!(await takeLease(db, administration_id, taken_by))) return 'turning'
  try {
    await scheduleAll(db, administration_id, now())
    let steps = 0
    for (let day = today; day <= to; day = addDays(day, 1)) {
      if (day !== today) await nextDay(turning)
      if (standing.on) steps += await workDay({ ...turning, taken_by }, day)
    }
    return { today: to, steps_performed: steps }
  } finally {
    await leaveLease(db, administration_id, taken_by)
  }
}

async function nextDay({ db, administration_id, now }: Turning): Promise<void> {
  await changeIn(db, { administration_id, actor: serviceActor('engine'), real_now: now() }, (change) =>
    sql`
      update administrations set days_ahead = days_ahead + 1
      where id = ${administration_id}::bigint and sandbox`.execute(change.db),
  )
}

async function workDay(turning: Turning & { taken_by: string }, day: Day): Promise<number> {
  const { db, administration_id, now, taken_by, send, signal = new AbortController().signal } = turning
  const working: Working = { db, administration_id, now, taken_by, signal, performed: () => {} }
  let steps = 0
  for (let round = 0; round < rounds_max; round++) {
    await takeLease(db, administration_id, taken_by)
    const standing = await standingOf(db, administration_id, now())
    // At midnight outside, the clock of a sandbox moves on as well.
    if (standing.today !== day && round === 0) return steps
    while ((await look(working, standing)) > 0) {}
    const done = await performOnce(working)
    if (done.debtors === 0) return steps
    steps += done.steps
    await send(done.letter_ids)
  }
  return steps
}
