import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Change } from '../db/change.ts'
import { registerFile } from '../files/uploads.ts'
import type { KeptFiles } from './keep_files.ts'
import type { Arrived, MailTarget } from './mail_in.ts'

type Kind = 'message' | 'note' | 'bounce' | 'complaint'

/**
 * Notes that a mail was taken in for a target, with the original as it came; null when it was before.
 * Whoever calls adds what it became.
 */
export async function noteMail(
  change: Change,
  { mail, from_nobody }: Arrived,
  { original }: KeptFiles,
  { target, kind }: { target: MailTarget; kind: Kind },
): Promise<string | null> {
  const { db, administration_id, real_now } = change
  const fingerprint = fingerprintOf(mail, original.checksum, target)
  const { rows: known } = await sql`
    select from incoming_mails
    where administration_id = ${administration_id}::bigint and fingerprint = ${fingerprint}::bytea`.execute(db)
  if (known.length > 0) return null
  const file_id = await registerFile(db, change, original)
  const { id } = await db
    .insertInto('incoming_mails')
    .values({
      ...{ administration_id, kind, fingerprint, file_id, filename: original.filename },
      message_header_id: mail.message_id,
      from_address: mail.from?.address ?? null,
      from_name: mail.from?.name || null,
      quoted: mail.quoted || null,
      automatic: mail.automatic || from_nobody,
      received_at: real_now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Servers add headers on the way, so a mail is known by its own id, and by its bytes only where it has none. */
function fingerprintOf(mail: Arrived['mail'], checksum: string, { use, record, id }: MailTarget): Buffer {
  const said = [mail.message_id ?? checksum, mail.from?.address ?? '', use, record, id]
  return createHash('sha256').update(JSON.stringify(said)).digest()
}

/** Says what a mail became. */
export async function noteOutcome(
  { db, administration_id }: Change,
  id: string,
  became: { message_id: string } | { note_id: string },
): Promise<void> {
  await db
    .updateTable('incoming_mails')
    .set(became)
    .where('administration_id', '=', administration_id)
    .where('id', '=', id)
    .execute()
}
