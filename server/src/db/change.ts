import type { Kysely, Transaction } from 'kysely'
import { type Calendar, type Day, momentIn, todayIn } from '../domain/days.ts'
import type { Tables } from './schema.ts'
import { nextStamp } from './stamp.ts'

/** What a change inside an administration works with, whoever makes it: a caller, a page, or the service itself. */
export type Change = {
  /** The transaction; there is no other handle, so nothing can leak out of it. */
  db: Transaction<Tables>
  administration_id: string
  /** The place of this change in the order of commits; what happened in business happened `now`. */
  stamp: string
  /** The moment and the day that the clock of the administration shows. */
  now: Date
  today: Day
  /** The moment outside, for what expires and what is sent. */
  real_now: Date
}

/**
 * Runs a change in one transaction. It begins with the stamp: the lock that it takes keeps changes of an administration
 * in the order of their stamps. Whoever knows how the days go there says so; otherwise it is looked up.
 */
export function changeIn<T>(
  all: Kysely<Tables>,
  administration_id: string,
  real_now: Date,
  work: (change: Change) => Promise<T>,
  calendar?: Calendar | null,
): Promise<T> {
  return all.transaction().execute(async (db) => {
    const stamp = await nextStamp(db, administration_id)
    const days = calendar ?? (await calendarOf(db, administration_id))
    return work({ db, administration_id, stamp, ...momentsIn(days, real_now) })
  })
}

/** The moment and the day it is in an administration. */
export const momentsIn = (calendar: Calendar, real_now: Date): Pick<Change, 'now' | 'today' | 'real_now'> => ({
  now: momentIn(calendar, real_now),
  today: todayIn(calendar, real_now),
  real_now,
})

const calendarOf = (db: Kysely<Tables>, administration_id: string): Promise<Calendar> =>
  db
    .selectFrom('administrations')
    .select(['timezone', 'days_ahead'])
    .where('id', '=', administration_id)
    .executeTakeFirstOrThrow()
