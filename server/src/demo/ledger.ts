import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { Range } from './bulk.ts'
import { type DemoAdministration, idOf } from './ground.ts'
import { charged_from, slots } from './payments.ts'

/** Ids of entries follow from those of invoices: one for each of its payments, and one for the principal. */
const entries_each = slots + 1

/** The ledger of a range of invoices that are written already, with their payments: what was owed, and what paid. */
export async function insertEntries(db: Kysely<Tables>, ground: DemoAdministration, range: Range): Promise<void> {
  const of = sql`administration_id = ${ground.administration_id}::bigint`
  const first = idOf(ground, 'invoices', sql`${range.from}::bigint`)
  const last = idOf(ground, 'invoices', sql`${range.to}::bigint`)
  const slot = sql`(id - invoice_id * ${sql.lit(slots)})`
  // In a query of its own: a cluster gives a union no values for columns that are left out.
  await sql`
    insert into ledger_entries (
      administration_id, id, invoice_id, kind, cost_type, transaction_type, amount, book_amount, entry_date, payment_id,
      created_at)
    select entries.* from (
      select administration_id, id * ${sql.lit(entries_each)} + ${sql.lit(slots)}, id, 'charge', 'principal', null,
             total_amount, book_total_amount, invoice_date, null::bigint, created_at
      from invoices where ${of} and id between ${first} and ${last}
      union all
      select administration_id, invoice_id * ${sql.lit(entries_each)} + ${slot}, invoice_id,
             case when ${slot} >= ${sql.lit(charged_from)} then 'charge' else 'payment' end, cost_type, transaction_type,
             - total_amount, - total_book_amount, payment_date, id, created_at
      from payments
      where ${of} and id between ${first} * ${sql.lit(slots)} and ${last} * ${sql.lit(slots)} + ${sql.lit(slots - 1)}
    ) entries
  `.execute(db)
}
