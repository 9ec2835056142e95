import { sql } from 'kysely'
import type { Change } from '../db/change.ts'
import { emitMany } from '../events/emit_many.ts'
import { notify } from '../follow_up/perform/notify.ts'
import type { PortalFamily, PortalLink } from './links.ts'
import { attachFiles, type KnownFile } from './sent_files.ts'

/** What a message is about, as its row says it. */
export type Subject = { debtor_id: string; invoice_id: string | null; credit_case_id: string | null }

/** Plans are agreements with the debtor as a whole, so a reaction on one is a reaction of the debtor. */
export const subjectOfLink = ({ family, id, debtor_id }: PortalLink): Subject => {
  const of = (wanted: PortalFamily): string | null => (family === wanted ? id : null)
  return { debtor_id, invoice_id: of('invoices'), credit_case_id: of('credit_cases') }
}

/**
 * What a debtor writes becomes an unread message. The same text about the same soon after, with no other in between, is
 * the same message; what it brings along is added to it. Returns its id, and whether it is new.
 */
export async function writeMessage(
  change: Change,
  about: Subject,
  { subject, content, files }: { subject: string; content: string; files: readonly KnownFile[] },
): Promise<{ id: string; is_new: boolean }> {
  const { db, administration_id, stamp } = change
  const { debtor_id, invoice_id, credit_case_id } = about
  const now = change.now.toISOString()
  const known = await sql<{ id: string; content: string }>`
    select id, content from messages m
    where m.administration_id = ${administration_id}::bigint and m.debtor_id = ${debtor_id}::bigint
      and m.invoice_id is not distinct from ${invoice_id}::bigint
      and m.credit_case_id is not distinct from ${credit_case_id}::bigint and m.sender_type = 'debtor'
      and m.received_at > ${now}::timestamptz - interval '1 hour'
    order by m.id desc limit 1`.execute(db)
  // Who goes back to what it said first says something new: it is the last word that counts.
  const before = known.rows.find((last) => last.content === content)
  const id = before?.id ?? (await insert())
  await attachFiles(change, id, files)
  if (before) return { id, is_new: false }
  await emitMany(change, [newComment(about)])
  await notify(change, [{ notification_type: 'message_received', ...about, key: id }])
  return { id, is_new: true }

  async function insert(): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into messages (administration_id, sender_type, subject, content, debtor_id, invoice_id, credit_case_id,
                            received_at, created_at, updated_at)
      values (${administration_id}::bigint, 'debtor', ${subject}::text, ${content}::text, ${debtor_id}::bigint,
              ${invoice_id}::bigint, ${credit_case_id}::bigint, ${now}::timestamptz, ${stamp}::timestamptz,
              ${stamp}::timestamptz)
      returning id::text`.execute(db)
    if (!rows[0]) throw new Error('A message was written, and has no id.')
    return rows[0].id
  }
}

function newComment({ debtor_id, invoice_id, credit_case_id }: Subject) {
  if (invoice_id !== null)
    return { event_name: 'invoice_new_comment', resource_type: 'invoice', resource_id: invoice_id } as const
  if (credit_case_id !== null)
    return { event_name: 'case_new_comment', resource_type: 'credit_case', resource_id: credit_case_id } as const
  return { event_name: 'debtor_new_comment', resource_type: 'debtor', resource_id: debtor_id } as const
}
