import { Readable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import { asTable } from '../db/rows_as_table.ts'
import type { Tables } from '../db/schema.ts'
import type { FileStore } from '../files/store.ts'
import { pdfOf, type Text } from './pdf.ts'

/** Each invoice is a file of its own, so the latest have one and the others do not, however large the demo is. */
const newest = 60
const at_once = 12

type Invoice = {
  id: string
  invoice_number: string
  invoice_date: string
  due_date: string
  currency_code: string
  total_amount: string
  debtor_number: string
  debtor_name: string
  debtor_place: string
  house: string
  house_place: string
  bank_account_number: string
  lines: { description: string; quantity: string; amount: string }[]
}

/**
 * Gives the newest invoices of administrations their documents: real PDFs, kept as those of a client are. Whatever has
 * one already is left alone, so a start that was interrupted is made good by the next.
 */
export async function addDocuments(
  db: Kysely<Tables>,
  store: FileStore,
  administration_ids: readonly string[],
  now: Date,
): Promise<number> {
  let added = 0
  for (const administration_id of administration_ids) {
    const invoices = await withoutDocument(db, administration_id)
    const kept: Kept[] = []
    for (let from = 0; from < invoices.length; from += at_once) {
      kept.push(...(await Promise.all(invoices.slice(from, from + at_once).map((one) => keep(store, one)))))
    }
    if (kept.length > 0) await attach(db, administration_id, kept, now)
    added += kept.length
  }
  return added
}

type Kept = { invoice_id: string; filename: string; checksum: string; byte_size: number }

async function keep(store: FileStore, invoice: Invoice): Promise<Kept> {
  const bytes = documentOf(invoice)
  const incoming = await store.receive(Readable.from([bytes]), bytes.length)
  await store.keep(incoming)
  const { checksum, byte_size } = incoming
  return { invoice_id: invoice.id, filename: `${invoice.invoice_number}.pdf`, checksum, byte_size }
}

async function withoutDocument(db: Kysely<Tables>, administration_id: string): Promise<Invoice[]> {
  const here = sql`${administration_id}::bigint`
  const { rows } = await sql<Invoice>`
    select i.id, i.invoice_number, i.invoice_date, i.due_date, i.currency_code, i.total_amount, i.debtor_number,
           d.name as debtor_name, concat_ws(', ', d.postal_address_street_1,
             concat_ws(' ', d.postal_address_postal_code, d.postal_address_city)) as debtor_place,
           a.name as house, concat_ws(', ', concat_ws(' ', a.street_name, a.house_number),
             concat_ws(' ', a.postal_code, a.city)) as house_place,
           coalesce(a.bank_account_number, '') as bank_account_number,
           (select coalesce(json_agg(json_build_object('description', l.description,
                     'quantity', trim_scale(l.product_quantity)::text,
                     'amount', l.total_incl_tax_amount::text) order by l.line_order), '[]')
            from invoice_lines l where l.administration_id = ${here} and l.invoice_id = i.id) as lines
    from (
      select * from invoices where administration_id = ${here}
      order by id desc limit ${newest}::integer
    ) i
    join debtors d on d.administration_id = ${here} and d.id = i.debtor_id
    join administrations a on a.id = ${here}
    where not exists (select from invoice_documents f
                      where f.administration_id = ${here} and f.invoice_id = i.id)`.execute(db)
  return rows
}

async function attach(db: Kysely<Tables>, administration_id: string, kept: readonly Kept[], now: Date): Promise<void> {
  const moment = now.toISOString()
  await sql`
    with wanted as materialized (
      select * from ${asTable('one', kept, {
        ...{ invoice_id: 'bigint', filename: 'text', checksum: 'text', byte_size: 'bigint' },
      })}
    ), stored as (
      insert into files as f (administration_id, checksum, byte_size, content_type, uploaded_at, created_at, updated_at)
      select ${administration_id}::bigint, checksum, byte_size, 'application/pdf', ${moment}::timestamptz,
             ${moment}::timestamptz, ${moment}::timestamptz
      from wanted
      on conflict (administration_id, checksum) do update set byte_size = excluded.byte_size
      returning f.id, f.checksum
    )
    insert into invoice_documents (administration_id, invoice_id, kind, file_id, filename, created_at)
    select ${administration_id}::bigint, wanted.invoice_id, 'document', stored.id, wanted.filename, ${moment}::timestamptz
    from wanted join stored using (checksum)
    order by wanted.invoice_id`.execute(db)
}

/** The invoice as a letter. */
function documentOf(invoice: Invoice): Buffer<ArrayBuffer> {
  const { currency_code, lines } = invoice
  const texts: Text[] = [
    { x: 20, y: 25, size: 16, text: invoice.house, bold: true },
    { x: 20, y: 31, size: 9, text: invoice.house_place },
    { x: 20, y: 55, size: 11, text: invoice.debtor_name },
    { x: 20, y: 60, size: 11, text: invoice.debtor_place },
    { x: 20, y: 85, size: 14, text: `Invoice ${invoice.invoice_number}`, bold: true },
    { x: 20, y: 94, size: 10, text: `Debtor ${invoice.debtor_number}` },
    { x: 20, y: 99, size: 10, text: `Date ${invoice.invoice_date}` },
    { x: 20, y: 104, size: 10, text: `Due ${invoice.due_date}` },
  ]
  let y = 120
  for (const { description, quantity, amount } of lines) {
    texts.push({ x: 20, y, size: 10, text: `${quantity} × ${description}` }, rightOf(amount, y))
    y += 6
  }
  y += 4
  texts.push({ x: 20, y, size: 11, text: `Total in ${currency_code}, VAT included`, bold: true })
  texts.push({ ...rightOf(invoice.total_amount, y), size: 11, bold: true })
  const how = `Please pay into ${invoice.bank_account_number}, with ${invoice.invoice_number} as reference.`
  texts.push({ x: 20, y: y + 16, size: 9, text: how })
  texts.push({ x: 20, y: 285, size: 8, text: 'This invoice is invented. It belongs to the demo of Dunlin.' })
  return pdfOf(`Invoice ${invoice.invoice_number}`, texts)
}

const rightOf = (amount: string, y: number): Text => ({ x: 190, y, size: 10, text: amount, right: true })
