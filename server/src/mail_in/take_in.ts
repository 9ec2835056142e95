import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { countWithin, day_ms, hour_ms } from '../auth/failed_attempts.ts'
import { changeIn } from '../db/change.ts'
import { serviceActor } from '../domain/actor.ts'
import { type MailTarget, readMailAddress } from '../domain/mail_address.ts'
import { type KeptFiles, keepFiles } from './keep_files.ts'
import type { Arrived, Brought, MailIn, Refused, TakenIn } from './mail_in.ts'
import type { ReadMail } from './reading/read_mail.ts'
import { SlowMail, UnreadableMail } from './reading/thread.ts'
import { findReferred, onlyAdministration } from './referred.ts'
import { takeMessage } from './take_message.ts'
import { takeNote } from './take_note.ts'
import { takeReport } from './take_report.ts'

/** Mail that went through more servers than this runs in a circle. */
const hops_max = 30
/** In an hour: mails to one address of ours, and to the inbox of an administration, where strangers write. */
const to_address_max = 60
const to_inbox_max = 300

/**
 * Takes a mail in: reads it, finds whom it is for, and writes what it says there. When it returns, all of it is kept.
 * Whoever brings the same mail again changes nothing.
 */
export async function takeIn(mail_in: MailIn, brought: Brought): Promise<TakenIn> {
  const mail = await readBrought(mail_in, brought)
  if ('refused' in mail) return mail
  const arrived: Arrived = { mail, bytes: brought.bytes, from_nobody: brought.from_nobody }
  if (mail.hops > hops_max || (await isOurOwn(mail_in, arrived)))
    return { refused: 'This message runs in a circle.', later: false }
  const targets = await findTargets(mail_in, arrived, brought.recipients ?? ourAddresses(mail_in, mail.named))
  if (targets.length === 0) return { refused: 'Please write to the address in the letter.', later: false }
  const full = await isFull(mail_in, targets)
  if (full !== null) return full
  const files = await keepFiles(mail_in.store, arrived)
  let taken = 0
  for (const target of targets) if (await takeFor(mail_in, arrived, files, target)) taken++
  return { taken }
}

/** Reads the bytes. What is not read in time may come once more, when the machine is less busy, and never again. */
async function readBrought({ reader, database, now }: MailIn, { bytes }: Brought): Promise<ReadMail | Refused> {
  try {
    return await reader.read(await readFile(bytes.path))
  } catch (error) {
    if (error instanceof UnreadableMail) return { refused: 'This message cannot be read.', later: false }
    if (!(error instanceof SlowMail)) throw error
    const counted = { kind: 'slow_mail', of: [bytes.checksum], max: 1, window_ms: day_ms } as const
    const later = await countWithin(database.db, counted, now())
    return { refused: 'This message takes too long to read.', later }
  }
}

/** What we sent ourselves is no answer; a report about it is. */
async function isOurOwn({ database, mail_from }: MailIn, { mail }: Arrived): Promise<boolean> {
  if (mail.report !== null) return false
  if (mail.from?.address === mail_from.toLowerCase()) return true
  if (mail.message_id === null) return false
  const { rows } = await sql`select from mails where message_id_header = ${mail.message_id}::text`.execute(database.db)
  return rows.length > 0
}

/** Those of a mailbox that are ours; a mail that names none of them came to the mailbox itself. */
function ourAddresses({ place }: MailIn, named: readonly string[]): string[] {
  const ours = named.filter((one) => readMailAddress(place, one) !== null)
  return ours.length > 0 ? ours : [place.address]
}

/**
 * Whom a mail is for. An address that we signed says so, and then nothing that the mail refers to leads to another
 * administration. To the address without a signature, what it answers says so, or there is only one administration.
 */
async function findTargets(mail_in: MailIn, arrived: Arrived, recipients: readonly string[]): Promise<MailTarget[]> {
  const { db } = mail_in.database
  const read = recipients.map((one) => readMailAddress(mail_in.place, one))
  const signed = read.filter((one) => one !== null && one !== 'plain')
  const different = [...new Map(signed.map((one) => [JSON.stringify(one), one])).values()]
  if (different.length > 0 || !read.includes('plain')) return different
  const referred = await findReferred(db, arrived.mail, null)
  if (referred !== null) return [referred]
  const only = await onlyAdministration(db)
  return only === null ? [] : [{ use: 'inbox', record: 'administration', administration_id: only, id: '0' }]
}

async function isFull({ database, now }: MailIn, targets: readonly MailTarget[]): Promise<Refused | null> {
  for (const { use, record, administration_id, id } of targets) {
    const max = use === 'inbox' ? to_inbox_max : to_address_max
    const counted = {
      kind: 'mail_to_address',
      of: [use, record, administration_id, id],
      max,
      window_ms: hour_ms,
    } as const
    if (!(await countWithin(database.db, counted, now())))
      return { refused: 'Too many messages to this address; try again later.', later: true }
  }
  return null
}

/** Writes a mail where it belongs, in one transaction; false when it was there already, or has no place. */
async function takeFor(mail_in: MailIn, arrived: Arrived, files: KeptFiles, target: MailTarget): Promise<boolean> {
  const { administration_id } = target
  const { rows } = await sql`
    select from administrations where id = ${administration_id}::bigint and status <> 'deleted'`.execute(
    mail_in.database.db,
  )
  if (rows.length === 0) return false
  const changing = { administration_id, actor: serviceActor('mail'), real_now: mail_in.now() }
  return changeIn(mail_in.database.db, changing, (change) => {
    if (target.use === 'note') return takeNote(change, arrived, files, target)
    if (arrived.mail.report !== null) return takeReport(change, arrived, files, target)
    return takeMessage(change, arrived, files, target)
  })
}
