import type { Kysely } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { removeAbandoned } from '../files/abandoned.ts'
import type { FileStore } from '../files/store.ts'
import { forgetUnused } from '../files/unused.ts'
import { purgeUploads } from '../files/uploads.ts'
import type { KeptMails } from '../mail/kept.ts'
import type { Queue } from '../queue/queue.ts'
import { purgeExpired } from './expiry.ts'
import { purgeAdministrations } from './purge_administrations.ts'
import { purgeEvents } from './purge_events.ts'
import { purgeDeleted, purgeStaged } from './retention.ts'
import { remindUnconfirmed, removeUnconfirmed } from './unconfirmed.ts'

/** What happens by itself, and when: minute, hour, day, month, weekday. One process of all does it. */
export const timetable = [
  { job: 'purge', cron: '20 3 * * *', timezone: 'Europe/Amsterdam' },
  // Mail comes when people are awake.
  { job: 'remind_unconfirmed', cron: '10 9 * * *', timezone: 'Europe/Amsterdam' },
] as const

type Needs = { db: Kysely<Tables>; kept: KeptMails; store: FileStore; now: Date }

/** Removes what is kept no longer. A second call finds nothing. */
export async function purge({ db, kept, store, now }: Needs): Promise<Record<string, number>> {
  return {
    companies: await removeUnconfirmed(db, now),
    ...(await purgeAdministrations(db, { kept, now })),
    ...(await purgeDeleted(db, now)),
    ...(await purgeExpired(db, { kept, now })),
    ...(await purgeEvents(db, now)),
    ...(await purgeUploads(db, now)),
    ...(await purgeStaged(db, now)),
    ...(await forgetUnused(db, now)),
    ...(await removeAbandoned(db, store, now)),
  }
}

/** Takes up the work of the timetable, and sets it when this process takes part in that. */
export async function startTimetable(
  queue: Queue,
  { db, kept, store, now, on }: Omit<Needs, 'now'> & { now: () => Date; on: boolean },
): Promise<void> {
  await queue.work('purge', 1, async () => void (await purge({ db, kept, store, now: now() })))
  await queue.work('remind_unconfirmed', 1, async () => void (await remindUnconfirmed(db, now())))
  if (on) await queue.setTimetable(timetable)
}
