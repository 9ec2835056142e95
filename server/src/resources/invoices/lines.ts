import { sql } from 'kysely'
import type { Context } from '../../api/context.ts'
import { asTable } from '../../db/rows_as_table.ts'
import { type Line, plain } from '../../domain/invoice_lines.ts'

/** The lines of invoices in their order, by invoice. */
export async function knownLines(
  { db, administration_id }: Context,
  invoice_ids: readonly string[],
): Promise<Map<string, Line[]>> {
  if (invoice_ids.length === 0) return new Map()
  const { rows } = await sql<Line & { invoice_id: string }>`
    select l.invoice_id, l.line_order, l.description, l.product_unit, l.product_quantity, l.product_price,
           l.vat_rate_code, l.vat_percentage, l.vat_amount, l.total_excl_tax_amount, l.total_incl_tax_amount
    from unnest(${invoice_ids}::bigint[]) as wanted (id)
    join invoice_lines l on l.administration_id = ${administration_id}::bigint and l.invoice_id = wanted.id
    order by l.invoice_id, l.line_order`.execute(db)
  const lines = rows.map((row) => ({
    ...row,
    product_quantity: plain(row.product_quantity),
    product_price: plain(row.product_price),
    vat_percentage: plain(row.vat_percentage),
  }))
  return Map.groupBy(lines, ({ invoice_id }) => invoice_id)
}

/** Writes all lines of invoices anew. */
export async function writeLines(
  { db, administration_id }: Context,
  changes: readonly { invoice_id: string; is_new: boolean; lines: readonly Line[] }[],
): Promise<void> {
  const old = changes.filter(({ is_new }) => !is_new).map(({ invoice_id }) => invoice_id)
  if (old.length > 0) {
    await sql`delete from invoice_lines
              where administration_id = ${administration_id}::bigint and invoice_id = any(${old}::bigint[])`.execute(db)
  }
  const rows = changes.flatMap(({ invoice_id, lines }) => lines.map((line) => ({ ...line, invoice_id })))
  if (rows.length === 0) return
  await sql`
    insert into invoice_lines (
      administration_id, invoice_id, line_order, description, product_unit, product_quantity, product_price,
      vat_rate_code, vat_percentage, vat_amount, total_excl_tax_amount, total_incl_tax_amount)
    select ${administration_id}::bigint, invoice_id, line_order, description, product_unit, product_quantity,
           product_price, vat_rate_code, vat_percentage, vat_amount, total_excl_tax_amount, total_incl_tax_amount
    from ${asTable('line', rows, {
      ...{ invoice_id: 'bigint', line_order: 'integer', description: 'text', product_unit: 'text' },
      ...{ product_quantity: 'numeric', product_price: 'numeric', vat_rate_code: 'text', vat_percentage: 'numeric' },
      ...{ vat_amount: 'numeric', total_excl_tax_amount: 'numeric', total_incl_tax_amount: 'numeric' },
    })}`.execute(db)
}
