import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { MailTarget } from '../domain/mail_address.ts'
import type { MailedRecord } from '../mail/content.ts'
import type { ReadMail } from './reading/read_mail.ts'

/**
 * The record of the mail that another one answers or reports on, by the Message-ID that we gave it; nearest first. With
 * an administration it is only looked for there.
 */
export async function findReferred(
  db: Kysely<Tables>,
  { references, report }: Pick<ReadMail, 'references' | 'report'>,
  administration_id: string | null,
): Promise<MailTarget | null> {
  const ids = [...(report?.original_id ? [report.original_id] : []), ...references]
  if (ids.length === 0) return null
  const { rows } = await sql<{ administration_id: string; record: MailedRecord; id: string }>`
    with found as (
      select m.message_id_header as header, m.administration_id, m.resource_type as record, m.resource_id as id
      from mails m
      where m.message_id_header = any(${ids}::text[]) and m.administration_id is not null
      union all
      -- Letters are kept for longer than their mails.
      select l.message_header_id, l.administration_id, 'letter', l.id
      from letters l where l.message_header_id = any(${ids}::text[])
      union all
      -- An answer to what a debtor wrote before, in the same thread.
      select i.message_header_id, i.administration_id, 'message', i.message_id
      from incoming_mails i
      where i.administration_id = ${administration_id}::bigint and i.message_header_id = any(${ids}::text[])
        and i.message_id is not null
    )
    select administration_id::text, record, id::text from found
    where ${administration_id}::bigint is null or administration_id = ${administration_id}::bigint
    order by array_position(${ids}::text[], header) limit 1`.execute(db)
  const [one] = rows
  return one ? { use: report === null ? 'reply' : 'bounce', ...one } : null
}

/** The one administration that there is, if there is no other that a mail could be meant for. */
export async function onlyAdministration(db: Kysely<Tables>): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from administrations where status <> 'deleted' and not sandbox order by id limit 2`.execute(db)
  return rows.length === 1 ? (rows[0]?.id ?? null) : null
}
