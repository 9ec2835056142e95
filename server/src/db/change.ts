import type { Kysely, Transaction } from 'kysely'
import type { Actor } from '../domain/actor.ts'
import { type Calendar, type Day, momentIn, todayIn } from '../domain/days.ts'
import type { Tables } from './schema.ts'
import { nextStamp } from './stamp.ts'

/** What a change inside an administration works with, whoever makes it: a caller, a page, or the service itself. */
export type Change = {
  /** The transaction; there is no other handle, so nothing can leak out of it. */
  db: Transaction<Tables>
  administration_id: string
  /** Who makes it; what is written and emitted says so. */
  actor: Actor
  /** The place of this change in the order of commits; what happened in business happened `now`. */
  stamp: string
  /** The moment and the day that the clock of the administration shows. */
  now: Date
  today: Day
  /** The moment outside, for what expires and what is sent. */
  real_now: Date
}

/** Where a change is made, by whom and when. Whoever knows how the days go there says so; otherwise it is looked up. */
export type Changing = { administration_id: string; actor: Actor; real_now: Date; calendar?: Calendar | null }

/** Runs a change in one transaction. */
export function changeIn<T>(all: Kysely<Tables>, changing: Changing, work: (change: Change) => Promise<T>): Promise<T> {
  return all.transaction().execute(async (db) => work(await beginChange(db, changing)))
}

/**
 * Begins a change in the transaction of the caller. It takes the stamp first: the lock that comes with it keeps changes
 * of an administration in the order of their stamps.
 */
export async function beginChange(
  db: Transaction<Tables>,
  { administration_id, actor, real_now, calendar }: Changing,
): Promise<Change> {
  const stamp = await nextStamp(db, administration_id)
  const days = calendar ?? (await calendarOf(db, administration_id))
  return { db, administration_id, actor, stamp, ...momentsIn(days, real_now) }
}

/** The moment and the day it is in an administration. */
export const momentsIn = (calendar: Calendar, real_now: Date): Pick<Change, 'now' | 'today' | 'real_now'> => ({
  now: momentIn(calendar, real_now),
  today: todayIn(calendar, real_now),
  real_now,
})

/** Where an administration is, and how far its clock is ahead. */
export const calendarOf = (db: Kysely<Tables>, administration_id: string): Promise<Calendar> =>
  db
    .selectFrom('administrations')
    .select(['timezone', 'days_ahead'])
    .where('id', '=', administration_id)
    .executeTakeFirstOrThrow()
