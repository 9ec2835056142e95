import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * What mail to an address of ours is for. Answers and bounces name what was mailed, notes what they are about, and the
 * inbox takes what belongs to an administration and to no record that is known.
 */
const codes = {
  l: { use: 'reply', record: 'letter' },
  m: { use: 'reply', record: 'message' },
  p: { use: 'reply', record: 'payment_plan' },
  bl: { use: 'bounce', record: 'letter' },
  bm: { use: 'bounce', record: 'message' },
  bp: { use: 'bounce', record: 'payment_plan' },
  nd: { use: 'note', record: 'debtor' },
  ni: { use: 'note', record: 'invoice' },
  nc: { use: 'note', record: 'credit_case' },
  a: { use: 'inbox', record: 'administration' },
} as const

type Code = keyof typeof codes
export type MailUse = (typeof codes)[Code]['use']

/** What an address of ours leads to. */
export type MailTarget = { administration_id: string; id: string } & (typeof codes)[Code]

/** The address that mail comes in at, `replies@example.com`, and what the addresses under it are signed with. */
export type MailPlace = { address: string; key: Buffer }

/** So many hexadecimal digits of the signature: 80 bits, which nobody guesses through a mail server. */
const signature_length = 20

/** The key of one administration, so that what a statement carries can sign for no other. */
const keyOf = (key: Buffer, administration_id: string): Buffer =>
  createHmac('sha256', key).update(`mail/${administration_id}`).digest()

const signatureOf = (key: Buffer, administration_id: string, words: string): string =>
  createHmac('sha256', keyOf(key, administration_id)).update(words).digest('hex').slice(0, signature_length)

/** `replies@example.com` in two; the parts of an address. */
export function partsOf(address: string): { local: string; domain: string } {
  const at = address.lastIndexOf('@')
  return { local: address.slice(0, at), domain: address.slice(at + 1).toLowerCase() }
}

/** An address of ours that leads to a target, and to nothing else: `replies+l-12-345-<signature>@example.com`. */
export function mailAddress({ address, key }: MailPlace, target: MailTarget): string {
  const { local, domain } = partsOf(address)
  const words = `${codeOf(target)}-${target.administration_id}-${target.id}`
  return `${local}+${words}-${signatureOf(key, target.administration_id, words)}@${domain}`
}

function codeOf({ use, record }: MailTarget): Code {
  // The keys of the object above.
  const found = (Object.keys(codes) as Code[]).find((code) => codes[code].use === use && codes[code].record === record)
  if (!found) throw new Error(`There is no address for a ${use} about a ${record}.`)
  return found
}

/** What an address leads to: a target, `plain` for the address itself, or null when it is none that we gave out. */
export function readMailAddress({ address, key }: MailPlace, given: string): MailTarget | 'plain' | null {
  const ours = partsOf(address)
  const { local, domain } = partsOf(given)
  if (domain !== ours.domain) return null
  const small = local.toLowerCase()
  if (small === ours.local.toLowerCase()) return 'plain'
  const [, name, code = '', administration_id = '', id = '', signature = ''] =
    /^([^+]+)\+([a-z]{1,2})-(\d{1,18})-(\d{1,18})-([0-9a-f]{20})$/.exec(small) ?? []
  if (name !== ours.local.toLowerCase() || !isCode(code)) return null
  const right = signatureOf(key, administration_id, `${code}-${administration_id}-${id}`)
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(right))) return null
  return { administration_id, id, ...codes[code] }
}

const isCode = (text: string): text is Code => Object.hasOwn(codes, text)

/** The two keys of HMAC, with which a database that only knows SHA-256 signs addresses of an administration. */
export function mailAddressPads(key: Buffer, administration_id: string): { inner: Buffer; outer: Buffer } {
  const block = Buffer.alloc(64)
  keyOf(key, administration_id).copy(block)
  return { inner: Buffer.from(block.map((byte) => byte ^ 0x36)), outer: Buffer.from(block.map((byte) => byte ^ 0x5c)) }
}

/** SQL for the signature over words, by the keys above. */
export const signedInSql = (words: string, inner: string, outer: string): string =>
  `left(encode(sha256(${outer} || sha256(${inner} || convert_to(${words}, 'UTF8'))), 'hex'), ${signature_length})`
