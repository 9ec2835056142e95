import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { type MailPlace, partsOf } from '../domain/mail_address.ts'
import { enqueue } from '../queue/enqueue.ts'
import { PermanentFailure, type Run } from '../queue/queue.ts'
import type { Attachment, MailedRecord, WrittenMail } from './content.ts'
import type { Signing } from './dkim.ts'
import { type Envelope, envelopeOf, type Mailed, type Sender } from './envelope.ts'
import { type KeptMail, keptMails, readKept } from './kept.ts'
import { type Rendered, render } from './render.ts'
import { scrub, withoutAddresses } from './scrub.ts'
import { linkOf } from './send_mail.ts'
import { type Attached, makeSmtp, type Outcome, type SmtpTimeouts } from './smtp.ts'
import { isUserMailKind, type MakeLink, type UserMailKind, type UserMails, writeUserMail } from './user_mails.ts'

export type MailerOptions = {
  db: Kysely<Tables>
  /** Null: mails are kept. */
  smtp_url: string | null
  mail_from: Sender
  /** Where answers and bounces come in; null or absent: nowhere. */
  place?: MailPlace | null
  /** With what mails from a domain are signed; absent: with nothing. */
  sign?: (domain: string) => Promise<Signing | null>
  /** In how many seconds a mail to a domain may go; absent: at once. */
  pace?: (domain: string) => number
  /** Where mails are kept. */
  data_dir: string
  /** Null: nobody makes one-time links here, so a mail with one fails, and is tried again. */
  make_link: MakeLink | null
  /** The bytes of an attachment; null when they are not there. */
  open_file: (checksum: string) => Promise<Readable | null>
  now: () => Date
  patience?: SmtpTimeouts
}

export type Mailer = {
  /** The job `send_mail`. */
  deliver: (data: { mail_id: string; paced?: boolean }, run: Run) => Promise<void>
  /** What a kept mail says, or null. */
  readKept: (id: string) => Promise<KeptMail | null>
  close: () => void
}

/** A mail that still has to go out. */
type Due = {
  id: string
  said: Said
  about: Mailed | null
  to_addresses: string[]
  delivered_to: string[]
  refused_to: Refusals
  message_id_header: string
}

/** What is written when it is sent, or was written before by another room. */
type Said =
  | { written: null; kind: UserMailKind; locale: string; parameters: UserMails[UserMailKind] }
  | { written: WrittenMail }

/** Addresses, and why each was refused. */
type Refusals = { readonly [address: string]: string }

/**
 * Sends mails, or keeps them. A run begins with a note and ends with one; between them is the conversation with the
 * server, in no transaction. Only when the process dies between the server's yes and our note is a mail sent twice, and
 * then under the same Message-ID.
 */
