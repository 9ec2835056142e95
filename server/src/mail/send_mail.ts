import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { enqueue } from '../queue/enqueue.ts'
import { addresses_max, isAddress, plainAddress } from './addresses.ts'
import type { WrittenMail } from './content.ts'
import { render } from './render.ts'
import { type Link, type UserMailKind, type UserMails, writeUserMail } from './user_mails.ts'

export type NewMail<Kind extends UserMailKind> = {
  kind: Kind
  to: readonly string[]
  /** Of the reader; English where we have no words for it. */
  locale: string
  company_id: string | null
  user_id: string | null
  parameters: UserMails[Kind]
  now: Date
}

/** Records of an administration that mails are about, so that a bounce or an answer finds its way back. */
export type MailedRecord = 'message' | 'payment_plan'

export type NewWrittenMail = WrittenMail & {
  kind: string
  to: readonly string[]
  about: { administration_id: string; resource_type: MailedRecord; resource_id: string }
  now: Date
}

/**
 * What goes first when many mails wait: first what somebody waits for at this moment, then the rest of what concerns
 * accounts, and last what can be a thousand letters at once.
 */
const priorities: Readonly<Record<UserMailKind, number>> = {
  password_reset: 2,
  password_changed: 1,
  two_step_changed: 1,
  address_blocked: 1,
  invitation: 1,
  sign_up: 1,
  sign_up_reminder: 0,
  notifications: 0,
}

/**
 * Says that a mail to a user is to be sent: a row and a job, in the transaction of the caller. What is stored holds no
 * secret; a one-time link is made when the mail is sent, and not before.
 */
export async function sendMail<Kind extends UserMailKind>(db: Kysely<Tables>, mail: NewMail<Kind>): Promise<string> {
  const { kind, locale, company_id, user_id, parameters, now } = mail
  const to_addresses = checkedAddresses(mail.to, linkOf(parameters))
  const { subject } = render(writeUserMail(kind, locale, parameters, ''))
  const { id } = await db
    .insertInto('mails')
    .values({
      company_id,
      user_id,
      kind,
      to_addresses,
      locale,
      parameters: JSON.stringify(parameters),
      subject,
      created_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(db, 'send_mail', { mail_id: id }, { priority: priorities[kind] })
  return id
}

/**
 * The same for a mail that is already written and is about a record. Its company is that of the administration,
 * whoever asks.
 */
export async function sendWritten(db: Kysely<Tables>, mail: NewWrittenMail): Promise<string> {
  const { kind, to, about, now, ...written } = mail
  const to_addresses = checkedAddresses(to, null)
  const { subject } = render(written.content)
  const { rows } = await sql<{ id: string }>`
    insert into mails (company_id, administration_id, resource_type, resource_id, kind, to_addresses, locale,
                       parameters, subject, created_at)
    select a.company_id, a.id, ${about.resource_type}::text, ${about.resource_id}::bigint, ${kind}::text,
           ${to_addresses}::text[], ${written.content.language}::text, ${JSON.stringify(written)}::jsonb,
           ${subject}::text, ${now.toISOString()}::timestamptz
    from administrations a where a.id = ${about.administration_id}::bigint
    returning id`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) throw new Error(`Administration ${about.administration_id} is not there.`)
  await enqueue(db, 'send_mail', { mail_id: id }, { priority: 0 })
  return id
}

/** What the link in a mail is for, if it has one. */
export const linkOf = (parameters: UserMails[UserMailKind]): Link | null =>
  'link' in parameters ? parameters.link : null

function checkedAddresses(to: readonly string[], link: Link | null): string[] {
  const addresses = [...new Set(to.map(plainAddress))]
  const wrong = addresses.filter((one) => !isAddress(one))
  if (wrong.length > 0)
    throw new Error(`A mail cannot be sent to ${wrong.map((one) => JSON.stringify(one)).join(', ')}.`)
  if (addresses.length === 0 || addresses.length > addresses_max) {
    throw new Error(`A mail goes to at least one address, and at most ${addresses_max}.`)
  }
  if (link && addresses.length > 1) throw new Error('A mail with a one-time link goes to one address.')
  return addresses
}
