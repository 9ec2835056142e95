import assert from 'node:assert/strict'
import { type Connection, client } from '../src/db/connect.ts'
import { invoice_sums } from './bodies.ts'
import type { WriteTarget } from './write_data.ts'

/** What there must be in the end: whoever writes adds to it as it sends. */
export type Tally = { debtors: number; changed: number; invoices: number; paid: number; read: boolean }

/** Counts and sums of what was written: whatever is quick and wrong has not won. */
const state_sql = (s: WriteTarget['schema']): string => `
  select
    (select count(*) from ${s}.debtors where administration_id = $1 and debtor_number like 'W%')::int as debtors,
    (select count(*) from ${s}.debtors where administration_id = $1 and name like '% and sons')::int as changed,
    (select count(*) from ${s}.debtors where administration_id = $1 and debtor_number like 'W%'
       and updated_at > created_at)::int as moved_debtors,
    (select count(*) from ${s}.invoices where administration_id = $1)::int as invoices,
    (select count(*) from ${s}.invoices where administration_id = $1 and updated_at > created_at)::int
      as moved_invoices,
    (select coalesce(sum(total_amount), 0) from ${s}.invoices where administration_id = $1)::float as total,
    (select coalesce(sum(open_amount), 0) from ${s}.invoices where administration_id = $1)::float as open,
    (select count(*) from ${s}.invoice_lines where administration_id = $1)::int as lines,
    (select coalesce(sum(total_incl_tax_amount), 0) from ${s}.invoice_lines where administration_id = $1)::float
      as of_lines,
    (select count(*) from ${s}.payments where administration_id = $1)::int as payments,
    (select coalesce(sum(total_amount), 0) from ${s}.payments where administration_id = $1)::float as of_payments,
    (select count(*) from ${s}.messages where administration_id = $1 and read_at is not null)::int as read`

/** Compares what is there with what was sent. */
export async function checkWritten(
  on: Connection,
  { place, tally }: { place: WriteTarget; tally: Tally },
): Promise<void> {
  const own = client(on, 'dunlin bench')
  await own.connect()
  const { rows } = await own.query(state_sql(place.schema), [place.administration_id]).finally(() => own.end())
  const { debtors, changed, invoices, paid, read } = tally
  const [first, second, third] = invoice_sums.payments
  const of_payments = invoices * (first + second) + paid * third
  const total = invoices * invoice_sums.total
  assert.deepEqual(
    rows[0],
    {
      debtors,
      changed,
      moved_debtors: changed,
      invoices,
      moved_invoices: paid,
      total,
      open: total - of_payments,
      lines: invoices * invoice_sums.lines,
      of_lines: total,
      payments: invoices * 2 + paid,
      of_payments,
      read: read ? place.message_ids.length : 0,
    },
    `What was written in ${place.schema} is not there.`,
  )
}
