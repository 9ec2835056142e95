import { sql } from 'kysely'
import type { Change } from '../../db/change.ts'
import { asTable } from '../../db/rows_as_table.ts'
import type { WrittenLetter } from '../../letters/rendering/letter.ts'
import type { Rendered } from './render.ts'

/** The PDF of a letter, of which the bytes are in the store already. */
export type StoredDocument = { file_id: string; filename: string; checksum: string }

export type Outcome = {
  status: 'sent' | 'underway'
  sent_on: string | null
  sent_at: string | null
  proof: object | null
  document: StoredDocument | null
}

/** Writes down what goes out, exactly: what it says, what it was written from, to whom, and what travels along. */
export async function storeRendered(
  { db, administration_id, stamp }: Change,
  letters: readonly { rendered: Rendered; outcome: Outcome }[],
): Promise<void> {
  if (letters.length === 0) return
  const rows = letters.map(({ rendered, outcome: { document, ...outcome } }) => ({
    ...{ id: rendered.row.id, ...outcome, data: { written: rendered.letter }, text_version: rendered.text_version },
    ...{ recipients: rendered.recipients, subject: rendered.subject, text: rendered.text, html: rendered.html },
    ...{ message_header_id: rendered.message_header_id, file_id: document?.file_id ?? null },
    // By post it is the PDF that goes out.
    ...{ filename: document?.filename ?? null, checksum: document?.checksum ?? rendered.checksum },
  }))
  await sql`
    update letters l set
      status = one.status, status_reason = null, sent_on = one.sent_on, sent_at = one.sent_at, proof = one.proof,
      data = l.data || one.data, text_version = one.text_version,
      recipients = one.recipients, subject = one.subject, text = one.text, html = one.html, file_id = one.file_id,
      filename = one.filename, checksum = one.checksum, message_header_id = one.message_header_id,
      attempts = l.attempts + 1, updated_at = ${stamp}::timestamptz
    from ${asTable('one', rows, {
      ...{ id: 'bigint', status: 'text', sent_on: 'date', sent_at: 'timestamptz', proof: 'jsonb', data: 'jsonb' },
      ...{ text_version: 'integer', recipients: 'jsonb', subject: 'text', text: 'text', html: 'text' },
      ...{ file_id: 'bigint', filename: 'text', checksum: 'text', message_header_id: 'text' },
    })}
    where l.administration_id = ${administration_id}::bigint and l.id = one.id`.execute(db)
  const attached = letters.flatMap(({ rendered: { row, attachments } }) =>
    attachments.map(({ file_id, filename }) => ({ letter_id: row.id, file_id, filename })),
  )
  if (attached.length === 0) return
  await sql`
    insert into letter_attachments (administration_id, letter_id, file_id, filename)
    select ${administration_id}::bigint, letter_id, file_id, filename
    from ${asTable('one', attached, { letter_id: 'bigint', file_id: 'bigint', filename: 'text' })}`.execute(db)
}

/** What a letter was written as, from its row, where `storeRendered` put it; null while it was not. */
export const writtenIn = (data: unknown): WrittenLetter | null => (data as { written?: WrittenLetter }).written ?? null
