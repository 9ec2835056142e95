import type { Context } from '../api/context.ts'
import { type AuditEntry, audit } from '../auth/audit.ts'

/** Keeps who made a change inside an administration, in its transaction. */
export async function auditChange(
  { db, administration_id, principal, address, real_now: now }: Context,
  action: string,
  details: NonNullable<AuditEntry['details']>,
): Promise<void> {
  if (principal.kind !== 'person') throw new Error('Only people do this, on our own pages.')
  const { company_id, user_id } = principal
  await audit(db, { action, company_id, administration_id, user_id, details, address, now })
}
