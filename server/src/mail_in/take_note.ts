import type { Change } from '../db/change.ts'
import type { KeptFiles } from './keep_files.ts'
import type { Arrived, MailTarget } from './mail_in.ts'
import { noteMail, noteOutcome } from './note_mail.ts'
import { aboutMailed } from './subjects.ts'

/**
 * Mail to the address that staff have of a record becomes a note there. All of it: whoever forwards something says
 * something with what is quoted.
 */
export async function takeNote(
  change: Change,
  arrived: Arrived,
  files: KeptFiles,
  target: MailTarget,
): Promise<boolean> {
  const { mail } = arrived
  const about = await aboutMailed(change, target)
  // A report says nothing to colleagues, and of a record that is gone nobody reads notes.
  if (about === null || mail.report !== null) return false
  const incoming_id = await noteMail(change, arrived, files, { target, kind: 'note' })
  if (incoming_id === null) return false
  const { db, administration_id, stamp } = change
  const text = [mail.written, mail.quoted].filter(Boolean).join('\n\n')
  const { id: note_id } = await db
    .insertInto('notes')
    .values({
      ...{ administration_id, content: text || mail.subject },
      debtor_id: about.debtor_id,
      invoice_id: about.invoice_id ?? null,
      credit_case_id: about.credit_case_id ?? null,
      from_email_address: mail.from?.address ?? null,
      ...{ created_at: stamp, updated_at: stamp },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await noteOutcome(change, incoming_id, { note_id })
  return true
}
