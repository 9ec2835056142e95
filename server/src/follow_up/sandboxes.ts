import { sql } from 'kysely'
import type { Change } from '../db/change.ts'
import { applySettings } from './switch.ts'

/**
 * Makes an administration a sandbox, which it is for ever: nothing is ever sent from it, its clock can be turned, and
 * its invoices are followed up from today. It must be new, so that no real debtor is ever in one.
 */
export async function makeSandbox(change: Change): Promise<void> {
  const { db, administration_id, stamp } = change
  await sql`
    update administrations set sandbox = true, updated_at = ${stamp}::timestamptz
    where id = ${administration_id}::bigint`.execute(db)
  await applySettings(change, { engine_enabled: true })
}
