import type { Kysely } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { checkAllowList, checkNotificationAddresses, checkPermissions, checkRedirectUri } from './checks.ts'
import { createSystemUser } from './people.ts'
import { hashSecret, makeSecret } from './secrets.ts'

export type NewApplication = {
  company_id: string
  name: string
  permissions: readonly string[]
  ip_allow_list: readonly string[]
  notification_email_addresses: readonly string[]
  now: Date
} & ({ grant_type: 'authorization_code'; redirect_uri: string } | { grant_type: 'client_credentials' })

export type NewCredential = { id: string; client_id: string; client_secret: string }

/** Registers an application. The secret is returned once; only its hash is kept. */
export async function createApplication(db: Kysely<Tables>, told: NewApplication): Promise<NewCredential> {
  checkPermissions(told.permissions)
  checkAllowList(told.ip_allow_list)
  checkNotificationAddresses(told.notification_email_addresses)
  if (told.grant_type === 'authorization_code') checkRedirectUri(told.redirect_uri)
  else if (told.ip_allow_list.length === 0) {
    throw new Error('An application with client_credentials needs an IP allow list.')
  }
  const client_id = makeSecret('client_id')
  const client_secret = makeSecret('client_secret')
  return db.transaction().execute(async (trx) => {
    const system_user_id = await createSystemUser(trx, told.company_id, told.name, told.now)
    const { id } = await trx
      .insertInto('applications')
      .values({
        company_id: told.company_id,
        name: told.name,
        grant_type: told.grant_type,
        redirect_uri: told.grant_type === 'authorization_code' ? told.redirect_uri : null,
        ip_allow_list: [...told.ip_allow_list],
        permissions: [...told.permissions],
        notification_email_addresses: [...told.notification_email_addresses],
        client_id,
        client_secret_hash: hashSecret(client_secret),
        system_user_id,
        created_at: told.now.toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, client_id, client_secret }
  })
}