export function makeMailer(options: MailerOptions): Mailer {
  const { db, mail_from, now } = options
  const smtp = options.smtp_url === null ? null : makeSmtp(options.smtp_url, options.patience)
  const kept = keptMails(options.data_dir)

  async function write({ said }: Due): Promise<Rendered & { link: string }> {
    if (said.written) return { ...render(said.written.content), link: '' }
    const wanted = linkOf(said.parameters)
    if (wanted && !options.make_link) throw new Error('There is nobody to make the one-time link of this mail.')
    const link = (wanted && (await options.make_link?.({ ...wanted, now: now() }))) || ''
    return { ...render(writeUserMail(said.kind, said.locale, said.parameters, link)), link }
  }

  async function attempt(mail: Due): Promise<Outcome> {
    const { link, ...letter } = await write(mail)
    const { message_id_header, to_addresses, about } = mail
    const to = left(mail)
    const place = options.place ?? null
    const { attachments, ...envelope } = envelopeOf(mail.said.written, { to_addresses, about, mail_from, place })
    if (smtp) {
      const signing = (await options.sign?.(partsOf(mail_from.address).domain)) ?? null
      const beside = { to, message_id_header, signing, unsubscribe_url: unsubscribeUrl(mail.said) }
      return withFiles(attachments, options.open_file, async (attached) =>
        scrubbed(await smtp.send({ ...letter, ...envelope, attachments: attached, ...beside }), link),
      )
    }
    await kept.keep(mail.id, keptOf({ ...envelope, attachments }, letter, message_id_header, now()))
    return { accepted: to, refused: [], deferred: [] }
  }

  async function settle(mail: Due, outcome: Outcome, last: boolean): Promise<void> {
    const { accepted, refused, deferred, answer = null, refused_itself = false } = outcome
    const delivered_to = [...mail.delivered_to, ...accepted]
    const refused_to = { ...mail.refused_to, ...reasons(refused) }
    const refusals = Object.entries({ ...refused_to, ...reasons(deferred) }).map(
      ([address, why]) => `${address}: ${why}`,
    )
    const last_error = refusals.length > 0 ? refusals.join('; ') : null
    const over = deferred.length === 0 || last
    const reached = delivered_to.length > 0 ? (smtp ? 'sent' : 'kept') : 'failed'
    const status = over ? reached : 'queued'
    await note(db, mail.id, { status, delivered_to, refused_to, last_error, answer, refused_itself, now: now() })
    // It is logged, so it names the mail and no address. The row has all of it.
    const why = withoutAddresses(refused[0]?.reason ?? deferred[0]?.reason ?? '')
    const message = `Mail ${mail.id}: ${refused.length} addresses refused it, ${deferred.length} not yet taken: ${why}`
    if (status === 'failed' && deferred.length === 0) throw new PermanentFailure(message)
    if (status === 'failed' || status === 'queued') throw new Error(message)
  }

  return {
    deliver: async ({ mail_id, paced = false }, { last }) => {
      if (smtp && !paced && (await waitsItsTurn(db, mail_id, options.pace))) return
      const mail = await begin(db, mail_id, mail_from.address)
      // Sent by a run whose process died before it could say so, or removed with its company: nothing is left to do.
      if (!mail) return
      // Whatever went wrong before the server had its say may go right later: a link, or a disk that is full.
      const outcome = await attempt(mail).catch((error: Error) => notNow(mail, error))
      await settle(mail, outcome, last)
    },
    readKept: (id) => readKept(db, kept, id),
    close: () => smtp?.close(),
  }
}

/**
 * Whether a mail to a debtor has to wait for others to the same domain: then it comes again when its turn is. What
 * users wait for is not held up.
 */
async function waitsItsTurn(db: Kysely<Tables>, mail_id: string, pace: MailerOptions['pace']): Promise<boolean> {
  if (!pace) return false
  const row = await db
    .selectFrom('mails')
    .select('to_addresses')
    .where('id', '=', mail_id)
    .where('status', '=', 'queued')
    .where('administration_id', 'is not', null)
    .executeTakeFirst()
  const after_s = row ? pace(partsOf(row.to_addresses[0] ?? '').domain) : 0
  if (after_s > 0) await enqueue(db, 'send_mail', { mail_id, paced: true }, { after_s })
  return after_s > 0
}

/** Who no longer wants to hear of an administration says so in its settings. */
const unsubscribeUrl = (said: Said): string | null =>
  !said.written && 'administration_name' in said.parameters ? `${said.parameters.url}/settings` : null

/** A mail as it is kept instead of sent. */
function keptOf(envelope: Envelope, letter: Rendered, message_id_header: string, now: Date): KeptMail {
  const { from, shown_to: to, cc, attachments } = envelope
  return {
    ...{ message_id_header, from: from.name ? `${from.name} <${from.address}>` : from.address, to, cc, ...letter },
    // What the page shows itself is no attachment to its reader.
    attachments: attachments.filter(({ cid }) => cid === undefined).map(({ filename }) => filename),
    kept_at: now.toISOString(),
  }
}

