import type pg from 'pg'

// A statement for each row, with names, so that they are planned once. Rows that are as wanted already are left alone.

type Row = Record<string, unknown>
export type WriteBody = { administration_id: string; debtors?: Row[]; invoices?: Invoice[]; messages?: Row[] }
type Invoice = Row & { invoice_lines: Row[]; payments: Row[] }

const columns = [
  ...['debtor_number', 'debtor_identifier', 'name', 'bank_account_name', 'bank_account_number', 'category'],
  ...['coc_number', 'country_code', 'language_code', 'relation_manager', 'remark', 'vat_number', 'is_company'],
]

const debtor_sql = `
  insert into plain.debtors (administration_id, ${columns.join(', ')}, created_at, updated_at)
  values ($1, ${columns.map((_, index) => `$${index + 2}`).join(', ')}, now(), now())
  on conflict (administration_id, debtor_number) do update
  set ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}, updated_at = excluded.updated_at
  where (${columns.map((name) => `debtors.${name}`).join(', ')})
    is distinct from (${columns.map((name) => `excluded.${name}`).join(', ')})`

export async function writeDebtors(
  client: pg.PoolClient,
  { administration_id, debtors = [] }: WriteBody,
): Promise<number> {
  for (const one of debtors) {
    const values = [administration_id, ...columns.map((name) => one[name] ?? null)]
    await client.query({ name: 'debtor', text: debtor_sql, values })
  }
  return debtors.length
}

const invoice_columns = 'total_amount, open_amount, book_total_amount, book_open_amount, description, due_date'
const of = (row: string): string => invoice_columns.replaceAll(/\w+/g, (name) => `${row}.${name}`)

const invoice_sql = `
  insert into plain.invoices (administration_id, debtor_id, debtor_number, debtor_identifier, invoice_number,
    invoice_date, currency_code, payment_method, ${invoice_columns}, created_at, updated_at)
  select $1, d.id, d.debtor_number, d.debtor_identifier, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, now(), now()
  from plain.debtors d where d.administration_id = $1 and d.debtor_number = $2
  on conflict (administration_id, invoice_number) do update
  set total_amount = excluded.total_amount, open_amount = excluded.open_amount,
      book_total_amount = excluded.book_total_amount, book_open_amount = excluded.book_open_amount,
      description = excluded.description, due_date = excluded.due_date,
      updated_at = case when (${of('invoices')}) is distinct from (${of('excluded')}) then excluded.updated_at
                        else invoices.updated_at end
  returning id`

const forget_lines_sql = 'delete from plain.invoice_lines where administration_id = $1 and invoice_id = $2'

const line_sql = `
  insert into plain.invoice_lines (administration_id, invoice_id, line_order, description, product_unit,
    product_quantity, product_price, vat_rate_code, vat_percentage, vat_amount, total_excl_tax_amount,
    total_incl_tax_amount)
  values ($1, $2, $3, $4, 'piece', 1, $5, 'H', 21, $6, $5, $5::numeric + $6::numeric)`

const payment_sql = `
  insert into plain.payments (administration_id, invoice_id, invoice_number, total_amount, total_book_amount,
    payment_date, cost_type, transaction_type, origin_identifier, created_at, updated_at)
  values ($1, $2, $3, $4, $4, $5, 'principal', 'payment', $6, now(), now())
  on conflict (administration_id, origin_identifier) do update
  set total_amount = excluded.total_amount, total_book_amount = excluded.total_book_amount,
      payment_date = excluded.payment_date, updated_at = excluded.updated_at
  where (payments.total_amount, payments.payment_date) is distinct from (excluded.total_amount, excluded.payment_date)`

export async function writeInvoices(client: pg.PoolClient, { administration_id, invoices = [] }: WriteBody) {
  for (const one of invoices) {
    const { rows } = await client.query<{ id: string }>({
      name: 'invoice',
      text: invoice_sql,
      values: [
        ...[administration_id, one.debtor_number, one.invoice_number, one.invoice_date, one.currency_code],
        ...[one.payment_method, one.amount_total, one.amount_open, one.book_amount_total, one.book_amount_open],
        ...[one.description, one.due_date],
      ],
    })
    const begin = [administration_id, rows[0]?.id]
    await client.query({ name: 'forget lines', text: forget_lines_sql, values: begin })
    for (const [index, line] of one.invoice_lines.entries()) {
      const values = [...begin, index + 1, line.description, line.total_excl_tax_amount, line.vat_amount]
      await client.query({ name: 'line', text: line_sql, values })
    }
    for (const payment of one.payments) {
      const values = [...begin, one.invoice_number, payment.amount, payment.payment_date, payment.origin_identifier]
      await client.query({ name: 'payment', text: payment_sql, values })
    }
  }
  return invoices.length
}

const message_sql = `
  update plain.messages set read_at = case when $3::boolean then now() end, updated_at = now()
  where administration_id = $1 and id = $2 and (read_at is not null) <> $3::boolean`

export async function writeMessages(client: pg.PoolClient, { administration_id, messages = [] }: WriteBody) {
  for (const one of messages) {
    await client.query({ name: 'message', text: message_sql, values: [administration_id, one.id, one.read] })
  }
  return messages.length
}
