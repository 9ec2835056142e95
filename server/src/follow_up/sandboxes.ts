import { sql } from 'kysely'
import type { Change } from '../db/change.ts'
import { changeSettings } from '../settings/store.ts'
import { ensureDefaultFlows } from './flows/defaults.ts'

/**
 * Makes an administration a sandbox, which it is for ever: nothing is ever sent from it, its clock can be turned, and
 * its invoices are followed up from today. It must be new, so that no real debtor is ever in one.
 */
export async function makeSandbox(change: Change): Promise<void> {
  const { db, administration_id, today, stamp } = change
  await sql`
    update administrations set sandbox = true, status = 'active', updated_at = ${stamp}::timestamptz
    where id = ${administration_id}::bigint`.execute(db)
  await changeSettings(db, administration_id, { engine_enabled: true })
  await ensureDefaultFlows(change)
  await sql`
    update engine_states set on_since = ${today}::date where administration_id = ${administration_id}::bigint`.execute(
    db,
  )
}
