import { createHmac, timingSafeEqual } from 'node:crypto'
import { expression, type Given, type Source } from './field.ts'

/** The tables whose rows hold a file under a name; a link goes to such a row, and ends when the row does. */
export const file_holders = [
  ...([
    'administration_logos',
    'case_files',
    'incoming_mails',
    'invoice_documents',
    'letter_batches',
    'letters',
    'message_attachments',
    'orders',
  ] as const),
] as const
export type FileHolder = (typeof file_holders)[number]

/** What a link is bound to. `until` is in seconds. */
export type FileLink = { holder: FileHolder; administration_id: string; id: string; until: number }

const hour_s = 3600
const good_hours = 4

/**
 * Until when a link that is made now is good: at least four hours. It ends on a full hour, so that whoever asks twice
 * within an hour gets the same link.
 */
export const linkUntil = (now: Date): number => (Math.floor(now.getTime() / 1000 / hour_s) + good_hours + 1) * hour_s

/** A key for one administration and one end, so that what a statement carries cannot sign anything else. */
const keyUntil = (link_key: Buffer, administration_id: string, until: number): Buffer =>
  createHmac('sha256', link_key).update(`${administration_id}/${until}`).digest()

const wordsOf = ({ holder, administration_id, id, until }: FileLink): string =>
  `${holder}/${administration_id}/${id}/${until}`

const signatureOf = (link_key: Buffer, link: FileLink): Buffer =>
  createHmac('sha256', keyUntil(link_key, link.administration_id, link.until))
    .update(wordsOf(link))
    .digest()

/** A link to a file, as `fileLinkTo` prints it in SQL. */
export function fileUrl(base_url: string, link_key: Buffer, link: FileLink): string {
  const { holder, administration_id, id, until } = link
  const signature = signatureOf(link_key, link).toString('hex')
  return `${base_url}/files/${holder}/${administration_id}/${id}?until=${until}&signature=${signature}`
}

/** Whether a link was made with this key, for just this file and this end. */
export function isSigned(link_key: Buffer, link: FileLink, signature: string): boolean {
  const given = Buffer.from(signature, 'hex')
  const right = signatureOf(link_key, link)
  return given.length === right.length && timingSafeEqual(given, right)
}

/** The two keys of HMAC, with which a database that only knows SHA-256 can sign. */
export function signingPads(link_key: Buffer, administration_id: string, until: number) {
  const key = Buffer.alloc(64)
  keyUntil(link_key, administration_id, until).copy(key)
  return { inner: Buffer.from(key.map((byte) => byte ^ 0x36)), outer: Buffer.from(key.map((byte) => byte ^ 0x5c)) }
}

/**
 * A link to the newest file that a row of `holder` gives its record; empty while there is none. The database signs it,
 * so that a field that nobody asks for costs nothing, and one that is asked for no second statement.
 */
export const fileLinkTo = (holder: FileHolder, condition: (held: string, row: string) => string): Source =>
  expression((row, given) => {
    const held = `${row}_held`
    return (
      `select ${signed(holder, held, given)} from ${holder} ${held} ` +
      `where ${held}.administration_id = ${given('administration_id')} and ${condition(held, row)} ` +
      `order by ${held}.id desc limit 1`
    )
  })

function signed(holder: FileHolder, held: string, given: Given): string {
  const place = `'${holder}/' || ${held}.administration_id || '/' || ${held}.id`
  const words = `convert_to(${place} || '/' || ${given('link_until')}, 'UTF8')`
  const signature = `sha256(${given('link_outer')} || sha256(${given('link_inner')} || ${words}))`
  return (
    `${given('base_url')} || '/files/' || ${place} || '?until=' || ${given('link_until')} ` +
    `|| '&signature=' || encode(${signature}, 'hex')`
  )
}
