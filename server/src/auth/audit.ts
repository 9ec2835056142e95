import { isIP } from 'node:net'
import type { Kysely } from 'kysely'
import type { Context } from '../api/context.ts'
import type { Tables } from '../db/schema.ts'
import type { Service } from '../domain/actor.ts'

export type AuditEntry = {
  action: string
  company_id: string
  administration_id?: string
  /** Who did it: a person, or a part of the service itself. */
  user_id?: string
  service?: Service
  application_id?: string
  grant_id?: string
  api_token_id?: string
  /** What else to know; never a secret, nor what one was made from. */
  details?: { readonly [name: string]: string | readonly string[] }
  address: string | null
  now: Date
}

/** Keeps who did what, in the transaction that did it. */
export async function audit(
  db: Kysely<Tables>,
  { address, now, details, service, ...entry }: AuditEntry,
): Promise<void> {
  await db
    .insertInto('audit_entries')
    .values({
      ...entry,
      actor_service: service ?? null,
      details: JSON.stringify(details ?? {}),
      ip: inet(address),
      created_at: now.toISOString(),
    })
    .execute()
}

/** The same for a verb inside an administration, whoever calls it: a person, other software, or the service itself. */
export async function auditVerb(
  { db, administration_id, principal, actor, address, real_now }: Context,
  action: string,
  details: NonNullable<AuditEntry['details']>,
): Promise<void> {
  await audit(db, {
    ...{ action, company_id: principal.company_id, administration_id, details, address, now: real_now },
    ...(actor.kind === 'service' ? { service: actor.name } : { user_id: actor.id }),
    ...('application_id' in principal && principal.application_id !== null
      ? { application_id: principal.application_id }
      : {}),
    ...(principal.kind === 'api_token' ? { api_token_id: principal.token_id } : {}),
  })
}

/** What a proxy sends as an address may be anything; PostgreSQL takes none with a zone. */
export function inet(address: string | null): string | null {
  const plain = address?.replace(/%.*$/, '') ?? ''
  return isIP(plain) === 0 ? null : plain
}
