import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/schema.ts'
import { audit } from '../../audit.ts'
import { deriveSecret, hashSecret, sameHash } from '../../secrets.ts'
import type { Client } from '../clients.ts'
import { nothing_left, refuseOAuth } from '../errors.ts'
import { createGrant } from '../family.ts'
import { lifetimes, type TokenAnswer } from '../issue.ts'
import { readScope } from '../parameters.ts'
import type { OAuthRequest } from '../request.ts'

// These tokens never expire, so they must not become many. Whoever asks again with the same secret for the same
// permissions gets the token that is there. It can be given again although only its hash is kept, because it is derived
// from the secret, which the client shows with each request and we do not keep, and a nonce. So a new one is made only
// for other permissions, for a new secret, or after the last one was revoked.

/** How many tokens of an application live at the same time; with one more, the oldest ends. */
const machine_tokens_max = 20

type Living = {
  id: string
  token_hash: Buffer
  nonce: Buffer
  permissions: string[]
  created_s: number
  /** What the application asks for by now. */
  offered: string[]
}
type Issued = { access_token: string; permissions: readonly string[]; created_s: number; ended: boolean }

/** Gives an application a token for its own company, which never expires; there is no refresh token with it. */
export async function grantClient(request: OAuthRequest): Promise<TokenAnswer> {
  const { database, client, parameters, forget } = request
  const asked = readScope(parameters)
  // Most requests are for a token that is there: they lock and write nothing.
  const known = again(request, await findLiving(database.db, client), asked)
  const issued = known ?? (await database.db.transaction().execute((db) => issue(db, request, asked)))
  if (issued.ended) forget()
  const { access_token, permissions, created_s } = issued
  return { access_token, token_type: 'Bearer', scope: permissions.join(' '), created_at: created_s }
}

/**
 * The tokens of an application, the oldest first, as long as its grant has what it asks for by now. Those from before
 * they were derived are left alone: somebody uses them.
 */
async function findLiving(db: Kysely<Tables>, { id }: Client): Promise<Living[]> {
  const { rows } = await sql<Living>`
    select t.id, t.token_hash, t.nonce, t.permissions, extract(epoch from t.created_at)::float8 as created_s,
           p.permissions as offered
    from applications p
    join grants g on g.application_id = p.id and g.company_id = p.company_id and g.revoked_at is null
    join access_tokens t on t.grant_id = g.id and t.revoked_at is null and t.nonce is not null
    where p.id = ${id}::bigint and p.deleted_at is null and g.permissions = p.permissions
    order by t.id`.execute(db)
  return rows
}

/** The token that the client has already, if it has one with these permissions and from this secret. */
function again({ client_secret }: OAuthRequest, living: readonly Living[], asked: readonly string[] | null) {
  for (const { nonce, token_hash, created_s, permissions, offered } of living) {
    if (permissions.length === 0 || permissions.join(' ') !== (asked ?? offered).join(' ')) continue
    const access_token = deriveSecret('access_token', client_secret, nonce)
    if (sameHash(hashSecret(access_token), token_hash)) return { access_token, permissions, created_s, ended: false }
  }
  return null
}

/** Makes a token, unless another request was faster and made the same. */
async function issue(db: Kysely<Tables>, request: OAuthRequest, asked: readonly string[] | null): Promise<Issued> {
  const { client, client_secret, address, now } = request
  const application = await hold(db, client)
  const permissions = asked ?? application.permissions
  if (!permissions.every((one) => application.permissions.includes(one))) {
    return refuseOAuth('invalid_scope', 'scope has a permission that the application does not have.')
  }
  if (permissions.length === 0) return refuseOAuth('invalid_scope', nothing_left)
  const grant_id = await holdGrant(db, application, { address, now })
  const living = await findLiving(db, client)
  const known = again(request, living, permissions)
  if (known) return known
  const nonce = randomBytes(32)
  const access_token = deriveSecret('access_token', client_secret, nonce)
  const { created_s, access_created_at: created_at } = lifetimes(now)
  await db
    .insertInto('access_tokens')
    .values({ token_hash: hashSecret(access_token), nonce, grant_id, permissions: [...permissions], created_at })
    .execute()
  const entry = { company_id: client.company_id, application_id: client.id, grant_id, address, now }
  await audit(db, { action: 'access_token_issued', ...entry })
  const oldest = living.slice(0, Math.max(0, living.length + 1 - machine_tokens_max)).map(({ id }) => id)
  if (oldest.length > 0) {
    await db.updateTable('access_tokens').set({ revoked_at: now.toISOString() }).where('id', 'in', oldest).execute()
    await audit(db, { action: 'access_token_replaced', ...entry })
  }
  return { access_token, permissions, created_s, ended: oldest.length > 0 }
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
