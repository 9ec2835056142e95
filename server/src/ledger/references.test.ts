import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { givenIn } from '../../test/given.ts'
import { testDatabase } from '../../test/harness.ts'

// Rows that come by the thousand are held to what they refer to by sets instead of foreign keys: both sides are tried.

const { db } = await testDatabase()
const given = givenIn(db)
const tenant = await given.tenant()
const stranger = await given.tenant()
const { administration_id } = tenant
const debtor_id = await given.debtor(tenant)
const not_there = /which is not there/
const nobody = '987654321'

await given.row('vat_rates', tenant, {
  code: 'H',
  name: 'High',
  rate: '21',
  category: 'regular',
  created_at: 'stamp',
  updated_at: 'stamp',
})

const insertLines = (invoice_ids: string[], rate = 'H', owner = administration_id) => sql`
  insert into invoice_lines (administration_id, invoice_id, line_order, description, product_price, vat_rate_code,
    vat_percentage, vat_amount, total_excl_tax_amount, total_incl_tax_amount)
  select ${owner}::bigint, id, 1, 'Flour', 1, ${rate}::text, 21, 0.21, 1, 1.21
  from unnest(${invoice_ids}::bigint[]) as invoice (id)`

const insertPayment = (invoice_id: string, owner = administration_id) => sql`
  insert into payments (administration_id, invoice_id, invoice_number, total_amount, total_book_amount, payment_date,
    created_at, updated_at)
  values (${owner}::bigint, ${invoice_id}::bigint, 'F1', 1, 1, '2026-11-14', now(), now())`

const insertEntries = (invoice_ids: string[], amount: string) => sql`
  insert into ledger_entries (administration_id, invoice_id, kind, amount, book_amount, entry_date, created_at)
  select ${administration_id}::bigint, id, 'payment', ${amount}::numeric, ${amount}::numeric, '2026-11-14', now()
  from unnest(${invoice_ids}::bigint[]) as invoice (id)`

const of = (id: string) => sql`administration_id = ${administration_id}::bigint and invoice_id = ${id}::bigint`

test('one row among many that refers to nothing is found, and none is written', async () => {
  const id = await given.invoice(tenant, debtor_id)
  const other = await given.invoice(tenant, debtor_id)
  await assert.rejects(insertLines([id, nobody, other]).execute(db), not_there)
  await assert.rejects(insertLines([id], 'no such rate').execute(db), not_there)
  await assert.rejects(insertPayment(nobody).execute(db), not_there)
  await assert.rejects(insertEntries([id, nobody], '0').execute(db), /not the sums/)
  const { rows } = await sql`select from invoice_lines where ${of(id)}`.execute(db)
  assert.equal(rows.length, 0)
})

test('what another administration has is not there', async () => {
  const theirs = await given.invoice(stranger, await given.debtor(stranger))
  await assert.rejects(insertLines([theirs]).execute(db), not_there)
  await assert.rejects(insertPayment(theirs).execute(db), not_there)
  // Their invoice is there, and our rate is not theirs.
  await assert.rejects(insertLines([theirs], 'H', stranger.administration_id).execute(db), /VAT rate H/)
})

test('a line cannot be given to an invoice or a rate that is not there', async () => {
  const id = await given.invoice(tenant, debtor_id)
  await insertLines([id]).execute(db)
  const update = (change: RawBuilder<unknown>) => sql`update invoice_lines set ${change} where ${of(id)}`.execute(db)
  await assert.rejects(update(sql`invoice_id = ${nobody}::bigint`), not_there)
  await assert.rejects(update(sql`vat_rate_code = 'none'`), not_there)
  await update(sql`description = 'Sugar'`)
})

test('an invoice is of a debtor who is there, and a debtor with invoices stays', async () => {
  const first = await given.debtor(tenant)
  const second = await given.debtor(tenant)
  const id = await given.invoice(tenant, first)
  const theirs = await given.debtor(stranger)
  const ours = sql`administration_id = ${administration_id}::bigint`
  for (const other of [nobody, theirs]) {
    await assert.rejects(given.invoice(tenant, first, { debtor_id: other }), not_there)
    const move = sql`update invoices set debtor_id = ${other}::bigint where ${ours} and id = ${id}::bigint`
    await assert.rejects(move.execute(db), not_there)
  }
  const remove = (debtor: string) => sql`delete from debtors where ${ours} and id = ${debtor}::bigint`.execute(db)
  await assert.rejects(remove(first), not_there)
  await sql`update invoices set debtor_id = ${second}::bigint where ${ours} and id = ${id}::bigint`.execute(db)
  await remove(first)
  await assert.rejects(remove(second), not_there)
})

