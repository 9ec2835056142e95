import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

/** How the days of an administration go, for whoever was not told it with a caller. */
export const calendarOf = (
  db: Kysely<Tables>,
  administration_id: string,
): Promise<{ timezone: string; days_ahead: number }> =>
  db
    .selectFrom('administrations')
    .select(['timezone', 'days_ahead'])
    .where('id', '=', administration_id)
    .executeTakeFirstOrThrow()
