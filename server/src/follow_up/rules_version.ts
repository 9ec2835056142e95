import { sql } from 'kysely'
import type { Change } from '../db/change.ts'
import { wake } from './look/schedule.ts'

/**
 * Says that something changed which decides about all debtors of an administration: settings, flows, days of sending.
 * The engine then looks at every debtor whose agenda is older, in portions. The row of an administration is made here.
 */
export async function raiseRules({ db, administration_id, stamp }: Change): Promise<void> {
  await sql`
    insert into engine_states (administration_id, rules_version, updated_at)
    values (${administration_id}::bigint, 2, ${stamp}::timestamptz)
    on conflict (administration_id) do update
    set rules_version = engine_states.rules_version + 1, updated_at = excluded.updated_at`.execute(db)
  await wake({ db, administration_id })
}