test('an invoice takes lines and entries with it, and one with payments stays', async () => {
  const id = await given.invoice(tenant, debtor_id)
  const paid = await given.invoice(tenant, debtor_id)
  await insertLines([id, paid]).execute(db)
  await given.row('payments', tenant, {
    invoice_id: paid,
    invoice_number: 'F2',
    total_amount: '1.00',
    total_book_amount: '1.00',
    payment_date: '2026-11-14',
    created_at: 'stamp',
    updated_at: 'stamp',
  })
  const remove = (ids: string[]) =>
    sql`delete from invoices where administration_id = ${administration_id}::bigint and id = any(${ids}::bigint[])`
  await assert.rejects(remove([id, paid]).execute(db), not_there)
  await remove([id]).execute(db)
  for (const table of ['invoice_lines', 'ledger_entries']) {
    const left = async (one: string) => (await sql`select from ${sql.table(table)} where ${of(one)}`.execute(db)).rows
    assert.equal((await left(id)).length, 0, table)
    assert.ok((await left(paid)).length > 0, table)
  }
})

test('an invoice takes with it what the engine made of it: steps, tasks and notifications', async () => {
  const id = await given.invoice(tenant, debtor_id)
  const task_id = await given.task(tenant, { debtor_id, invoice_id: id })
  const moments = sql`now(), now()`
  await sql`
    insert into steps (administration_id, debtor_id, invoice_id, step, day, performed_at, task_id, origin, created_at,
      updated_at)
    values (${administration_id}::bigint, ${debtor_id}::bigint, ${id}::bigint, 'call_reminder', '2026-11-14', now(),
      ${task_id}::bigint, 'engine', ${moments})`.execute(db)
  await sql`
    insert into notifications (administration_id, notification_type, resource_type, invoice_id, created_at, updated_at)
    values (${administration_id}::bigint, 'mail_bounced', 'invoice', ${id}::bigint, ${moments})`.execute(db)
  await sql`delete from invoices where administration_id = ${administration_id}::bigint and id = ${id}::bigint`.execute(
    db,
  )
  for (const table of ['steps', 'tasks', 'notifications']) {
    assert.equal((await sql`select from ${sql.table(table)} where ${of(id)}`.execute(db)).rows.length, 0, table)
  }
})

test('a rate that lines name stays as it is', async () => {
  const id = await given.invoice(tenant, debtor_id)
  await insertLines([id]).execute(db)
  const where = sql`administration_id = ${administration_id}::bigint and code = 'H'`
  await assert.rejects(sql`delete from vat_rates where ${where}`.execute(db), not_there)
  await assert.rejects(sql`update vat_rates set code = 'X' where ${where}`.execute(db), not_there)
  await sql`update vat_rates set name = 'Highest' where ${where}`.execute(db)
})

test('one invoice among many whose amounts are wrong is found at the commit, and nothing noted is left', async () => {
  const ids = [await given.invoice(tenant, debtor_id), await given.invoice(tenant, debtor_id)]
  const lower = (wanted: string[]) =>
    sql`update invoices set open_amount = open_amount - 1, book_open_amount = book_open_amount - 1
        where administration_id = ${administration_id}::bigint and id = any(${wanted}::bigint[])`
  const both = (lowered: string[], entered: string[], first: 'invoices' | 'entries') =>
    db.transaction().execute(async (trx) => {
      const steps = [lower(lowered), insertEntries(entered, '-1')]
      for (const step of first === 'invoices' ? steps : steps.reverse()) await step.execute(trx)
    })
  await assert.rejects(both(ids, ids.slice(0, 1), 'invoices'), /not the sums/)
  await assert.rejects(both(ids.slice(1), ids, 'entries'), /not the sums/)
  await both(ids, ids, 'invoices')
  // The order within a transaction is the writer's own.
  await both(ids, ids, 'entries')
  // An invoice that comes and goes in one transaction owes nothing.
  await db.transaction().execute(async (trx) => {
    await lower(ids.slice(0, 1)).execute(trx)
    await sql`delete from invoices where administration_id = ${administration_id}::bigint and id = ${ids[0]}::bigint`.execute(
      trx,
    )
  })
  const { rows } = await sql`select from balance_checks`.execute(db)
  assert.equal(rows.length, 0)
})
