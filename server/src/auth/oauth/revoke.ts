import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import { audit } from '../audit.ts'
import { hashSecret } from '../secrets.ts'
import { endGrant } from './family.ts'
import { required } from './parameters.ts'
import type { OAuthRequest } from './request.ts'

type TokenRow = { access_token_id: string | null; grant_id: string; company_id: string; user_id: string }

/**
 * Ends a token of this client: an access token alone, a refresh token with everything of its grant. What is unknown,
 * foreign or ended already is answered the same, so that nobody learns which tokens exist.
 */
export async function revoke({ database, client, parameters, address, now, forget }: OAuthRequest): Promise<object> {
  const token = required(parameters, 'token')
  const found = await database.db.transaction().execute(async (db) => {
    const held = await hold(db, token, client.id)
    if (held) await end(db, held, { application_id: client.id, address, now })
    return held
  })
  if (found) forget()
  return {}
}

async function end(db: Kysely<Tables>, found: TokenRow, by: { application_id: string; address: string; now: Date }) {
  const { access_token_id, ...ids } = found
  if (access_token_id === null) return endGrant(db, { grant_id: ids.grant_id, reason: 'revoked_by_client', ...by })
  const { numUpdatedRows } = await db
    .updateTable('access_tokens')
    .set({ revoked_at: by.now.toISOString() })
    .where('id', '=', access_token_id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await audit(db, { action: 'access_token_revoked', ...ids, ...by })
}

async function hold(db: Kysely<Tables>, token: string, application_id: string): Promise<TokenRow | undefined> {
  const hash = hashSecret(token)
  const { rows } = await sql<TokenRow>`
    select t.access_token_id, g.id as grant_id, g.company_id, g.user_id
    from (
      select id as access_token_id, grant_id from access_tokens where token_hash = ${hash}::bytea
      union all
      select null::bigint, grant_id from refresh_tokens where token_hash = ${hash}::bytea
    ) t
    join grants g on g.id = t.grant_id
    where g.application_id = ${application_id}::bigint
    for update of g`.execute(db)
  return rows[0]
}
