import { type RawBuilder, sql } from 'kysely'
import { typesOf } from '../db/bulk.ts'
import type { Change } from '../db/change.ts'
import { asTable } from '../db/rows_as_table.ts'
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
  overpaid: bigint
  payment_date: string | null
}

/** The columns of amounts, and what stands in them. */
const amounts = Object.entries<(row: InvoiceRow) => bigint>({
  total_amount: ({ balance }) => balance.total,
  open_amount: ({ balance }) => balance.open,
  book_total_amount: ({ balance }) => balance.book_total,
  book_open_amount: ({ balance }) => balance.book_open,
  administration_costs_total: ({ costs }) => costs.administration_costs.total,
  administration_costs_open: ({ costs }) => costs.administration_costs.open,
  interest_costs_total: ({ costs }) => costs.interest_costs.total,
  interest_costs_open: ({ costs }) => costs.interest_costs.open,
  debt_collection_costs_total: ({ costs }) => costs.debt_collection_costs.total,
  debt_collection_costs_open: ({ costs }) => costs.debt_collection_costs.open,
  overpaid_amount: ({ overpaid }) => overpaid,
})

const settled = ['payment_date', ...amounts.map(([column]) => column)]

/** What stands in the columns of a row. */
function columnsOf(row: InvoiceRow): { readonly [column: string]: unknown } {
  const { id, invoice_number, members, payment_date } = row
  const columns: Record<string, unknown> = { id, invoice_number, ...members, payment_date }
  for (const [column, of] of amounts) columns[column] = amountText(of(row))
  return columns
}

type Columns = (write: (column: RawBuilder<unknown>) => RawBuilder<unknown>) => RawBuilder<unknown>

/** These columns of rows as a table `one`, and their names to write lists with. */
async function given({ db }: Change, rows: readonly InvoiceRow[], names: readonly string[]) {
  const types = await typesOf(db, 'invoices', ['id', ...names])
  const columns: Columns = (write) => sql.join(names.map((name) => write(sql.ref(name))))
  return { table: asTable('one', rows.map(columnsOf), types), columns }
}

/** The debtor of each row, of which an invoice copies number and identifier. */
const itsDebtor = (administration_id: string) =>
  sql`join debtors d on d.administration_id = ${administration_id}::bigint and d.id = one.debtor_id`

/** Writes new invoices with these members, under the ids that were drawn for them. */
export async function insertInvoices(
  context: Change,
  rows: readonly InvoiceRow[],
  members: readonly string[],
): Promise<void> {
  if (rows.length === 0) return
  const { db, administration_id, stamp } = context
  const { table, columns } = await given(context, rows, ['invoice_number', ...members, ...settled])
  await sql`
    insert into invoices (administration_id, id, ${columns((column) => column)}, debtor_number, debtor_identifier,
                          created_at, updated_at)
    select ${administration_id}::bigint, one.id, ${columns((column) => sql`one.${column}`)}, d.debtor_number,
           d.debtor_identifier, ${stamp}::timestamptz, ${stamp}::timestamptz
    from ${table} ${itsDebtor(administration_id)}`.execute(db)
}

/** Writes invoices that changed: their amounts and these members. */
export async function updateInvoices(
  context: Change,
  rows: readonly InvoiceRow[],
  members: readonly string[],
): Promise<void> {
  if (rows.length === 0) return
  const { db, administration_id, stamp } = context
  const { table, columns } = await given(context, rows, [...members, ...settled])
  await sql`
    update invoices i
    set ${columns((column) => sql`${column} = one.${column}`)}, debtor_number = d.debtor_number,
        debtor_identifier = d.debtor_identifier, updated_at = ${stamp}::timestamptz
    from ${table} ${itsDebtor(administration_id)}
    where i.administration_id = ${administration_id}::bigint and i.id = one.id`.execute(db)
}

/** Writes what was paid on invoices that stay the same otherwise. */
export async function updateAmounts(context: Change, rows: readonly InvoiceRow[]): Promise<void> {
  if (rows.length === 0) return
  const { db, administration_id, stamp } = context
  const { table, columns } = await given(context, rows, settled)
  await sql`
    update invoices i
    set ${columns((column) => sql`${column} = one.${column}`)}, updated_at = ${stamp}::timestamptz
    from ${table}
    where i.administration_id = ${administration_id}::bigint and i.id = one.id`.execute(db)
}
