import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import { hashSecret, makeSecret } from '../secrets.ts'
import type { NewGrant } from './family.ts'

/** Seconds in which a code can be exchanged. */
export const code_lives_s = 600

export type NewCode = {
  grant_id: string
  /** The address that the code is sent to; the exchange has to name the same. */
  redirect_uri: string
  /** By S256, or null when the client sent none. */
  code_challenge: string | null
  now: Date
}

/** Makes an authorization code for a grant. The code is returned once; only its hash is kept. */
export async function createCode(db: Kysely<Tables>, new_code: NewCode): Promise<string> {
  if (new_code.code_challenge !== null && !isChallenge(new_code.code_challenge))
    throw new Error('This is no S256 challenge.')
  const code = makeSecret('code')
  await db
    .insertInto('authorization_codes')
    .values({
      code_hash: hashSecret(code),
      grant_id: new_code.grant_id,
      redirect_uri: new_code.redirect_uri,
      code_challenge: new_code.code_challenge,
      created_at: new_code.now.toISOString(),
      expires_at: new Date(new_code.now.getTime() + code_lives_s * 1000).toISOString(),
    })
    .execute()
  return code
}

/**
 * The grant of the same answer that was given a moment ago, whose code nobody exchanged yet; that code is gone then.
 * Whoever sends the form twice has one connection, and the answer that the browser follows leads to it. One person at a
 * time: the second waits until the first is written.
 */
export async function takeUnused(
  db: Kysely<Tables>,
  { application_id, company_id, user_id, permissions, administration_ids, now }: NewGrant,
  code_challenge: string | null,
): Promise<string | null> {
  await sql`select from users where id = ${user_id}::bigint for no key update`.execute(db)
  const wanted = administration_ids === null ? null : [...new Set(administration_ids)]
  const { rows } = await sql<{ grant_id: string }>`
    delete from authorization_codes k using grants g
    where g.id = k.grant_id and g.application_id = ${application_id}::bigint and g.company_id = ${company_id}::bigint
      and g.user_id = ${user_id}::bigint and g.revoked_at is null and k.used_at is null
      and k.expires_at > ${now.toISOString()}::timestamptz
      and k.code_challenge is not distinct from ${code_challenge}::text
      and g.permissions = ${[...permissions].sort()}::text[] and g.all_administrations = ${wanted === null}::boolean
      and array(select x.administration_id from grant_administrations x where x.grant_id = g.id order by 1)
        = array(select distinct unnest(${wanted ?? []}::bigint[]) order by 1)
    returning k.grant_id::text`.execute(db)
  return rows[0]?.grant_id ?? null
}

/** Whether a text can be the S256 challenge of anything: 32 bytes in base64url. */
export const isChallenge = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

/** Whether the verifier is the one that the challenge was made from; without a challenge there must be none. */
export function provesChallenge(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null || verifier === undefined) return challenge === null && verifier === undefined
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false
  return createHash('sha256').update(verifier).digest('base64url') === challenge
}
