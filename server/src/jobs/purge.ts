import type { Kysely } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { removeAbandoned } from '../files/abandoned.ts'
import type { FileStore } from '../files/store.ts'
import { forgetUnused } from '../files/unused.ts'
import { purgeUploads } from '../files/uploads.ts'
import { purgeImports } from '../imports/store.ts'
import type { KeptMails } from '../mail/kept.ts'
import { purgeIncoming } from '../mail_in/purge.ts'
import { purgeDeliveries } from '../webhooks/purge.ts'
import { endDeadConnections } from './dead_connections.ts'
import { purgeExpired } from './expiry.ts'
import { job } from './job.ts'
import { purgeAdministrations } from './purge_administrations.ts'
import { purgeEvents } from './purge_events.ts'
import { purgeDeleted, purgeStaged } from './retention.ts'
import { removeUnconfirmed } from './unconfirmed.ts'

declare module '../queue/jobs.ts' {
  interface Jobs {
    purge: Record<string, never>
  }
}

/** It removes files from a store that the original of a restored copy may use too. */
export const purge = job('purge', {
  retries: { times: 3, first_s: 300, longest_s: 3_600 },
  longest_s: 6 * 3_600,
  alone: true,
  at_once: 1,
  reaches_outside: true,
  timetable: { cron: '20 3 * * *', timezone: 'Europe/Amsterdam' },
  handle: (_, { database: { db }, kept, store, now }) => purgeAll({ db, kept, store, now: now() }),
})

type Purging = { db: Kysely<Tables>; kept: KeptMails; store: FileStore; now: Date }

/** Removes what is kept no longer. A second call finds nothing. */
export async function purgeAll({ db, kept, store, now }: Purging): Promise<Record<string, number>> {
  return {
    companies: await removeUnconfirmed(db, now),
    connections: await endDeadConnections(db, now),
    ...(await purgeAdministrations(db, { kept, now })),
    ...(await purgeDeleted(db, now)),
    ...(await purgeExpired(db, { kept, now })),
    ...(await purgeEvents(db, now)),
    ...(await purgeDeliveries(db, now)),
    ...(await purgeIncoming(db, now)),
    ...(await purgeUploads(db, now)),
    ...(await purgeStaged(db, now)),
    ...(await purgeImports(db, now)),
    ...(await forgetUnused(db, now)),
    ...(await removeAbandoned(db, store, now)),
  }
}
