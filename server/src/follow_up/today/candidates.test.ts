import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql, type Transaction } from 'kysely'
import { givenIn } from '../../../test/given.ts'
import { testDatabase } from '../../../test/harness.ts'
import type { Tables } from '../../db/schema.ts'
import { candidatesOf, listed_max, readCandidates } from './candidates.ts'
import { rank } from './rank.ts'
import { readStakes } from './read.ts'

const { db } = await testDatabase()
const given = givenIn(db)
const tenant = await given.tenant()
const { administration_id } = tenant
const today = '2026-11-16'
const asking = {
  administration_id,
  today,
  user: { id: '1', name: 'Mirte Hazelmeer', email_address: 'm@example.com' },
} as const
const debtors = 20_000

/** Debtors who owe something, of whom every twentieth also waits for something. */
async function fill(): Promise<void> {
  await given.debtors(tenant, debtors)
  // The ledger is not asked for here.
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await fillInvoices(trx)
  })
  await sql`
    insert into promises (administration_id, debtor_id, amount, currency_code, promised_on, status, origin, ended_at,
                          created_at, updated_at)
    select administration_id, id, 50, 'EUR', '2026-11-10', case when id % 40 = 0 then 'broken' else 'open' end, 'person',
           case when id % 40 = 0 then timestamptz '2026-11-14' end, now(), now()
    from debtors where administration_id = ${administration_id}::bigint and id % 20 = 0`.execute(db)
  await sql`
    insert into promise_invoices (administration_id, promise_id, invoice_id, open_amount)
    select p.administration_id, p.id, i.id, i.open_amount
    from promises p join invoices i on i.administration_id = p.administration_id and i.debtor_id = p.debtor_id`.execute(
    db,
  )
  await db.transaction().execute(async (trx) => {
    // Vacuum marks no page as seen by all before what was committed is written, which tests otherwise leave for later.
    await sql`set local synchronous_commit = on`.execute(trx)
    await sql`
      insert into tasks (administration_id, debtor_id, expiry_date, cause, created_at, updated_at)
      select administration_id, id, ${today}::date, 'call_reminder ' || id, now(), now()
      from debtors where administration_id = ${administration_id}::bigint and id % 30 = 0`.execute(trx)
  })
  await sql`vacuum (freeze, analyze) invoices, debtors, promises, promise_invoices, tasks`.execute(db)
}
async function fillInvoices(trx: Transaction<Tables>): Promise<void> {
  await sql`
    insert into invoices (administration_id, debtor_id, debtor_number, debtor_identifier, invoice_number, currency_code,
      invoice_date, due_date, total_amount, open_amount, book_total_amount, book_open_amount, created_at, updated_at)
    select d.administration_id, d.id, d.debtor_number, d.debtor_identifier, 'F' || d.id || '-' || n, 'EUR',
           '2026-08-01', date '2026-11-15' - (d.id % 100)::integer + n, amount, amount, amount, amount, now(), now()
    from debtors d cross join generate_series(0, 2) n
    cross join lateral (select (100 + (d.id * 7919) % 9000)::numeric(18,2) as amount) a
    where d.administration_id = ${administration_id}::bigint`.execute(trx)
}

await fill()

/** So many pages hold all of their invoices, documents included. */
const pages_of_invoices = 12_000

test('20,000 debtors with something overdue are ranked out of indexes, and no invoice of them is read', async () => {
  const { counts, debtor_ids } = await readCandidates(db, asking, 'everybody')
  assert.ok(counts.everybody > debtors * 0.9, String(counts.everybody))
  assert.ok(debtor_ids.length >= listed_max)
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>`
    explain (analyze, buffers, format json) ${candidatesOf(asking, 'everybody')}`.execute(db)
  const [{ Plan: plan } = { Plan: {} }] = rows[0]?.['QUERY PLAN'] ?? []
  const read = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
  assert.ok(read > 0 && read < pages_of_invoices / 2, `${read} pages`)
})

test('the first debtors by what SQL sees are the first when all is known', async () => {
  const { debtor_ids } = await readCandidates(db, asking, 'everybody')
  const ranked = rank(await readStakes(db, asking, debtor_ids)).map(({ debtor_id }) => debtor_id)
  assert.deepEqual(ranked.slice(0, listed_max), debtor_ids.slice(0, listed_max))
})
