import type { Kysely } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { enqueue } from '../queue/enqueue.ts'
import { addresses_max, isAddress, plainAddress } from './addresses.ts'
import { type Letters, type Link, type MailKind, wordsFor, writeLetter } from './letters.ts'
import { render } from './render.ts'

export type NewMail<Kind extends MailKind> = {
  kind: Kind
  to: readonly string[]
  /** Of the reader; English where we have no words for it. */
  locale: string
  company_id: string | null
  user_id: string | null
  parameters: Letters[Kind]
  now: Date
}

/**
 * What goes first when many mails wait: first what somebody waits for at this moment, then the rest of what concerns
 * accounts, and last what can be a thousand letters at once.
 */
const priorities: Readonly<Record<MailKind, number>> = {
  password_reset: 2,
  password_changed: 1,
  two_step_changed: 1,
  address_blocked: 1,
  invitation: 1,
  sign_up: 1,
  sign_up_reminder: 0,
  payment_plan: 0,
  message: 0,
}

/**
 * Says that a mail is to be sent: a row and a job, in the transaction of the caller. What is stored holds no secret; a
 * one-time link is made when the mail is sent, and not before.
 */
export async function sendMail<Kind extends MailKind>(db: Kysely<Tables>, told: NewMail<Kind>): Promise<string> {
  const { kind, locale, company_id, user_id, parameters, now } = told
  const to_addresses = [...new Set(told.to.map(plainAddress))]
  checkAddresses(to_addresses, linkOf(parameters))
  const { subject } = render(writeLetter(kind, locale, parameters, ''), wordsFor(locale))
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

/** What the link in a mail is for, if it has one. */
export const linkOf = (parameters: Letters[MailKind]): Link | null => ('link' in parameters ? parameters.link : null)

function checkAddresses(addresses: readonly string[], link: Link | null): void {
  const wrong = addresses.filter((one) => !isAddress(one))
  if (wrong.length > 0)
    throw new Error(`A mail cannot be sent to ${wrong.map((one) => JSON.stringify(one)).join(', ')}.`)
  if (addresses.length === 0 || addresses.length > addresses_max) {
    throw new Error(`A mail goes to at least one address, and at most ${addresses_max}.`)
  }
  if (link && addresses.length > 1) throw new Error('A mail with a one-time link goes to one address.')
}
