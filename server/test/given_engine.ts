import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../src/db/schema.ts'
import type { Day } from '../src/domain/days.ts'
import { defaultFlows } from '../src/flows/defaults.ts'
import { scheduleAll } from '../src/follow_up/look/schedule.ts'
import type { Working } from '../src/follow_up/look/working.ts'
import { changeSettings } from '../src/settings/store.ts'
import { weekdays } from '../src/settings/types.ts'
import type { Tenant } from './given.ts'

type Inside = Pick<Tenant, 'administration_id'>

/**
 * Switches the engine of an administration on, with the flows of its country, books that just wrote, and no cap. It is
 * taken until it is set free, so that the engine of a service leaves it alone.
 */
export async function engineOn(db: Kysely<Tables>, { administration_id }: Inside, now: Date): Promise<void> {
  const at = now.toISOString()
  await sql`update administrations set status = 'active' where id = ${administration_id}::bigint`.execute(db)
  await changeSettings(db, administration_id, { engine_enabled: true })
  for (const flow of Object.values(defaultFlows('NL'))) {
    await sql`
      insert into flows (administration_id, code, name, version, definition, published_at, created_at, updated_at)
      values (${administration_id}::bigint, ${flow.code}, ${flow.name}, 1, ${JSON.stringify(flow)}::jsonb,
              ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz)`.execute(db)
  }
  await sql`
    insert into engine_states (administration_id, on_since, books_written_at, updated_at)
    values (${administration_id}::bigint, '2026-01-01', ${at}::timestamptz, ${at}::timestamptz)`.execute(db)
  await engineTaken(db, { administration_id })
}

/** What working in an administration at a moment needs. */
export const workingAt = (db: Kysely<Tables>, { administration_id }: Inside, at: Date): Working => ({
  ...{ db, administration_id, now: () => at, taken_by: 'this test', performed: () => {}, log: () => {} },
  signal: new AbortController().signal,
})

/** Notes that the books wrote at a moment, so that what is open is believed. */
export async function booksWrote(db: Kysely<Tables>, { administration_id }: Inside, at: Date): Promise<void> {
  const moment = at.toISOString()
  await sql`
    insert into engine_states (administration_id, books_written_at, updated_at)
    values (${administration_id}::bigint, ${moment}::timestamptz, ${moment}::timestamptz)
    on conflict (administration_id) do update set books_written_at = excluded.books_written_at`.execute(db)
}

/** Has the engine of a service leave an administration alone, whatever is switched on in it. */
export async function engineTaken(db: Kysely<Tables>, { administration_id }: Inside): Promise<void> {
  await sql`
    insert into engine_states (administration_id, taken_by, taken_until, updated_at)
    values (${administration_id}::bigint, 'test', 'infinity', now())
    on conflict (administration_id) do update set taken_by = 'test', taken_until = 'infinity'`.execute(db)
}

/** Lets any process work in an administration from now on. */
export async function engineFree(db: Kysely<Tables>, { administration_id }: Inside): Promise<void> {
  await sql`
    update engine_states set taken_by = null, taken_until = null
    where administration_id = ${administration_id}::bigint`.execute(db)
}

/** Lets an administration send on every day and at every hour, as much as there is, and has everybody looked at. */
export async function sendAlways(db: Kysely<Tables>, { administration_id }: Inside, today: Day): Promise<void> {
  await changeSettings(db, administration_id, {
    ...{ sending_starts_at: '00:00', sending_ends_at: '23:59', national_holidays: false, letters_per_day: 100_000 },
    sending_days: [...weekdays],
  })
  await sql`
    update engine_states set surge_released_on = ${today}::date
    where administration_id = ${administration_id}::bigint`.execute(db)
  await engineFree(db, { administration_id })
  await scheduleAll({ db, administration_id })
}
