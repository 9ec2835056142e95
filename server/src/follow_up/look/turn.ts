import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { changeIn } from '../../db/change.ts'
import type { Tables } from '../../db/schema.ts'
import { serviceActor } from '../../domain/actor.ts'
import { addDays, type Day, daysBetween } from '../../domain/days.ts'
import { isAnybodyDue } from './agenda.ts'
import { beginDay } from './begin_day.ts'
import { takeLease, withLease } from './lease.ts'
import { lookAtAll, noneFailing, throwIfAny } from './look_at_all.ts'
import { performOnce } from './perform_once.ts'
import { scheduleAll } from './schedule.ts'
import { standingOf } from './standing.ts'
import type { Working } from './working.ts'

/** How far a clock can be turned at once. */
export const turned_days_max = 400

const passing_ms = 10
const letters_at_once = 100

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

/**
 * Turns the clock of a sandbox to a later day, and does what is due on every day up to it. Each day on which anything
 * can happen is committed before the next one begins, so whoever looks meanwhile sees whole days.
 */
export async function turnClock(turning: Turning, to: Day): Promise<Turned | Refusal> {
  const { db, administration_id } = turning
  // Where days are real the engine works, and whoever asks in vain must not take its turn.
  if (!(await isSandbox(turning))) return 'not_a_sandbox'
  const taken_by = randomUUID()
  const turned = await withLease({ db, administration_id, taken_by }, () => turn({ ...turning, taken_by }, to))
  return turned === 'taken' ? 'turning' : turned
}

async function isSandbox({ db, administration_id }: Turning): Promise<boolean> {
  const { sandbox } = await db
    .selectFrom('administrations')
    .select('sandbox')
    .where('id', '=', administration_id)
    .executeTakeFirstOrThrow()
  return sandbox
}

/** The day is read by whoever has the clock: before that somebody else may still turn it. */
async function turn(turning: Turning & { taken_by: string }, to: Day): Promise<Turned | Refusal> {
  const { db, administration_id, now } = turning
  const { standing, today } = await standingOf(db, administration_id, now())
  if (to < today) return 'backwards'
  if (daysBetween(today, to) > turned_days_max) return 'too_far'
  await sendLeft(turning)
  await scheduleAll({ db, administration_id })
  let steps = 0
  for (let day: Day | null = today; day !== null; day = await nextDay(turning, day, to)) {
    if (standing.on) steps += await workDay(turning)
  }
  return { today: to, steps_performed: steps }
}

/** Letters that were written when a turn was broken off: those of today go, those of days before are decided again. */
async function sendLeft(turning: Turning): Promise<void> {
  const { db, administration_id } = turning
  const { rows } = await sql<{ id: string }>`
    select id from letters where administration_id = ${administration_id}::bigint and status = 'waiting'
    order by id`.execute(db)
  await sendAll(
    turning,
    rows.map(({ id }) => id),
  )
}

/** A portion at a time: rendering takes the process from whoever else waits for it. */
async function sendAll({ send }: Turning, letter_ids: readonly string[]): Promise<void> {
  for (let from = 0; from < letter_ids.length; from += letters_at_once) {
    await send(letter_ids.slice(from, from + letters_at_once))
  }
}

/** Turns the clock to the next day on which anything can happen, or to the last; null when it shows the last. */
async function nextDay({ db, administration_id, now }: Turning, day: Day, to: Day): Promise<Day | null> {
  if (day === to) return null
  const { rows } = await sql<{ look_on: Day | null }>`
    select min(look_on)::text as look_on from agenda
    where administration_id = ${administration_id}::bigint and look_on is not null and not ready`.execute(db)
  const tomorrow = addDays(day, 1)
  const planned = rows[0]?.look_on ?? to
  const next = planned < tomorrow ? tomorrow : planned < to ? planned : to
  await changeIn(db, { administration_id, actor: serviceActor('engine'), real_now: now() }, (change) =>
    sql`
      update administrations set days_ahead = days_ahead + ${daysBetween(day, next)}
      where id = ${administration_id}::bigint and sandbox`.execute(change.db),
  )
  return next
}

async function workDay(turning: Turning & { taken_by: string }): Promise<number> {
  const { db, administration_id, now, taken_by, signal = new AbortController().signal } = turning
  // What goes wrong for a debtor ends the turn after the others are done, and whoever turns the clock hears of it.
  const nothing = (): void => {}
  const working: Working = { db, administration_id, now, taken_by, signal, performed: nothing, log: nothing }
  // Whoever waits longer than a lease lasts may find that somebody else turns the clock already.
  const keep = async (): Promise<void> => {
    if (!(await takeLease(db, administration_id, taken_by))) throw new Error('Another process turns this clock.')
  }
  const failing = noneFailing()
  let steps = 0
  await beginDay(turning, await standingOf(db, administration_id, now()))
  for (;;) {
    const standing = await standingOf(db, administration_id, now())
    do await keep()
    while ((await lookAtAll(working, standing, failing)) > 0)
    const done = await performOnce(working)
    if (done.debtors === 0) {
      throwIfAny(failing)
      const { rules_version } = standing.standing
      if (!(await isAnybodyDue(db, administration_id, { ...standing, rules_version }))) return steps
      // Somebody else has the rows of whoever is left, for a moment.
      await pause(passing_ms)
    }
    steps += done.steps
    await sendAll(turning, done.letter_ids)
  }
}
