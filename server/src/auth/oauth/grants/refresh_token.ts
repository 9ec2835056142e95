import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { access_token_permissions, grant_joins, grant_lives, grant_permissions } from '../../principals.sql.ts'
import { deriveSecret, hashSecret } from '../../secrets.ts'
import { type Check, firstBroken } from '../checks.ts'
import type { Client } from '../clients.ts'
import { nothing_left, refuseOAuth } from '../errors.ts'
import { endGrant } from '../family.ts'
import { lifetimes, type Pair, pairAnswer, type TokenAnswer } from '../issue.ts'
import { readScope, required } from '../parameters.ts'
import type { OAuthRequest } from '../request.ts'

// A refresh token is replaced when it is used. Networks lose answers and clients send twins, so for a short while the
// used token gives the same pair again, as long as nobody used one of the two: the first use of either takes the nonce
// away. Whoever comes later shows that two hold the same token, one of them a thief: then the family ends. The pair can
// be given again although only hashes are kept, because it is derived from the token that is presented and the nonce,
// which is kept with its hash.

/** How long the answer can be had again. */
const repeats_s = 30
/** How long a twin that lost is only refused. */
const forgives_s = 10

type RefreshTokenRow = {
  id: string
  grant_id: string
  application_id: string
  lives: boolean
  /** Null: not used yet. */
  used_s_ago: number | null
  revoked: boolean
  expired: boolean
  nonce: Buffer | null
  permissions: string[]
  /** Whether the pair that this token gave is there and nobody ended or replaced it. */
  successor_fresh: boolean
  successor_permissions: string[]
  successor_created_s: number | null
}

type Facts = { found: RefreshTokenRow; client: Client; asked: readonly string[] | null }

const unknown = 'The refresh token is unknown, expired or revoked.'

/** What the pair may do that a token gives now, or gave when it was used. */
const givenBy = ({ used_s_ago, permissions, successor_permissions }: RefreshTokenRow): string[] =>
  used_s_ago === null ? permissions : successor_permissions

const repeatable = ({ found }: Facts): boolean =>
  found.used_s_ago !== null && found.used_s_ago <= repeats_s && found.nonce !== null && found.successor_fresh

const checks: readonly Check<Facts>[] = [
  { holds: ({ found, client }) => found.application_id === client.id, error: 'invalid_grant', says: unknown },
  { holds: ({ found }) => found.lives, error: 'invalid_grant', says: unknown },
  {
    holds: (facts) => facts.found.used_s_ago === null || facts.found.used_s_ago <= forgives_s || repeatable(facts),
    error: 'invalid_grant',
    says: 'The refresh token was used before; the authorization has ended.',
    ends: 'refresh_token_reused',
  },
  {
    holds: (facts) => facts.found.used_s_ago === null || repeatable(facts),
    error: 'invalid_grant',
    says: 'The refresh token was replaced by a newer one.',
  },
  { holds: ({ found }) => !found.revoked && !found.expired, error: 'invalid_grant', says: unknown },
  {
    holds: ({ found, asked }) => asked === null || asked.every((one) => found.permissions.includes(one)),
    error: 'invalid_scope',
    says: 'scope has a permission that was not granted.',
  },
  { holds: ({ found }) => givenBy(found).length > 0, error: 'invalid_scope', says: nothing_left },
]

/**
 * Answers a refresh. When all is well, one statement does it; only otherwise it is asked what is not. A twin that was
 * faster can make the two disagree, and then it is looked at again.
 */
