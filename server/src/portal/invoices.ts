import { type Kysely, sql } from 'kysely'
import { fileUrl, linkUntil } from '../api/file_links.ts'
import type { Tables } from '../db/schema.ts'
import type { Day } from '../domain/days.ts'
import { owedOn } from '../follow_up/owed.ts'
import type { PortalLink } from './links.ts'

/** An invoice as its debtor sees it. */
export type Item = {
  invoice_number: string
  description: string | null
  invoice_date: string
  due_date: string
  payment_date: string | null
  overdue_since: string | null
  currency_code: string
  total_amount: string
  paid_amount: string
  administration_costs_amount: string
  interest_costs_amount: string
  debt_collection_costs_amount: string
  open_amount: string
  credit_note: boolean
  in_plan: boolean
  collected: boolean
  documents: { filename: string; url: string }[]
}

export const items_max = 200

type Signing = { base_url: string; link_key: Buffer; now: Date }

/** The invoices that a link shows, with one more than the most so that it is known whether there are more. */
export async function itemsOf(db: Kysely<Tables>, link: PortalLink, today: Day, signing: Signing): Promise<Item[]> {
  const { rows } = await sql<Omit<Item, 'documents'> & { id: string }>`
    with listed as (${owedOn(link, today)})
    select id::text, invoice_number, description, invoice_date::text, due_date::text, payment_date::text,
           overdue_since::text, currency_code, total_amount::text, (total_amount - open_amount)::text as paid_amount,
           administration_costs_open::text as administration_costs_amount,
           interest_costs_open::text as interest_costs_amount,
           debt_collection_costs_open::text as debt_collection_costs_amount, owed::text as open_amount,
           total_amount < 0 as credit_note, plan_id is not null as in_plan, collected
    from listed
    order by plan_id is not null, due_date, id
    limit ${items_max + 1}::integer`.execute(db)
  const documents = await documentsOf(
    db,
    link,
    rows.map(({ id }) => id),
    signing,
  )
  return rows.map(({ id, ...row }) => ({ ...row, documents: documents.get(id) ?? [] }))
}

/** The newest document of each kind, and every attachment, as links that live some hours. */
async function documentsOf(
  db: Kysely<Tables>,
  { administration_id }: PortalLink,
  invoice_ids: readonly string[],
  { base_url, link_key, now }: Signing,
): Promise<Map<string, Item['documents']>> {
  const { rows } = await sql<{ id: string; invoice_id: string; filename: string }>`
    select distinct on (h.invoice_id, h.kind, case when h.kind = 'attachment' then h.id end)
           h.id::text, h.invoice_id::text, h.filename
    from invoice_documents h join files f on f.administration_id = h.administration_id and f.id = h.file_id
    where h.administration_id = ${administration_id}::bigint and h.invoice_id = any(${invoice_ids}::bigint[])
      and f.uploaded_at is not null
    order by h.invoice_id, h.kind, case when h.kind = 'attachment' then h.id end, h.id desc`.execute(db)
  const found = new Map<string, Item['documents']>()
  const until = linkUntil(now)
  for (const { id, invoice_id, filename } of rows) {
    const url = fileUrl(base_url, link_key, { holder: 'invoice_documents', administration_id, id, until })
    found.set(invoice_id, [...(found.get(invoice_id) ?? []), { filename, url }])
  }
  return found
}
