import { createHash, randomInt, timingSafeEqual } from 'node:crypto'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 40 letters of 62 are 238 bits. */
const length = 40

/** Each kind of secret begins with its own word, so that people and secret scanners recognise what leaked. */
const prefixes = {
  api_token: 'dunlinstatic',
  client_id: 'dunlinclient',
  client_secret: 'dunlinsecret',
} as const

/** Makes a secret: letters and digits only, so that no client has to encode it. */
export function makeSecret(kind: keyof typeof prefixes): string {
  let random = ''
  for (let index = 0; index < length; index++) random += letters[randomInt(letters.length)]
  return `${prefixes[kind]}${random}`
}

/** What is kept of a secret. It is random, so a fast hash is enough. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Compares without telling, by its duration, how much was right. */
export const sameHash = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other)
