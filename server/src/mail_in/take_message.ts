import { sql } from 'kysely'
import type { Change } from '../db/change.ts'
import { emitMany } from '../events/emit_many.ts'
import { registerFile } from '../files/uploads.ts'
import { notify } from '../follow_up/perform/notify.ts'
import type { KeptFiles } from './keep_files.ts'
import type { Arrived, MailTarget } from './mail_in.ts'
import { noteMail, noteOutcome } from './note_mail.ts'
import { findReferred } from './referred.ts'
import { type About, aboutMailed, debtorWithAddress, newMessageEvent } from './subjects.ts'

/**
 * What a debtor wrote becomes an unread message of the dossier, which holds reminders as every one does. An answer that
 * no person wrote is shown, and counts as read: nobody has to react, and nothing waits for it.
 */
export async function takeMessage(
  change: Change,
  arrived: Arrived,
  files: KeptFiles,
  target: MailTarget,
): Promise<boolean> {
  const incoming_id = await noteMail(change, arrived, files, { target, kind: 'message' })
  if (incoming_id === null) return false
  const about = await findAbout(change, arrived, target)
  const automatic = arrived.mail.automatic || arrived.from_nobody
  const message_id = await insertMessage(change, arrived, about, automatic)
  await noteOutcome(change, incoming_id, { message_id })
  await attach(change, message_id, files)
  if (automatic) return true
  await notify(change, [{ notification_type: 'message_received', ...(about ?? {}), key: message_id }])
  if (about !== null) await emitMany(change, [newMessageEvent(about)])
  return true
}

/** The dossier: what was mailed, else what it refers to, else the one debtor with this address; null: nobody knows. */
async function findAbout(change: Change, { mail }: Arrived, target: MailTarget): Promise<About | null> {
  const named = target.use === 'inbox' ? null : await aboutMailed(change, target)
  if (named !== null) return named
  const referred = await findReferred(change.db, mail, change.administration_id)
  return (referred && (await aboutMailed(change, referred))) ?? (await debtorWithAddress(change, mail.from?.address))
}

async function insertMessage(
  { db, administration_id, now, stamp }: Change,
  { mail }: Arrived,
  about: About | null,
  automatic: boolean,
): Promise<string> {
  const moment = now.toISOString()
  const { id } = await db
    .insertInto('messages')
    .values({
      ...{ administration_id, sender_type: 'debtor', subject: mail.subject || null, content: mail.written },
      debtor_id: about?.debtor_id ?? null,
      invoice_id: about?.invoice_id ?? null,
      credit_case_id: about?.credit_case_id ?? null,
      email: mail.from?.address ?? null,
      received_at: moment,
      read_at: automatic ? moment : null,
      ...{ created_at: stamp, updated_at: stamp },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function attach(change: Change, message_id: string, { attachments }: KeptFiles): Promise<void> {
  const { db, administration_id, stamp } = change
  for (const file of attachments) {
    const file_id = await registerFile(db, change, file)
    await sql`
      insert into message_attachments (administration_id, message_id, file_id, filename, created_at)
      values (${administration_id}::bigint, ${message_id}::bigint, ${file_id}::bigint, ${file.filename}::text,
              ${stamp}::timestamptz)`.execute(db)
  }
}
