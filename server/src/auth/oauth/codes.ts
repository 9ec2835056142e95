import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import { hashSecret, makeSecret } from '../secrets.ts'

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

/** Whether a text can be the S256 challenge of anything: 32 bytes in base64url. */
export const isChallenge = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

/** Whether the verifier is the one that the challenge was made from; without a challenge there must be none. */
export function provesChallenge(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null || verifier === undefined) return challenge === null && verifier === undefined
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false
  return createHash('sha256').update(verifier).digest('base64url') === challenge
}
