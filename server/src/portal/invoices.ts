import { type Kysely, type RawBuilder, sql } from 'kysely'
import { fileUrl, linkUntil } from '../api/file_links.ts'
import type { Tables } from '../db/schema.ts'
import type { PortalFamily, PortalLink } from './links.ts'

/** An invoice as its debtor sees it. */
export type Item = {
  invoice_number: string
  description: string | null
  invoice_date: string
  due_date: string
  payment_date: string | null
  overdue: boolean
  currency_code: string
  total_amount: string
  paid_amount: string
  costs_amount: string
  open_amount: string
  direct_debit: boolean
  documents: { filename: string; url: string }[]
}

export const items_max = 200

/** Which invoices a page is about, as a condition on `i`. Of a debtor these are what was sent and is open. */
const chosen: Readonly<Record<PortalFamily, (link: PortalLink) => RawBuilder<unknown>>> = {
  debtors: ({ id }) => sql`i.debtor_id = ${id}::bigint and i.sent_at is not null
    and (i.open_amount <> 0 or i.administration_costs_open + i.interest_costs_open + i.debt_collection_costs_open <> 0)`,
  invoices: ({ id }) => sql`i.id = ${id}::bigint`,
  credit_cases: ({ administration_id, id }) => sql`i.id in (
    select invoice_id from credit_case_invoices
    where administration_id = ${administration_id}::bigint and credit_case_id = ${id}::bigint
    union select id from invoices
    where administration_id = ${administration_id}::bigint and active_credit_case_id = ${id}::bigint)`,
  payment_plans: ({ administration_id, id }) => sql`i.id in (
    select invoice_id from payment_plan_invoices
    where administration_id = ${administration_id}::bigint and payment_plan_id = ${id}::bigint
    union select c.invoice_id from payment_plan_credit_cases p join credit_case_invoices c
      on c.administration_id = p.administration_id and c.credit_case_id = p.credit_case_id
    where p.administration_id = ${administration_id}::bigint and p.payment_plan_id = ${id}::bigint)`,
}

type Signing = { base_url: string; link_key: Buffer; now: Date }

/** The invoices that a link shows, with one more than the most so that it is known whether there are more. */
export async function itemsOf(db: Kysely<Tables>, link: PortalLink, today: string, signing: Signing): Promise<Item[]> {
  const { administration_id } = link
  const { rows } = await sql<Omit<Item, 'documents'> & { id: string }>`
    select i.id::text, i.invoice_number, i.description, i.invoice_date::text, i.due_date::text,
           i.payment_date::text, i.due_date < ${today}::date and open.amount > 0 as overdue, i.currency_code,
           i.total_amount::text, (i.total_amount - i.open_amount)::text as paid_amount,
           costs.amount::text as costs_amount,
           open.amount::text as open_amount, i.payment_method = 'direct_debit' as direct_debit
    from invoices i
    cross join lateral
      (select i.administration_costs_open + i.interest_costs_open + i.debt_collection_costs_open as amount) costs
    cross join lateral (select i.open_amount + costs.amount as amount) open
    where i.administration_id = ${administration_id}::bigint and i.debtor_id = ${link.debtor_id}::bigint
      and ${chosen[link.family](link)}
    order by i.due_date, i.id
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
