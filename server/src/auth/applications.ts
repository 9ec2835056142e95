import type { Kysely } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { addresses_max, isAddress, plainAddress } from '../mail/addresses.ts'
import {
  allowListProblems,
  companyNameProblems,
  permissionProblems,
  redirectUriProblems,
  refuseProblems,
} from './checks.ts'
import { plainEntry } from './ip_allow_list.ts'
import { createSystemUser } from './people.ts'
import { hashSecret, makeSecret } from './secrets.ts'

export const grant_types = ['authorization_code', 'client_credentials'] as const

/** What people give of an application. The type of grant is fixed for ever. */
export type ApplicationInput = {
  name: string
  grant_type: (typeof grant_types)[number]
  /** Only for authorization_code, which needs it. */
  redirect_uri: string | null
  permissions: readonly string[]
  ip_allow_list: readonly string[]
  notification_email_addresses: readonly string[]
}

export type NewCredential = { id: string; client_id: string; client_secret: string }

/** Registers an application. The secret is returned once; only its hash is kept. */
export async function createApplication(
  db: Kysely<Tables>,
  input: ApplicationInput & { company_id: string; now: Date },
): Promise<NewCredential> {
  checkApplication(input)
  const client_id = makeSecret('client_id')
  const client_secret = makeSecret('client_secret')
  const { company_id, now } = input
  const system_user_id = await createSystemUser(db, company_id, input.name, now)
  const { id } = await db
    .insertInto('applications')
    .values({
      company_id,
      grant_type: input.grant_type,
      ...columns(input),
      client_id,
      client_secret_hash: hashSecret(client_secret),
      system_user_id,
      created_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, client_id, client_secret }
}

/** Changes an application. A permission that goes is gone at once from every grant and token of it. */
export async function updateApplication(db: Kysely<Tables>, id: string, input: ApplicationInput): Promise<void> {
  checkApplication(input)
  await db.updateTable('applications').set(columns(input)).where('id', '=', id).execute()
}

/** Gives an application a new secret. Living tokens live on; new ones need the new secret. */
export async function rotateSecret(db: Kysely<Tables>, id: string, now: Date): Promise<string> {
  const client_secret = makeSecret('client_secret')
  await db
    .updateTable('applications')
    .set({ client_secret_hash: hashSecret(client_secret), secret_rotated_at: now.toISOString() })
    .where('id', '=', id)
    .execute()
  return client_secret
}

const columns = (input: ApplicationInput) => ({
  name: input.name.trim(),
  redirect_uri: input.grant_type === 'authorization_code' ? input.redirect_uri : null,
  permissions: [...new Set(input.permissions)].sort(),
  ip_allow_list: [...new Set(input.ip_allow_list.map(plainEntry))],
  notification_email_addresses: [...new Set(input.notification_email_addresses)],
})

function checkApplication(input: ApplicationInput): void {
  const { notification_email_addresses: notified } = input
  const strange = notified.filter((one) => !isAddress(plainAddress(one)))
  refuseProblems([
    ...companyNameProblems(input.name),
    ...permissionProblems(input.permissions),
    ...allowListProblems(input.ip_allow_list),
    ...(input.grant_type === 'authorization_code' ? redirectUriProblems(input.redirect_uri ?? '') : []),
    ...(input.grant_type === 'client_credentials' && input.ip_allow_list.length === 0
      ? ['ip_allow_list: is needed for client_credentials, because its tokens never expire']
      : []),
    ...strange.slice(0, 5).map((one) => `notification_email_addresses: ${one.slice(0, 50)} is no email address`),
    ...(notified.length > addresses_max
      ? [`notification_email_addresses: must not have more than ${addresses_max} addresses`]
      : []),
  ])
}
