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
  const stand_in = await nobody
  const right = await verify(kept ?? stand_in, password)
  return right && kept !== null
}

const length = { minimum: 12, maximum: 200 } as const

/** Words that everybody tries first, whatever is put before or behind them. */
const common = (
  'password passw0rd p@ssword p@ssw0rd wachtwoord welkom welcome letmein iloveyou geheim administrator admin dunlin ' +
  'changeme secret monkey dragon football voetbal sunshine princess zomer winter herfst lente summer'
).split(' ')

/** What fingers do by themselves: along the digits, the alphabet, the rows of a keyboard, and up and down on it. */
const walks = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik',
  'zaq1xsw2cde3vfr4bgt5nhy6mju7',
]
const steps = new Set(
  walks.flatMap((walk) => [...walk].slice(1).flatMap((one, index) => [`${walk[index]}${one}`, `${one}${walk[index]}`])),
)

/** Of what is hard to guess in a password, there must be at least this much. */
const left_minimum = 6

/** What is wrong with a new password, or null. `about` are words that somebody who knows the person would try. */
export function passwordProblem(password: string, about: readonly string[]): string | null {
  if (password.length < length.minimum) return `must have at least ${length.minimum} characters`
  if (password.length > length.maximum) return `must have at most ${length.maximum} characters`
  const known = about.flatMap((word) => [word, ...word.split(/[\s.@+_-]+/)]).map((word) => word.toLowerCase())
  const left = whatIsLeft(password.toLowerCase(), [...known.filter((word) => word.length >= 4), ...common])
  const guessable = left.length < left_minimum || new Set(left).size < left_minimum - 1
  return guessable ? 'is too easy to guess; take a few words that do not belong together' : null
}

/** Takes out of a password what adds next to nothing: known words, walks over the keyboard, and repetition. */
function whatIsLeft(plain: string, words: readonly string[]): string {
  const without = words.reduce((text, word) => text.replaceAll(word, ''), plain)
  const walked = [...without].filter((one, index, all) => index === 0 || !steps.has(`${all[index - 1]}${one}`))
  return walked.join('').replaceAll(/(.+?)\1+/g, '$1')
}

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A word of letters that cannot be mistaken for each other when read aloud. */
export const readable = (length: number): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** A password that can be read aloud, in groups. */
export const makePassword = (): string => [readable(5), readable(5), readable(5), readable(5)].join('-')
