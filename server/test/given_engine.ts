import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../src/db/schema.ts'
import { defaultFlows } from '../src/flows/defaults.ts'
import { changeSettings } from '../src/settings/store.ts'
import type { Tenant } from './given.ts'

/**
 * Switches the engine of an administration on, with the flows of its country, books that just wrote, and no cap. It is taken, so
 * that the engine of the service leaves it alone.
 */
export async function engineOn(db: Kysely<Tables>, { administration_id }: Tenant, now: Date): Promise<void> {
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
    insert into engine_states (administration_id, on_since, books_written_at, taken_by, taken_until, updated_at)
    values (${administration_id}::bigint, '2026-01-01', ${at}::timestamptz, 'test', 'infinity',
            ${at}::timestamptz)`.execute(db)
}
