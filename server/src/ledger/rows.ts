import { sql } from 'kysely'
import type { Change } from '../db/change.ts'
import type { Costs } from '../domain/costs.ts'
import type { Members } from '../domain/invoice.ts'
import { amountText } from '../domain/money.ts'
import type { Balance } from '../domain/payments.ts'

/** The row of an invoice as it shall be. */
export type InvoiceRow = {
  id: string
  invoice_number: string
  members: Members
  balance: Balance
  costs: Costs
  payment_date: string | null
}

/** The row as JSON: amounts as texts, because they are exact there. */
function told({ id, invoice_number, members, balance, costs, payment_date }: InvoiceRow): object {
  return {
    id,
    invoice_number,
    ...members,
    payment_date,
    total: amountText(balance.total),
    open: amountText(balance.open),
    book_total: amountText(balance.book_total),
    book_open: amountText(balance.book_open),
    administration_total: amountText(costs.administration_costs.total),
    administration_open: amountText(costs.administration_costs.open),
    interest_total: amountText(costs.interest_costs.total),
    interest_open: amountText(costs.interest_costs.open),
    collection_total: amountText(costs.debt_collection_costs.total),
    collection_open: amountText(costs.debt_collection_costs.open),
  }
}

/** The rows, each with what it copies from its debtor. */
const given = (administration_id: string, rows: readonly InvoiceRow[]) => sql`
  json_to_recordset(${JSON.stringify(rows.map(told))}::json) as one (
    id bigint, invoice_number text, debtor_id bigint, invoice_identifier text, order_number text,
    peppol_identifier text, category text, description text, currency_code text, payment_method text,
    invoice_date date, due_date date, sent_at timestamptz, contact_id bigint, payment_condition text,
    payment_term integer, payment_date date, total numeric, open numeric, book_total numeric, book_open numeric,
    administration_total numeric, administration_open numeric, interest_total numeric, interest_open numeric,
    collection_total numeric, collection_open numeric)
  join debtors d on d.administration_id = ${administration_id}::bigint and d.id = one.debtor_id`

/** Writes new invoices, under the ids that were drawn for them. */
export async function insertInvoices(context: Change, rows: readonly InvoiceRow[]): Promise<void> {
  if (rows.length === 0) return
  const { db, administration_id, stamp } = context
  await sql`
    insert into invoices (
      administration_id, id, debtor_id, debtor_number, debtor_identifier, invoice_number, invoice_identifier,
      order_number, peppol_identifier, category, description, currency_code, payment_method, invoice_date, due_date,
      sent_at, contact_id, payment_condition, payment_term, payment_date, total_amount, open_amount,
      book_total_amount, book_open_amount, administration_costs_total, administration_costs_open,
      interest_costs_total, interest_costs_open, debt_collection_costs_total, debt_collection_costs_open,
      created_at, updated_at)
    select ${administration_id}::bigint, one.id, d.id, d.debtor_number, d.debtor_identifier, one.invoice_number,
           one.invoice_identifier, one.order_number, one.peppol_identifier, one.category, one.description,
           one.currency_code, one.payment_method, one.invoice_date, one.due_date, one.sent_at, one.contact_id,
           one.payment_condition, one.payment_term, one.payment_date, one.total, one.open, one.book_total,
           one.book_open, one.administration_total, one.administration_open, one.interest_total, one.interest_open,
           one.collection_total, one.collection_open, ${stamp}::timestamptz,
           ${stamp}::timestamptz
    from ${given(administration_id, rows)}`.execute(db)
}

/** Writes invoices that changed. */
export async function updateInvoices(context: Change, rows: readonly InvoiceRow[]): Promise<void> {
  if (rows.length === 0) return
  const { db, administration_id, stamp } = context
  await sql`
    update invoices i
    set debtor_id = d.id, debtor_number = d.debtor_number, debtor_identifier = d.debtor_identifier,
        invoice_identifier = one.invoice_identifier, order_number = one.order_number,
        peppol_identifier = one.peppol_identifier, category = one.category, description = one.description,
        currency_code = one.currency_code, payment_method = one.payment_method, invoice_date = one.invoice_date,
        due_date = one.due_date, sent_at = one.sent_at, contact_id = one.contact_id,
        payment_condition = one.payment_condition, payment_term = one.payment_term, payment_date = one.payment_date,
        total_amount = one.total, open_amount = one.open, book_total_amount = one.book_total,
        book_open_amount = one.book_open, administration_costs_total = one.administration_total,
        administration_costs_open = one.administration_open, interest_costs_total = one.interest_total,
        interest_costs_open = one.interest_open, debt_collection_costs_total = one.collection_total,
        debt_collection_costs_open = one.collection_open, updated_at = ${stamp}::timestamptz
    from ${given(administration_id, rows)}
    where i.administration_id = ${administration_id}::bigint and i.id = one.id`.execute(db)
}
