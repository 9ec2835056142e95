import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** What a secret is made from, and how it is known again. Neither is enough to have it. */
export type SealedSecret = { nonce: Buffer; hash: Buffer }

/**
 * Makes a secret. Receivers and we have to know it, so it cannot be kept as a hash: it is made again from what is kept
 * and from a key that is not in the database. Its form is that of the Standard Webhooks convention.
 */
export function makeWebhookSecret(key: Buffer): SealedSecret & { secret: string } {
  const nonce = randomBytes(32)
  const secret = secretFrom(key, nonce)
  return { nonce, hash: hashOf(secret), secret }
}

/** The secret again; null when the key is another one by now. */
export function openSecret(key: Buffer, { nonce, hash }: SealedSecret): string | null {
  const secret = secretFrom(key, nonce)
  return timingSafeEqual(hashOf(secret), hash) ? secret : null
}

const secretFrom = (key: Buffer, nonce: Buffer): string =>
  `whsec_${createHmac('sha256', key).update('dunlin webhook secret').update(nonce).digest('base64')}`

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
