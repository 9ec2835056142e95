import { type Kysely, sql } from 'kysely'
import { fileUrl, linkUntil } from '../api/file_links.ts'
import type { Tables } from '../db/schema.ts'
import type { Day } from '../domain/days.ts'
import { lapses_after_days } from '../follow_up/decide/hold_ends.ts'
import { owedOn } from '../follow_up/owed.ts'
import type { dispute_reasons } from '../resources/disputes.ts'
import type { PortalLink } from './links.ts'

type DisputeReason = (typeof dispute_reasons)[number]

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
  asked: boolean
  due_now: boolean
  /** What terms of it would add up to; null where it cannot be paid in terms by itself. */
  terms_amount: string | null
  dispute: { reason: DisputeReason; amount: string | null; answer_by: string | null } | null
  promised_on: string | null
  documents: { filename: string; url: string }[]
}

export const items_max = 200

/** What links to files are made with. */
export type Signing = { base_url: string; link_key: Buffer; now: Date }

/** The invoices that a link shows, with one more than the most so that it is known whether there are more. */
export async function itemsOf(db: Kysely<Tables>, link: PortalLink, today: Day, signing: Signing): Promise<Item[]> {
  const items = await readItems(db, link, today)
  const ids = items.map(({ id }) => id)
  const documents = await documentsOf(db, link, ids, signing)
  return items.map(({ id, ...item }) => ({ ...item, documents: documents.get(id) ?? [] }))
}

/** The same, without their documents. */
export async function readItems(
  db: Kysely<Tables>,
  link: PortalLink,
  today: Day,
): Promise<(Omit<Item, 'documents'> & { id: string })[]> {
  const { rows } = await sql<Omit<Item, 'documents'> & { id: string }>`
    with listed as (${owedOn(link, today)})
    select id::text, invoice_number, description, invoice_date::text, due_date::text, payment_date::text,
           overdue_since::text, currency_code, total_amount::text, (total_amount - open_amount)::text as paid_amount,
           administration_costs_open::text as administration_costs_amount,
           interest_costs_open::text as interest_costs_amount,
           debt_collection_costs_open::text as debt_collection_costs_amount, owed::text as open_amount,
           total_amount < 0 as credit_note, plan_id is not null as in_plan, collected, asked, due_now,
           case when asked and active_credit_case_id is null then open_amount::text end as terms_amount,
           (select json_build_object('reason', d.reason, 'amount', d.amount::text, 'answer_by',
              case when d.origin = 'portal' and d.taken_up_at is null
                   then d.opened_on + ${lapses_after_days - 1}::integer end)
            from disputes d
            where d.administration_id = ${link.administration_id}::bigint and d.id = listed.dispute_id) as dispute,
           (select max(p.promised_on)::text from promise_invoices l
            join promises p on p.administration_id = ${link.administration_id}::bigint and p.id = l.promise_id
              and p.status = 'open'
            where l.administration_id = ${link.administration_id}::bigint and l.invoice_id = listed.id) as promised_on
    from listed
    order by plan_id is not null, not due_now, due_date, id
    limit ${items_max + 1}::integer`.execute(db)
  return rows
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
    from invoice_documents h join files f on f.administration_id = ${administration_id}::bigint and f.id = h.file_id
    where h.administration_id = ${administration_id}::bigint and h.invoice_id = any(${invoice_ids}::bigint[])
      and f.uploaded_at is not null
    order by h.invoice_id, h.kind, case when h.kind = 'attachment' then h.id end, h.id desc`.execute(db)
  const found = new Map<string, Item['documents']>()
  const until = linkUntil(now)
  for (const { id, invoice_id, filename } of rows) {
    const url = fileUrl(base_url, link_key, { holder: 'invoice_documents', administration_id, id, until })
    const known = found.get(invoice_id) ?? []
    known.push({ filename, url })
    found.set(invoice_id, known)
  }
  return found
}
