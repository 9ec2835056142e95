import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/schema.ts'
import { audit } from '../../audit.ts'
import { grant_joins, grant_lives, grant_permissions } from '../../principals.sql.ts'
import { hashSecret } from '../../secrets.ts'
import { type Check, firstBroken } from '../checks.ts'
import type { Client } from '../clients.ts'
import { provesChallenge } from '../codes.ts'
import { nothing_left, refuseOAuth } from '../errors.ts'
import { endGrant } from '../family.ts'
import { issuePair, type TokenAnswer } from '../issue.ts'
import { required } from '../parameters.ts'
import type { OAuthRequest } from '../request.ts'

type CodeRow = {
  id: string
  redirect_uri: string
  /** What the application registered by now. */
  registered_uri: string
  code_challenge: string | null
  used: boolean
  expired: boolean
  grant_id: string
  application_id: string
  company_id: string
  user_id: string
  lives: boolean
  permissions: string[]
}

type Facts = { found: CodeRow; client: Client; redirect_uri: string; code_verifier: string | undefined }

const unknown = 'The code is unknown, expired or revoked.'

const checks: readonly Check<Facts>[] = [
  { holds: ({ found, client }) => found.application_id === client.id, error: 'invalid_grant', says: unknown },
  {
    holds: ({ found }) => !found.used,
    error: 'invalid_grant',
    says: 'The code was used before; what it gave has ended.',
    ends: 'code_reused',
  },
  { holds: ({ found }) => found.lives && !found.expired, error: 'invalid_grant', says: unknown },
  {
    holds: ({ found, redirect_uri }) => found.redirect_uri === redirect_uri,
    error: 'invalid_grant',
    says: 'redirect_uri is not the one of the authorization request.',
  },
  {
    holds: ({ found, redirect_uri }) => found.registered_uri === redirect_uri,
    error: 'invalid_grant',
    says: 'redirect_uri is not the one of the application.',
  },
  {
    holds: ({ found, code_verifier }) => provesChallenge(found.code_challenge, code_verifier),
    error: 'invalid_grant',
    says: 'code_verifier does not belong to the code_challenge of the authorization request.',
  },
  { holds: ({ found }) => found.permissions.length > 0, error: 'invalid_scope', says: nothing_left },
]

/** Exchanges a code, once, for the first pair of its grant. A scope in the request means nothing here. */
export async function exchangeCode(request: OAuthRequest): Promise<TokenAnswer> {
  const { database, client, parameters, address, now, forget } = request
  const code = required(parameters, 'code')
  const redirect_uri = required(parameters, 'redirect_uri')
  const code_verifier = parameters('code_verifier')
  const outcome = await database.db.transaction().execute(async (db): Promise<TokenAnswer | Check<Facts>> => {
    const found = await hold(db, code, now)
    if (!found) return refuseOAuth('invalid_grant', unknown)
    const { id, grant_id, company_id, user_id, permissions } = found
    const broken = firstBroken(checks, { found, client, redirect_uri, code_verifier })
    if (broken?.ends) await endGrant(db, { grant_id, reason: broken.ends, address, now })
    if (broken) return broken
    await db.updateTable('authorization_codes').set({ used_at: now.toISOString() }).where('id', '=', id).execute()
    await audit(db, {
      action: 'code_exchanged',
      company_id,
      user_id,
      application_id: client.id,
      grant_id,
      address,
      now,
    })
    return issuePair(db, { grant_id, permissions, now })
  })
  if ('access_token' in outcome) return outcome
  // Refused only after the commit: a code that came twice ends its grant for good.
  if (outcome.ends) forget()
  return refuseOAuth(outcome.error, outcome.says)
}

/** The code as it is, held together with its grant until the transaction ends. */
async function hold(db: Kysely<Tables>, code: string, now: Date): Promise<CodeRow | undefined> {
  const { rows } = await sql<CodeRow>`
    select k.id, k.redirect_uri, p.redirect_uri as registered_uri, k.code_challenge, k.used_at is not null as used,
           k.expires_at <= ${now.toISOString()}::timestamptz as expired,
           g.id as grant_id, g.application_id, g.company_id, g.user_id, (${sql.raw(grant_lives)}) as lives,
           ${sql.raw(grant_permissions)} as permissions
    from authorization_codes k join grants g on g.id = k.grant_id ${sql.raw(grant_joins)}
    where k.code_hash = ${hashSecret(code)}::bytea
    for update of g, k`.execute(db)
  return rows[0]
}
