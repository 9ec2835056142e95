import { randomInt } from 'node:crypto'
import { hash } from '@node-rs/argon2'

/** argon2id with 19 MiB and two passes, which is what OWASP asks for at the least. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** What is kept of a password. People choose them, so the hash is slow on purpose. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost)

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password that can be read aloud: no letters that look alike, in groups. */
export function makePassword(): string {
  const group = (): string => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}
