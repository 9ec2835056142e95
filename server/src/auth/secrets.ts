import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 40 letters of 62 are 238 bits. */
const length = 40

/** Each kind of secret begins with its own word, so that people and secret scanners recognise what leaked. */
const prefixes = {
  access_token: 'dunlinaccess',
  api_token: 'dunlinstatic',
  client_id: 'dunlinclient',
  client_secret: 'dunlinsecret',
  code: 'dunlincode',
  device: 'dunlindevice',
  link: 'dunlinlink',
  refresh_token: 'dunlinrefresh',
  session: 'dunlinsession',
} as const

export type SecretKind = keyof typeof prefixes

/** Makes a secret: letters and digits only, so that no client has to encode it. */
export function makeSecret(kind: SecretKind): string {
  let random = ''
  for (let index = 0; index < length; index++) random += letters[randomInt(letters.length)]
  return `${prefixes[kind]}${random}`
}

/**
 * Makes a secret that whoever holds the parent can have again, as long as the nonce is kept: neither the parent nor the
 * nonce is enough alone, so that nothing at rest opens anything, and no key of the server exists.
 */
export function deriveSecret(kind: SecretKind, parent: string, nonce: Buffer): string {
  const digest = createHmac('sha256', parent).update(nonce).update(kind).digest('hex')
  let text = ''
  for (let rest = BigInt(`0x${digest}`); text.length < length; rest /= base) text += letters[Number(rest % base)]
  return `${prefixes[kind]}${text}`
}

const base = BigInt(letters.length)

/** What is kept of a secret. It is random, so a fast hash is enough. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Compares without revealing, by its duration, how much was right. */
export const sameHash = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other)
