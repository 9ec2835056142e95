import type { Context } from '../api/context.ts'
import { type AuditEntry, audit } from '../auth/audit.ts'
import { userOf } from '../domain/actor.ts'

/** Keeps what a person did in an administration, in the transaction that did it. */
export async function auditBy(context: Context, action: string, details: NonNullable<AuditEntry['details']>) {
  const { db, administration_id, principal, actor, address, real_now: now } = context
  const user_id = userOf(actor).id
  const by = user_id === null ? {} : { user_id }
  await audit(db, { action, company_id: principal.company_id, administration_id, ...by, details, address, now })
}

type Changed = { name: string; before: unknown; after: unknown }

/** The same for what is set in an administration, as it was and as it is. Where nothing differs, nothing is kept. */
export async function auditSettings(context: Context, changed: readonly Changed[]): Promise<void> {
  if (changed.length === 0) return
  const lines = changed.map(
    ({ name, before, after }) => `${name}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`,
  )
  await auditBy(context, 'administration_settings_changed', { changed: lines })
}