/** Opens what travels along for as long as the conversation lasts. */
async function withFiles<T>(
  attachments: readonly Attachment[],
  open: MailerOptions['open_file'],
  work: (all: Attached[]) => Promise<T>,
): Promise<T> {
  const opened: Attached[] = []
  try {
    for (const { checksum, filename, content_type, cid } of attachments) {
      const content = await open(checksum)
      if (!content) throw new Error(`The file ${filename} is not in the store.`)
      opened.push({ filename, contentType: content_type, content, ...(cid ? { cid } : {}) })
    }
    return await work(opened)
  } finally {
    for (const { content } of opened) content.destroy()
  }
}

/** Counts a run, and names the mail for good; null when it is not waiting any more. */
async function begin(db: Kysely<Tables>, id: string, from: string): Promise<Due | null> {
  const message_id_header = `<${randomUUID()}@${from.slice(from.lastIndexOf('@') + 1)}>`
  const row = await db
    .updateTable('mails')
    .set({
      attempts: sql`attempts + 1`,
      message_id_header: sql`coalesce(message_id_header, ${message_id_header}::text)`,
    })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .returning([
      'id',
      'kind',
      'locale',
      'parameters',
      'administration_id',
      'resource_type',
      'resource_id',
      'to_addresses',
      'delivered_to',
      'refused_to',
      'message_id_header',
    ])
    .executeTakeFirst()
  if (!row) return null
  const { kind, locale, parameters, administration_id, resource_type, resource_id, ...rest } = row
  const refused_to = row.refused_to as Refusals // Written by note, below.
  return {
    ...rest,
    said: saidOf(kind, locale, parameters),
    // Written by sendWritten; the table holds all three or none.
    about: resource_id
      ? { administration_id: administration_id ?? '', resource_type: resource_type as MailedRecord, resource_id }
      : null,
    refused_to,
    message_id_header: row.message_id_header ?? message_id_header,
  }
}

function saidOf(kind: string, locale: string, parameters: unknown): Said {
  const stored = parameters as WrittenMail | UserMails[UserMailKind] // By sendWritten or sendMail.
  if ('content' in stored) return { written: stored }
  if (!isUserMailKind(kind)) throw new Error(`A newer Dunlin wrote a mail of the kind ${kind}.`)
  return { written: null, kind, locale, parameters: stored }
}

type Noted = {
  status: 'queued' | 'sent' | 'kept' | 'failed'
  delivered_to: string[]
  refused_to: Refusals
  last_error: string | null
  answer: string | null
  refused_itself: boolean
  now: Date
}

async function note(db: Kysely<Tables>, id: string, { now, answer, ...noted }: Noted): Promise<void> {
  const out = noted.status === 'sent' || noted.status === 'kept'
  await db
    .updateTable('mails')
    .set({
      ...noted,
      refused_to: JSON.stringify(noted.refused_to),
      answer: sql`coalesce(${answer}::text, answer)`,
      sent_at: out ? now.toISOString() : null,
    })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute()
}

/** Those who neither have it nor were refused. */
function left({ to_addresses, delivered_to, refused_to }: Due): string[] {
  return to_addresses.filter((one) => !delivered_to.includes(one) && !Object.hasOwn(refused_to, one))
}

const reasons = (all: readonly { address: string; reason: string }[]): Refusals =>
  Object.fromEntries(all.map(({ address, reason }) => [address, reason]))

const notNow = (mail: Due, error: Error): Outcome => ({
  accepted: [],
  refused: [],
  deferred: left(mail).map((address) => ({ address, reason: scrub(error.message, '') })),
})

const scrubbed = ({ refused, deferred, answer, ...rest }: Outcome, link: string): Outcome => {
  const clean = <T extends { reason: string }>(one: T): T => ({ ...one, reason: scrub(one.reason, link) })
  const said = answer === undefined ? {} : { answer: scrub(answer, link) }
  return { ...rest, refused: refused.map(clean), deferred: deferred.map(clean), ...said }
}
