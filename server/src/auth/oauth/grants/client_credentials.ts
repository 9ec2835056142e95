import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/schema.ts'
import { audit } from '../../audit.ts'
import { hashSecret, makeSecret } from '../../secrets.ts'
import type { Client } from '../clients.ts'
import { refuseOAuth } from '../errors.ts'
import { createGrant } from '../family.ts'
import { lifetimes, type TokenAnswer } from '../issue.ts'
import { readScope } from '../parameters.ts'
import type { OAuthRequest } from '../request.ts'

/** Gives an application a token for its own company, which never expires; there is no refresh token with it. */
export async function grantClient({ database, client, parameters, address, now }: OAuthRequest): Promise<TokenAnswer> {
  const access_token = makeSecret('access_token')
  const { created_s, access_created_at } = lifetimes(now)
  const permissions = await database.db.transaction().execute(async (db) => {
    const application = await hold(db, client)
    const asked = readScope(parameters) ?? application.permissions
    if (!asked.every((one) => application.permissions.includes(one))) {
      return refuseOAuth('invalid_scope', 'scope has a permission that the application does not have.')
    }
    const grant_id = await holdGrant(db, application, { address, now })
    await db
      .insertInto('access_tokens')
      .values({ token_hash: hashSecret(access_token), grant_id, permissions: asked, created_at: access_created_at })
      .execute()
    const { company_id, id: application_id } = client
    await audit(db, { action: 'access_token_issued', company_id, application_id, grant_id, address, now })
    return asked
  })
  return { access_token, token_type: 'Bearer', scope: permissions.join(' '), created_at: created_s }
}

type Application = { id: string; company_id: string; system_user_id: string; permissions: string[] }

/** The application as it is. Two first requests at once would make two grants: the later one waits here. */
async function hold(db: Kysely<Tables>, client: Client): Promise<Application> {
  const { rows } = await sql<Application>`
    select id, company_id, system_user_id, permissions from applications
    where id = ${client.id}::bigint and deleted_at is null
    for no key update`.execute(db)
  const application = rows[0] ?? refuseOAuth('invalid_grant', 'The application was deleted.')
  return { ...application, permissions: [...application.permissions].sort() }
}

/**
 * The one grant of an application to its own company, made on first use. What the application asks for by now is what
 * it gets, because there is nobody to consent; tokens from before keep what they got.
 */
async function holdGrant(db: Kysely<Tables>, application: Application, by: { address: string; now: Date }) {
  const { id: application_id, company_id, system_user_id: user_id, permissions } = application
  const there = await db
    .selectFrom('grants')
    .select(['id', 'permissions'])
    .where('application_id', '=', application_id)
    .where('company_id', '=', company_id)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .executeTakeFirst()
  if (!there)
    return createGrant(db, { application_id, company_id, user_id, permissions, administration_ids: null, ...by })
  if (there.permissions.join(' ') !== permissions.join(' ')) {
    await db.updateTable('grants').set({ permissions }).where('id', '=', there.id).execute()
  }
  return there.id
}
