import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** argon2id with 19 MiB and two passes, which is what OWASP asks for at the least. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** What is kept of a password. People choose them, so the hash is slow on purpose. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost)

let nobody: Promise<string> | null = null

/** Whether a password is the right one. Where there is none to compare with, it takes as long. */
export async function isPassword(password: string, kept: string | null): Promise<boolean> {
  nobody ??= hashPassword(makePassword())
  const right = await verify(kept ?? (await nobody), password)
  return right && kept !== null
}

const length = { minimum: 12, maximum: 200 } as const

/** Words that everybody tries first, whatever digits are put behind them. */
const common = new Set(
  (
    'password passw0rd wachtwoord welkom welcome qwerty qwertyuiop azerty letmein iloveyou geheim admin ' +
    'administrator dunlin changeme secret'
  ).split(' '),
)

/** What is wrong with a new password, or null. `about` are words that somebody who knows the person would try. */
export function passwordProblem(password: string, about: readonly string[]): string | null {
  if (password.length < length.minimum) return `must have at least ${length.minimum} characters`
  if (password.length > length.maximum) return `must have at most ${length.maximum} characters`
  const plain = password.toLowerCase()
  const letters = plain.replaceAll(/[^a-z]/g, '')
  const known = about.map((word) => word.toLowerCase().replace(/@.*/, '')).filter((word) => word.length >= 4)
  const guessable =
    new Set(plain).size < 5 ||
    common.has(letters) ||
    isSequence(plain) ||
    known.some((word) => plain.replaceAll(word, '').length < 6)
  return guessable ? 'is too easy to guess; take a few words that do not belong together' : null
}

const rows = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm']

const isSequence = (plain: string): boolean =>
  rows.some((row) => row.includes(plain) || [...row].reverse().join('').includes(plain))

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A word of letters that cannot be mistaken for each other when read aloud. */
export const readable = (length: number): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** A password that can be read aloud, in groups. */
export const makePassword = (): string => [readable(5), readable(5), readable(5), readable(5)].join('-')
