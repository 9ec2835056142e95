import { sql } from 'kysely'
import type { Context } from '../../api/context.ts'
import { refuseParameters } from '../../api/errors.ts'
import type { SentFile } from '../../api/sent_file.ts'
import { asTable } from '../../db/rows_as_table.ts'
import { plainName } from '../../domain/file_names.ts'
import { registerFile } from '../../files/uploads.ts'
import type { Attachment } from '../../mail/content.ts'

/** The most files that travel with one message, and the most bytes of each. */
export const attachments_max = 10
const attachment_bytes_max = 10 * 1024 * 1024
const too_large = `must not be larger than ${attachment_bytes_max / 1024 / 1024} MB`

type Given = {
  attachments?: SentFile[] | null
  files?: { checksum: string; filename: string }[] | null
}

/** What is wrong with the attachments of a message, as far as it can be checked without the database. */
export function checkAttachments({ attachments, files }: Given): string[] {
  const problems: string[] = []
  if ((attachments?.length ?? 0) + (files?.length ?? 0) > attachments_max) {
    problems.push(`message.attachments: must not be more than ${attachments_max} files`)
  }
  for (const [index, { byte_size }] of (attachments ?? []).entries()) {
    if (byte_size > attachment_bytes_max) problems.push(`message.attachments[${index}]: ${too_large}`)
  }
  return problems
}

type Message = { id: string; debtor_id: string }

/** Puts files on a message, and returns what the mail needs to send them along. */
export async function attach(context: Context, message: Message, given: Given): Promise<Attachment[]> {
  const { db, administration_id, stamp } = context
  const sent: (Attachment & { file_id: string })[] = []
  for (const file of given.attachments ?? []) {
    const { checksum, filename, content_type } = file
    sent.push({ checksum, filename, content_type, file_id: await registerFile(db, context, file) })
  }
  const all = [...sent, ...(await uploadedBefore(context, message.debtor_id, given.files ?? []))]
  if (all.length === 0) return []
  await sql`
    insert into message_attachments (administration_id, message_id, file_id, filename, created_at)
    select ${administration_id}::bigint, ${message.id}::bigint, file_id, filename, ${stamp}::timestamptz
    from ${asTable('one', all, { file_id: 'bigint', filename: 'text' })}`.execute(db)
  return all.map(({ checksum, filename, content_type }) => ({ checksum, filename, content_type }))
}

type Uploaded = {
  checksum: string
  file_id: string
  content_type: string
  too_large: boolean
  of_another: boolean
}
const of_another = 'is a document of another debtor, and goes to that one alone'

/**
 * Files that were uploaded before. One that is the document of an invoice, or that a debtor sent, goes to that debtor
 * alone: a slip of the hand would show what somebody else owes.
 */
async function uploadedBefore(
  { db, administration_id }: Context,
  debtor_id: string,
  files: readonly { checksum: string; filename: string }[],
): Promise<(Attachment & { file_id: string })[]> {
  if (files.length === 0) return []
  const checksums = files.map(({ checksum }) => checksum)
  const { rows } = await sql<Uploaded>`
    select f.checksum, f.id as file_id, f.content_type, f.byte_size > ${attachment_bytes_max}::bigint as too_large,
           of_debtors.ids <> '{}' and not ${debtor_id}::bigint = any(of_debtors.ids) as of_another
    from files f
    cross join lateral (select array(
      select i.debtor_id from invoice_documents h
      join invoices i on i.administration_id = ${administration_id}::bigint and i.id = h.invoice_id
      where h.administration_id = ${administration_id}::bigint and h.file_id = f.id
      union all
      select m.debtor_id from message_attachments h
      join messages m on m.administration_id = ${administration_id}::bigint and m.id = h.message_id
      where h.administration_id = ${administration_id}::bigint and h.file_id = f.id and m.sender_type = 'debtor'
        and m.debtor_id is not null) as ids) of_debtors
    where f.administration_id = ${administration_id}::bigint and f.checksum = any(${checksums}::text[])
      and f.uploaded_at is not null`.execute(db)
  const known = new Map(rows.map((row) => [row.checksum, row]))
  const problems = files.flatMap(({ checksum }, index) => {
    const file = known.get(checksum)
    if (!file) return [`message.files[${index}].checksum: no file with this checksum was uploaded`]
    if (file.of_another) return [`message.files[${index}].checksum: ${of_another}`]
    return file.too_large ? [`message.files[${index}].checksum: ${too_large}`] : []
  })
  if (problems.length > 0) refuseParameters(problems)
  return files.flatMap(({ checksum, filename }) => {
    const file = known.get(checksum)
    return file
      ? [{ checksum, filename: plainName(filename), content_type: file.content_type, file_id: file.file_id }]
      : []
  })
}
