import { sql } from 'kysely'
import type { Change } from '../db/change.ts'
import { emitCompany } from '../events/emit_company.ts'
import type { SettingsChange } from '../settings/administration_settings.ts'
import { type ChangedSetting, changeSettings } from '../settings/store.ts'
import { ensureDefaultFlows } from './flows/defaults.ts'
import { scheduleAll } from './look/schedule.ts'
import { takeOverSteps } from './perform/take_over.ts'
import { raiseRules } from './rules_version.ts'

/**
 * Changes settings of an administration with everything that follows from it: each decides about all debtors, and one
 * of them switches the engine. Says which are different now; a second call changes nothing.
 */
export async function applySettings(change: Change, wanted: SettingsChange): Promise<ChangedSetting[]> {
  const changed = await changeSettings(change.db, change.administration_id, wanted)
  if (changed.length === 0) return changed
  await raiseRules(change)
  const engine = changed.find(({ name }) => name === 'engine_enabled')
  if (engine?.after === true) await switchOn(change)
  else if (engine) await setOnSince(change, null)
  return changed
}

/** From today on everything open is followed up; what lies further back was seen today for the first time. */
async function switchOn(change: Change): Promise<void> {
  await ensureDefaultFlows(change)
  await setOnSince(change, change.today)
  await activate(change)
  await takeOverSteps(change)
  await scheduleAll(change)
}

/** The row was made when the rules were raised. */
async function setOnSince({ db, administration_id, stamp }: Change, day: string | null): Promise<void> {
  await sql`
    update engine_states e set on_since = ${day}::date, updated_at = ${stamp}::timestamptz,
      books_written_at = coalesce(e.books_written_at, (
        select max(updated_at) from invoices i where i.administration_id = ${administration_id}::bigint))
    where e.administration_id = ${administration_id}::bigint`.execute(db)
}

/** Setting up is over for an administration that follows up, and for a company with the first such administration. */
async function activate({ db, administration_id, actor, now, stamp }: Change): Promise<void> {
  const activated = await db
    .updateTable('administrations')
    .set({ status: 'active', updated_at: stamp })
    .where('id', '=', administration_id)
    .where('status', '=', 'implementation')
    .returning('company_id')
    .executeTakeFirst()
  if (!activated) return
  const { company_id } = activated
  const { numUpdatedRows } = await db
    .updateTable('companies')
    .set({ status: 'active' })
    .where('id', '=', company_id)
    .where('status', '=', 'implementation')
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await emitCompany(db, 'company_updated', { company_id, actor, now })
}
