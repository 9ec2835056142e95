import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import { hashSecret, makeSecret } from '../secrets.ts'

const access_token_lives_s = 7200
const refresh_token_lives_ms = 90 * 86_400_000

/** What a token request is answered with. The order of the keys is part of the interface; absent ones are absent. */
export type TokenAnswer = {
  access_token: string
  token_type: 'Bearer'
  expires_in?: number
  refresh_token?: string
  scope: string
  created_at: number
}

export type Pair = { access_token: string; refresh_token: string }

/** From when to when tokens made now live. Access tokens count in whole seconds, because that is how they are given. */
export function lifetimes(now: Date) {
  const created_s = Math.floor(now.getTime() / 1000)
  return {
    created_s,
    access_created_at: new Date(created_s * 1000).toISOString(),
    access_expires_at: new Date((created_s + access_token_lives_s) * 1000).toISOString(),
    refresh_created_at: now.toISOString(),
    refresh_expires_at: new Date(now.getTime() + refresh_token_lives_ms).toISOString(),
  }
}

/** The answer with a pair; when it is given again, it shows how much time is left. */
export function pairAnswer(pair: Pair, issued: { permissions: readonly string[]; created_s: number; now: Date }) {
  const answer: TokenAnswer = {
    access_token: pair.access_token,
    token_type: 'Bearer',
    expires_in: Math.ceil(issued.created_s + access_token_lives_s - issued.now.getTime() / 1000),
    refresh_token: pair.refresh_token,
    scope: issued.permissions.join(' '),
    created_at: issued.created_s,
  }
  return answer
}

/** Makes the first pair of a grant; the caller holds the grant. Only hashes are kept. */
export async function issuePair(
  db: Kysely<Tables>,
  grant: { grant_id: string; permissions: readonly string[]; now: Date },
): Promise<TokenAnswer> {
  const { grant_id, permissions, now } = grant
  const pair: Pair = { access_token: makeSecret('access_token'), refresh_token: makeSecret('refresh_token') }
  const lives = lifetimes(now)
  const { id: refresh_token_id } = await db
    .insertInto('refresh_tokens')
    .values({
      token_hash: hashSecret(pair.refresh_token),
      grant_id,
      created_at: lives.refresh_created_at,
      expires_at: lives.refresh_expires_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('access_tokens')
    .values({
      token_hash: hashSecret(pair.access_token),
      grant_id,
      refresh_token_id,
      permissions: [...permissions],
      created_at: lives.access_created_at,
      expires_at: lives.access_expires_at,
    })
    .execute()
  return pairAnswer(pair, { permissions, created_s: lives.created_s, now })
}
