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