export async function refresh(request: OAuthRequest): Promise<TokenAnswer> {
  const { database, client, parameters, address, now, forget } = request
  const token = required(parameters, 'refresh_token')
  const asked = readScope(parameters)
  for (let attempt = 0; attempt < 3; attempt++) {
    const answer = await replace(database.pool, { token, client, asked, now })
    if (answer) return answer
    const found = await find(database.pool, token, now)
    if (!found) return refuseOAuth('invalid_grant', unknown)
    const broken = firstBroken(checks, { found, client, asked })
    const { ends } = broken ?? {}
    if (ends) {
      const { grant_id } = found
      await database.db.transaction().execute((db) => endGrant(db, { grant_id, reason: ends, address, now }))
      forget()
    }
    if (broken) return refuseOAuth(broken.error, broken.says)
    if (found.used_s_ago !== null) return repeat(token, found, now)
  }
  throw new Error('A refresh token changed its state more often than it has states.')
}

/**
 * One statement, so one transaction: hold the grant and the token, and replace it (`replace_refresh_token`). Nothing
 * happens unless every check below holds.
 */
const replace_sql = `
  with held as (
    select r.id, r.parent_id, r.grant_id,
           coalesce($4::text[], ${grant_permissions}) as permissions
    from refresh_tokens r join grants g on g.id = r.grant_id ${grant_joins}
    where r.token_hash = $1::bytea and r.used_at is null and r.revoked_at is null and r.expires_at > $2::timestamptz
      and g.application_id = $3::bigint and ${grant_lives}
      and case when $4::text[] is null then ${grant_permissions} <> '{}'
               else $4::text[] <@ g.permissions and $4::text[] <@ p.permissions end
    for update of g, r
  )
  select permissions, replace_refresh_token(id, parent_id, grant_id, permissions, $2, $5, $6, $7, $8, $9, $10)
  from held`

type Replacing = { token: string; client: Client; asked: readonly string[] | null; now: Date }

async function replace(pool: pg.Pool, { token, client, asked, now }: Replacing): Promise<TokenAnswer | null> {
  const nonce = randomBytes(32)
  const pair = successors(token, nonce)
  const lives = lifetimes(now)
  const { rows } = await pool.query<{ permissions: string[] }>({
    name: 'refresh replace',
    text: replace_sql,
    values: [
      hashSecret(token),
      lives.refresh_created_at,
      client.id,
      asked,
      nonce,
      hashSecret(pair.refresh_token),
      lives.refresh_expires_at,
      hashSecret(pair.access_token),
      lives.access_created_at,
      lives.access_expires_at,
    ],
  })
  const permissions = rows[0]?.permissions
  return permissions ? pairAnswer(pair, { permissions, created_s: lives.created_s, now }) : null
}

const find_sql = `
  select r.id, r.grant_id, g.application_id, (${grant_lives}) as lives,
         extract(epoch from $2::timestamptz - r.used_at)::float8 as used_s_ago,
         r.revoked_at is not null as revoked, r.expires_at <= $2::timestamptz as expired, r.nonce,
         ${grant_permissions} as permissions,
         coalesce(s.used_at is null and s.revoked_at is null and t.revoked_at is null and t.id is not null, false)
           as successor_fresh,
         ${access_token_permissions} as successor_permissions,
         extract(epoch from t.created_at)::float8 as successor_created_s
  from refresh_tokens r join grants g on g.id = r.grant_id ${grant_joins}
  left join refresh_tokens s on s.parent_id = r.id
  left join access_tokens t on t.refresh_token_id = s.id
  where r.token_hash = $1::bytea`

async function find(pool: pg.Pool, token: string, now: Date): Promise<RefreshTokenRow | undefined> {
  const values = [hashSecret(token), now.toISOString()]
  return (await pool.query<RefreshTokenRow>({ name: 'refresh find', text: find_sql, values })).rows[0]
}

function repeat(token: string, found: RefreshTokenRow, now: Date): TokenAnswer {
  const { nonce, successor_created_s: created_s, successor_permissions: permissions } = found
  if (nonce === null || created_s === null) throw new Error('An answer is repeated only when it can be.')
  return pairAnswer(successors(token, nonce), { permissions, created_s, now })
}

const successors = (token: string, nonce: Buffer): Pair => ({
  access_token: deriveSecret('access_token', token, nonce),
  refresh_token: deriveSecret('refresh_token', token, nonce),
})
