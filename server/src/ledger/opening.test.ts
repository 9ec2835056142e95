import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { test_server } from '../../test/harness.ts'
import { client, withDatabase } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { queues } from '../jobs/index.ts'

const folder = new URL('../db/migrations/', import.meta.url)
const before_the_ledger = (name: string): boolean => name.endsWith('.sql') && name < '0040'

/** A database as it was before there was a ledger, with these rows in it. */
async function databaseBefore(name: string, rows: string): Promise<ReturnType<typeof client>> {
  const own = client(withDatabase(test_server, name))
  await own.connect()
  await own.query(
    'create table migrations (name text primary key, hash text not null, applied_at timestamptz not null)',
  )
  for (const file of (await readdir(folder)).filter(before_the_ledger).sort()) {
    const text = await readFile(new URL(file, folder), 'utf8')
    await own.query(text)
    const hash = createHash('sha256').update(text).digest('hex')
    await own.query('insert into migrations values ($1, $2, now())', [file, hash])
  }
  await own.query(rows)
  return own
}

const rows = `
  insert into companies (id, name, status, created_at) values (1, 'Example', 'active', now());
  insert into administrations (id, company_id, name, internal_name, status, email_address, country_code,
    commercial_registration_number, street_name, house_number, postal_code, city, created_at, updated_at)
  values (1, 1, 'Example', 'Example', 'active', 'office@example.com', 'NL', '', '', '', '', '', now(), now());
  insert into debtors (administration_id, id, debtor_number, debtor_identifier, name, created_at, updated_at)
  values (1, 1, 'D', 'd', 'Debtor', now(), now());
  insert into credit_cases (administration_id, id, debtor_id, case_number, credit_case_number, currency_code,
    total_amount, open_amount, debt_collection_costs, interest_costs, open_interest_and_collection_costs, started_at,
    created_at, updated_at)
  values (1, 1, 1, '1', '1', 'EUR', 243.5, 143.5, 40, 3.5, 43.5, now(), now(), now());
  insert into invoices (administration_id, id, debtor_id, debtor_number, debtor_identifier, invoice_number,
    currency_code, invoice_date, due_date, payment_date, total_amount, open_amount, book_total_amount,
    book_open_amount, administration_costs_total, administration_costs_open, active_credit_case_id, created_at,
    updated_at)
  select 1, id, 1, 'D', 'd', 'F' || id, 'EUR', '2026-01-01', '2026-02-01', paid, 100, open, 100, open, costs, owed,
    in_case, now(), now()
  from (values
    (1, 100, null::date, 0, 0, null::bigint),
    (2, 60, null, 15, 15, null),
    (3, 0, '2026-03-01', 15, 0, null),
    (4, 100, null, 0, 0, 1),
    (5, 0, '2026-03-01', 0, 0, 1),
    (6, 70, null, 0, 0, null)
  ) told (id, open, paid, costs, owed, in_case);
  insert into credit_case_invoices (administration_id, credit_case_id, invoice_id) values (1, 1, 4), (1, 1, 5);
  insert into payments (administration_id, id, invoice_id, invoice_number, total_amount, total_book_amount,
    payment_date, cost_type, transaction_type, created_at, updated_at)
  values (1, 1, 2, 'F2', 40, 40, '2026-02-02', 'principal', 'payment', now(), now()),
         (1, 2, 3, 'F3', 100, 100, '2026-03-01', 'principal', 'payment', now(), now()),
         (1, 3, 3, 'F3', 15, 15, '2026-03-01', 'administration_costs', 'write_off', now(), now()),
         (1, 4, 5, 'F5', 100, 100, '2026-03-01', 'principal', 'payment', now(), now());`

test('what was there before the ledger has its opening entries', async () => {
  const name = `dunlin_test_opening_${process.pid}`
  const server = client(withDatabase(test_server, 'postgres'))
  await server.connect()
  await server.query(`create database ${name}`)
  try {
    const own = await databaseBefore(name, rows)
    await migrate(withDatabase(test_server, name), queues)
    const { rows: faulty } = await own.query(`
      select i.id from invoices i cross join lateral ledger_totals(1, i.id) sums
      where (i.total_amount, i.open_amount, i.book_total_amount, i.book_open_amount, i.administration_costs_total,
             i.administration_costs_open, i.interest_costs_total, i.interest_costs_open,
             i.debt_collection_costs_total, i.debt_collection_costs_open)
         <> (sums.total, sums.open, sums.book_total, sums.book_open, sums.administration_total,
             sums.administration_open, sums.interest_total, sums.interest_open, sums.collection_total,
             sums.collection_open)`)
    assert.deepEqual(faulty, [])
    const { rows: entries } = await own.query(`
      select invoice_id, kind, cost_type, amount, payment_id from ledger_entries order by invoice_id, cost_type, amount desc`)
    assert.deepEqual(
      entries.map((one) => [one.invoice_id, one.kind, one.cost_type, one.amount, one.payment_id].join(' ')),
      [
        '1 charge principal 100.00 ',
        '2 charge administration_costs 15.00 ',
        '2 charge principal 100.00 ',
        '2 payment principal -40.00 1',
        '3 charge administration_costs 15.00 ',
        '3 payment administration_costs -15.00 3',
        '3 charge principal 100.00 ',
        '3 payment principal -100.00 2',
        '4 charge debt_collection_costs 40.00 ',
        '4 charge interest_costs 3.50 ',
        '4 charge principal 100.00 ',
        '5 charge principal 100.00 ',
        '5 payment principal -100.00 4',
        '6 charge principal 100.00 ',
        '6 payment principal -30.00 ',
      ],
    )
    await assert.rejects(own.query('update invoices set open_amount = 1 where id = 1'), /sums of its entries/)
    await own.end()
  } finally {
    await server.query(`drop database if exists ${name} with (force)`)
    await server.end()
  }
})
