import { type Kysely, type RawBuilder, sql } from 'kysely'
import { dateTime, listOf, oneOf, text } from '../api/field.ts'
import { fileUrl, linkUntil } from '../api/file_links.ts'
import { shownMoment } from '../db/moments.ts'
import type { Tables } from '../db/schema.ts'
import type { Day } from '../domain/days.ts'
import { owedOn } from '../follow_up/owed.ts'
import type { Signing } from './invoices.ts'
import type { PortalLink } from './links.ts'

export const said_max = 50

/** What was said before, as the debtor sees it. What colleagues note for themselves is not among it. */
export const said = {
  by: oneOf(['debtor', 'creditor'], 'Who wrote it.').required(),
  at: dateTime('When.').required(),
  subject: text('What it is about, as it was written.'),
  text: text('What was written, as it was written.').required(),
  files: listOf(
    { filename: text('Name of the file.').required(), url: text('Where it can be downloaded.').required() },
    'Files that came along.',
  ).required(),
}

type Said = {
  by: 'debtor' | 'creditor'
  at: string
  subject: string | null
  text: string
  files: { id: string; filename: string }[]
}

/** The newest messages of a link, newest first, with one more than the most: then there are more. */
export async function saidOn(db: Kysely<Tables>, link: PortalLink, today: Day, signing: Signing) {
  const { administration_id } = link
  const { rows } = await sql<Said>`
    select m.sender_type as by, ${shownMoment(sql`coalesce(m.received_at, m.sent_at, m.created_at)`)} as at, m.subject,
           m.content as text,
           array(select json_build_object('id', a.id::text, 'filename', a.filename) from message_attachments a
                 where a.administration_id = ${administration_id}::bigint and a.message_id = m.id
                   order by a.id) as files
    from messages m
    where m.administration_id = ${administration_id}::bigint and m.debtor_id = ${link.debtor_id}::bigint
      and ${ofLink(link, today)}
    order by coalesce(m.received_at, m.sent_at, m.created_at) desc, m.id desc
    limit ${said_max + 1}::integer`.execute(db)
  const { base_url, link_key, now } = signing
  const until = linkUntil(now)
  const urlOf = (id: string): string =>
    fileUrl(base_url, link_key, { holder: 'message_attachments', administration_id, id, until })
  return rows.map(({ files, ...one }) => ({
    ...one,
    files: files.map(({ id, filename }) => ({ filename, url: urlOf(id) })),
  }))
}

/** Who has the link of one invoice reads what was said about that one, and nothing else. */
function ofLink(link: PortalLink, today: Day): RawBuilder<unknown> {
  const { family, id } = link
  if (family === 'debtors') return sql`true`
  if (family === 'invoices') return sql`m.invoice_id = ${id}::bigint`
  const shown = sql`m.invoice_id in (select listed.id from (${owedOn(link, today)}) listed)`
  return family === 'credit_cases' ? sql`(m.credit_case_id = ${id}::bigint or ${shown})` : shown
}
