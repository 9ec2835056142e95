import { type RawBuilder, sql } from 'kysely'

/** A moment as a cursor holds it: no part of a second is lost. */
export const momentText = (moment: RawBuilder<unknown> | string): RawBuilder<unknown> =>
  sql`to_char(${column(moment)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** A moment as an answer shows it. */
export const shownMoment = (moment: RawBuilder<unknown> | string): RawBuilder<unknown> =>
  sql`to_char(${column(moment)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

const column = (moment: RawBuilder<unknown> | string): RawBuilder<unknown> =>
  typeof moment === 'string' ? sql`${sql.ref(moment)}` : moment
