import { type Kysely, sql } from 'kysely'
import { drawIds } from '../db/draw_ids.ts'
import { asTable } from '../db/rows_as_table.ts'
import type { Tables } from '../db/schema.ts'
import { enqueue, enqueueMany } from '../queue/enqueue.ts'
import { addresses_max, isAddress, plainAddress } from './addresses.ts'
import type { WrittenMail } from './content.ts'
import type { Mailed } from './envelope.ts'
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

export type NewWrittenMail = WrittenMail & {
  kind: string
  to: readonly string[]
  about: Mailed
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
  application_connected: 1,
  invitation: 1,
  sign_up: 1,
  sign_up_reminder: 0,
  notifications: 0,
  weekly_report: 0,
  webhook_deactivated: 1,
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
  const [id = ''] = await sendManyWritten(db, [mail])
  return id
}

/** A mail that is written for a user and about no record. It goes to the address that the user signs in with. */
export async function sendToUser(
  db: Kysely<Tables>,
  user_id: string,
  { kind, now, ...written }: WrittenMail & { kind: string; now: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string; to: string }>`
    insert into mails (company_id, user_id, kind, to_addresses, locale, parameters, subject, created_at)
    select company_id, id, ${kind}::text, array[email_address], ${written.content.language}::text,
           ${JSON.stringify(written)}::jsonb, ${render(written.content).subject}::text,
           ${now.toISOString()}::timestamptz
    from users where id = ${user_id}::bigint
    returning id::text, to_addresses[1] as to`.execute(db)
  const [added] = rows
  if (!added) throw new Error(`User ${user_id} is not there.`)
  await enqueue(db, 'send_mail', { mail_id: added.id }, { priority: 1 })
  return added.to
}

/**
 * The same for many, of one administration or several, in two statements. Returns their ids in order. Nothing leaves a
 * sandbox: its mails are kept, and no job sends them.
 */
export async function sendManyWritten(db: Kysely<Tables>, mails: readonly NewWrittenMail[]): Promise<string[]> {
  if (mails.length === 0) return []
  const ids = await drawIds(db, 'mails', mails.length)
  const rows = mails.map(({ kind, to, about, now, ...written }, place) => ({
    ...{ id: ids[place], kind, ...about, to_addresses: checkedAddresses(to, null), created_at: now.toISOString() },
    ...{ locale: written.content.language, parameters: written, subject: render(written.content).subject },
    message_id_header: written.fixed?.message_id_header ?? null,
  }))
  const { rows: added } = await sql<{ id: string; status: string }>`
    insert into mails (id, company_id, administration_id, resource_type, resource_id, kind, to_addresses, locale,
                       parameters, subject, message_id_header, created_at, status, sent_at)
    select one.id, a.company_id, a.id, resource_type, resource_id, kind, to_addresses, locale, parameters, subject,
           message_id_header, one.created_at, case when a.sandbox then 'kept' else 'queued' end,
           case when a.sandbox then one.created_at end
    from ${asTable('one', rows, {
      ...{ id: 'bigint', administration_id: 'bigint', resource_type: 'text', resource_id: 'bigint', kind: 'text' },
      ...{ to_addresses: 'text[]', locale: 'text', parameters: 'jsonb', subject: 'text', message_id_header: 'text' },
      ...{ created_at: 'timestamptz' },
    })}
    join administrations a on a.id = one.administration_id
    order by one.id
    returning id::text, status`.execute(db)
  if (added.length < mails.length) {
    const named = new Set(mails.map(({ about }) => about.administration_id))
    throw new Error(`Administration ${[...named].join(' or ')} is not there.`)
  }
  await enqueueMany(
    db,
    'send_mail',
    added.flatMap(({ id, status }) => (status === 'queued' ? [{ mail_id: id }] : [])),
    { priority: 0 },
  )
  return ids
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
