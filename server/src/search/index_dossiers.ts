import { type Kysely, sql } from 'kysely'
import { asTable } from '../db/rows_as_table.ts'
import type { Tables } from '../db/schema.ts'
import { digitsOf, linesOf, searchable } from './plain.ts'

type Entry = {
  kind: 'debtor' | 'invoice'
  record_id: string
  debtor_id: string
  name: string
  number: string
  text: string
  total_amount: string | null
  open_amount: string | null
  changed_at: string
}

/** Dossiers in which something changed after a stamp. */
type Changed = { administration_id: string; debtor_ids: readonly string[]; since: string }

/** Brings the entries of dossiers up to date, with those of their invoices that changed. */
export async function indexDossiers(db: Kysely<Tables>, changed: Changed): Promise<void> {
  const { administration_id, debtor_ids } = changed
  if (debtor_ids.length === 0) return
  await forgetDeleted(db, changed)
  await write(db, administration_id, await readDebtors(db, administration_id, debtor_ids))
  await indexInvoices(db, changed)
}

async function forgetDeleted(db: Kysely<Tables>, { administration_id, debtor_ids, since }: Changed): Promise<void> {
  await sql`
    delete from search_entries s
    where s.administration_id = ${administration_id}::bigint and s.kind = 'invoice' and s.record_id in (
      select r.id from deleted_invoices r
      where r.administration_id = ${administration_id}::bigint and r.deleted_at > ${since}::timestamptz
        and r.debtor_id = any(${[...debtor_ids]}::bigint[]))`.execute(db)
}

type DebtorRow = {
  id: string
  name: string
  debtor_number: string
  texts: (string | null)[]
  phones: (string | null)[]
  case_numbers: string[]
  changed_at: string
}

async function readDebtors(db: Kysely<Tables>, administration_id: string, ids: readonly string[]): Promise<Entry[]> {
  const { rows } = await sql<DebtorRow>`
    select d.id::text, d.name, d.debtor_number, d.updated_at::text as changed_at,
           array[concat_ws(' ', c.firstname, c.infix, c.lastname), d.debtor_identifier, d.primary_email_address,
                 d.debtor_provided_email_address, d.invoice_email_address, d.invoice_cc_email_address,
                 d.reminder_email_address, d.reminder_cc_email_address, d.coc_number, d.vat_number,
                 d.bank_account_number, d.postal_address_city] as texts,
           array[d.call_phone_number, d.sms_phone_number, c.call_phone_number, c.sms_phone_number] as phones,
           array(select k.case_number::text from credit_cases k
                 where k.administration_id = ${administration_id}::bigint
                   and k.debtor_id = d.id limit 100) as case_numbers
    from debtors d
    left join contacts c on c.administration_id = ${administration_id}::bigint and c.id = d.contact_id
    where d.administration_id = ${administration_id}::bigint and d.id = any(${[...ids]}::bigint[])`.execute(db)
  return rows.map(({ id, name, debtor_number, texts, phones, case_numbers, changed_at }) => ({
    ...{
      kind: 'debtor',
      record_id: id,
      debtor_id: id,
      name: searchable(name),
      number: searchable(debtor_number),
      changed_at,
    },
    ...{ total_amount: null, open_amount: null },
    text: linesOf([name, debtor_number, ...texts, ...phones.map((one) => one && digitsOf(one)), ...case_numbers]),
  }))
}

type InvoiceRow = {
  id: string
  debtor_id: string
  invoice_number: string
  invoice_identifier: string | null
  order_number: string | null
  purchase_order_number: string | null
  total_amount: string
  open_amount: string
  changed_at: string
}

/**
 * Many invoices are taken in portions; each portion takes up where the one before left off. Those that changed are
 * looked for among those of the dossiers: among all that changed, each portion of dossiers would read all of them.
 */
async function indexInvoices(db: Kysely<Tables>, { administration_id, debtor_ids, since }: Changed): Promise<void> {
  const portion = 5_000
  for (let after = '0', more = true; more; ) {
    const { rows } = await sql<InvoiceRow>`
      with changed as materialized (
        select one.id from (
          select r.id, r.updated_at from invoices r
          where r.administration_id = ${administration_id}::bigint and r.debtor_id = any(${[...debtor_ids]}::bigint[])
            and r.id > ${after}::bigint offset 0) one
        where one.updated_at > ${since}::timestamptz order by one.id limit ${portion}::integer)
      select i.id::text, i.debtor_id::text, i.invoice_number, i.invoice_identifier, i.order_number,
             i.purchase_order_number, i.total_amount::text, i.open_amount::text, i.updated_at::text as changed_at
      from changed join invoices i on i.administration_id = ${administration_id}::bigint and i.id = changed.id
      order by i.id`.execute(db)
    await write(db, administration_id, rows.map(invoiceEntry))
    after = rows.at(-1)?.id ?? after
    more = rows.length === portion
  }
}

const invoiceEntry = ({ id, debtor_id, invoice_number, ...row }: InvoiceRow): Entry => ({
  ...{ kind: 'invoice', record_id: id, debtor_id, name: '', number: searchable(invoice_number) },
  text: linesOf([invoice_number, row.invoice_identifier, row.order_number, row.purchase_order_number]),
  ...{ total_amount: row.total_amount, open_amount: row.open_amount, changed_at: row.changed_at },
})

async function write(db: Kysely<Tables>, administration_id: string, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return
  await sql`
    insert into search_entries (administration_id, kind, record_id, debtor_id, name, number, text, total_amount,
                                open_amount, changed_at)
    select ${administration_id}::bigint, kind, record_id, debtor_id, name, number, text, total_amount, open_amount,
           changed_at
    from ${asTable('one', entries, {
      ...{ kind: 'text', record_id: 'bigint', debtor_id: 'bigint', name: 'text', number: 'text', text: 'text' },
      ...{ total_amount: 'numeric', open_amount: 'numeric', changed_at: 'timestamptz' },
    })}
    on conflict (administration_id, kind, record_id) do update
      set debtor_id = excluded.debtor_id, name = excluded.name, number = excluded.number, text = excluded.text,
          total_amount = excluded.total_amount, open_amount = excluded.open_amount, changed_at = excluded.changed_at
      where (search_entries.debtor_id, search_entries.text, search_entries.changed_at)
            <> (excluded.debtor_id, excluded.text, excluded.changed_at)`.execute(db)
}
