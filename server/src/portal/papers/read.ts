import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import type { Day } from '../../domain/days.ts'
import { owedOn } from '../../follow_up/owed.ts'
import { items_max } from '../invoices.ts'
import type { PortalLink } from '../links.ts'

/** A document of an invoice, as it lies in the store. */
export type PaperDocument = { invoice_number: string; filename: string; checksum: string; byte_size: number }

/** A letter that was sent: on paper as a file, by mail as text. */
export type PaperLetter = {
  day: Day
  step: string
  subject: string | null
  text: string | null
  checksum: string | null
}

/** Those that the page shows. */
const shown = (link: PortalLink, today: Day): RawBuilder<unknown> => sql`
  select * from (${owedOn(link, today)}) listed
  order by plan_id is not null, not due_now, due_date, id limit ${items_max}::integer`

/** The newest document of each kind, and every attachment, of the invoices that are shown. */
const documents = ({ administration_id }: PortalLink): RawBuilder<unknown> => sql`
  select distinct on (h.invoice_id, h.kind, case when h.kind = 'attachment' then h.id end)
         s.invoice_number, s.due_date, h.id, h.filename, f.checksum, f.byte_size
  from shown s
  join invoice_documents h on h.administration_id = ${administration_id}::bigint and h.invoice_id = s.id
  join files f on f.administration_id = ${administration_id}::bigint and f.id = h.file_id and f.uploaded_at is not null
  order by h.invoice_id, h.kind, case when h.kind = 'attachment' then h.id end, h.id desc`

/** Letters that went out and name nothing but what is shown: who has the link of one invoice reads of no other. */
const letters = ({ administration_id, debtor_id }: PortalLink): RawBuilder<unknown> => sql`
  select l.id, l.day, l.step, l.subject, l.text, f.checksum, f.byte_size
  from letters l left join files f on f.administration_id = ${administration_id}::bigint and f.id = l.file_id
  where l.administration_id = ${administration_id}::bigint and l.debtor_id = ${debtor_id}::bigint and l.status = 'sent'
    and exists (select from letter_items n where n.administration_id = ${administration_id}::bigint
      and n.letter_id = l.id)
    and not exists (select from letter_items n where n.administration_id = ${administration_id}::bigint
      and n.letter_id = l.id
      and n.invoice_id not in (select s.id from shown s))`

/** How many papers there are, and about how large they are together. */
export async function countPapers(
  db: Kysely<Tables>,
  link: PortalLink,
  today: Day,
): Promise<{ documents: number; letters: number; byte_size: number }> {
  const { rows } = await sql<{ documents: number; letters: number; byte_size: number }>`
    with shown as materialized (${shown(link, today)}), documents as (${documents(link)}), sent as (${letters(link)})
    select (select count(*)::integer from documents) as documents, (select count(*)::integer from sent) as letters,
           (coalesce((select sum(byte_size) from documents), 0)
             + coalesce((select sum(coalesce(byte_size, octet_length(text))) from sent), 0))::float8 as byte_size`.execute(
    db,
  )
  return rows[0] ?? { documents: 0, letters: 0, byte_size: 0 }
}

/** All of them, in the order in which they are put into an archive. */
export async function readPapers(
  db: Kysely<Tables>,
  link: PortalLink,
  today: Day,
): Promise<{ documents: PaperDocument[]; letters: PaperLetter[] }> {
  const found = await sql<PaperDocument>`
    with shown as materialized (${shown(link, today)}), documents as (${documents(link)})
    select invoice_number, filename, checksum, byte_size::float8 as byte_size from documents
    order by due_date, invoice_number, id`.execute(db)
  const sent = await sql<PaperLetter>`
    with shown as materialized (${shown(link, today)}), sent as (${letters(link)})
    select day::text, step, subject, text, checksum from sent order by day, id`.execute(db)
  return { documents: found.rows, letters: sent.rows }
}
