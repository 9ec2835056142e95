import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { givenIn } from '../../test/given.ts'
import { testDatabase } from '../../test/harness.ts'
import { type Change, changeIn } from '../db/change.ts'
import { serviceActor } from '../domain/actor.ts'
import { type Booking, post, reverse } from './post.ts'

const { db } = await testDatabase()
const given = givenIn(db)
const tenant = await given.tenant()
const { administration_id } = tenant
const debtor_id = await given.debtor(tenant, { credit_limit_amount: '150.00' })

/** Runs work as the service does by itself; a verb of the interface is such a change too. */
const acting = <T>(work: (change: Change) => Promise<T>): Promise<T> =>
  changeIn(db, { administration_id, actor: serviceActor('bank'), real_now: new Date('2026-11-14T09:30:00Z') }, work)

const invoiceRow = async (id: string) => {
  const row = await db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return row
}
const eventsSince = async (id: string, last: string): Promise<string[]> =>
  (
    await db
      .selectFrom('events')
      .select(['event_name'])
      .where('resource_id', '=', id)
      .where('id', '>', last)
      .orderBy('id')
      .execute()
  ).map(({ event_name }) => event_name)
const lastEvent = async (): Promise<string> =>
  (await sql<{ id: string }>`select coalesce(max(id), 0) as id from events`.execute(db)).rows[0]?.id ?? '0'
const booking = (invoice_id: string, overrides: Partial<Booking> = {}): Booking => ({
  invoice_id,
  cost_type: 'principal',
  transaction_type: 'payment',
  amount: 2_100n,
  payment_date: '2026-11-10',
  ...overrides,
})

test('the database refuses amounts that are not the sums of entries, and entries that amounts do not show', async () => {
  const id = await given.invoice(tenant, debtor_id)
  const unbalanced = /are not the sums of its entries/
  const where = sql`administration_id = ${administration_id}::bigint and id = ${id}::bigint`
  for (const change of [
    sql`open_amount = 1`,
    sql`total_amount = 122`,
    sql`book_open_amount = 120`,
    sql`administration_costs_open = 15`,
    sql`interest_costs_total = 3`,
    sql`debt_collection_costs_open = 40`,
  ]) {
    await assert.rejects(sql`update invoices set ${change} where ${where}`.execute(db), unbalanced)
  }
  await assert.rejects(
    sql`insert into ledger_entries (administration_id, invoice_id, kind, amount, book_amount, entry_date, created_at)
        values (${administration_id}, ${id}, 'payment', -1, -1, '2026-11-14', now())`.execute(db),
    unbalanced,
  )
  await assert.rejects(
    sql`insert into invoices (administration_id, debtor_id, debtor_number, debtor_identifier, invoice_number,
          currency_code, invoice_date, due_date, total_amount, open_amount, book_total_amount, book_open_amount,
          created_at, updated_at)
        values (${administration_id}, ${debtor_id}, '', '', 'no entries', 'EUR', '2026-11-14', '2026-11-14', 1, 1, 1, 1,
          now(), now())`.execute(db),
    unbalanced,
  )
  await sql`update invoices set description = 'Words may change.' where ${where}`.execute(db)
})

test('entries and payments are never changed, and entries only go with their invoice', async () => {
  const id = await given.invoice(tenant, debtor_id)
  await acting((context) => post(context, [booking(id)]))
  const of = sql`administration_id = ${administration_id}::bigint and invoice_id = ${id}::bigint`
  await assert.rejects(sql`update ledger_entries set amount = 1 where ${of}`.execute(db), /never changed/)
  await assert.rejects(sql`delete from ledger_entries where ${of}`.execute(db), /never changed/)
  await assert.rejects(sql`update payments set total_amount = 1 where ${of}`.execute(db), /is final/)
  await assert.rejects(sql`update payments set correction = 2 where ${of}`.execute(db), /is final/)
  await sql`update payments set description = 'Words may change.' where ${of}`.execute(db)
  await db.transaction().execute(async (trx) => {
    await sql`delete from payments where ${of}`.execute(trx)
    await sql`delete from invoices where administration_id = ${administration_id}::bigint
              and id = ${id}::bigint`.execute(trx)
  })
  const { rows } = await sql`select from ledger_entries where ${of}`.execute(db)
  assert.equal(rows.length, 0)
})

test('a payment is entered once, and removed once', async () => {
  const id = await given.invoice(tenant, debtor_id)
  const [payment_id = ''] = await acting((context) => post(context, [booking(id)]))
  const again = (removal: boolean, amount: string) =>
    sql`insert into ledger_entries (administration_id, invoice_id, kind, amount, book_amount, entry_date, payment_id,
          removal, created_at)
        values (${administration_id}, ${id}, 'payment', ${amount}::numeric, 0, '2026-11-14', ${payment_id}, ${removal},
          now())`.execute(db)
  await assert.rejects(again(false, '0'), /ledger_entries_payment_id/)
  await assert.rejects(again(true, '21'), /sums of its entries/)
})

test('posting lowers what is open until it is paid, and reversing opens it again', async () => {
  const id = await given.invoice(tenant, debtor_id, { sent_at: '2026-09-01T08:00:00Z' })
  let before = await lastEvent()
  await acting((context) => post(context, [booking(id)]))
  assert.equal((await invoiceRow(id)).open_amount, '100.00')
  assert.deepEqual(await eventsSince(id, before), ['invoice_payment_created'])

  before = await lastEvent()
  const last = booking(id, { amount: 10_000n, payment_date: '2026-11-12' })
  const [payment_id = ''] = await acting((context) => post(context, [last]))
  const paid = await invoiceRow(id)
  assert.deepEqual([paid.open_amount, paid.book_open_amount, paid.payment_date], ['0.00', '0.00', '2026-11-12'])
  assert.deepEqual(await eventsSince(id, before), ['invoice_payment_created', 'invoice_paid', 'invoice_closed'])

  before = await lastEvent()
  await acting((context) => reverse(context, id, [payment_id], '2026-11-14'))
  const reopened = await invoiceRow(id)
  assert.deepEqual([reopened.open_amount, reopened.payment_date], ['100.00', null])
  assert.deepEqual(await eventsSince(id, before), ['invoice_payment_created', 'invoice_reopened'])
  await assert.rejects(
    acting((context) => reverse(context, id, [payment_id], '2026-11-14')),
    /reversed already/,
  )
  await assert.rejects(
    acting((context) => reverse(context, id, ['999999'], '2026-11-14')),
    /no such payment/,
  )
})

test('what settles an invoice settles it in both currencies, whatever the rate leaves', async () => {
  const amounts = { currency_code: 'USD', total_amount: '100', open_amount: '100' }
  const id = await given.invoice(tenant, debtor_id, {
    ...amounts,
    book_total_amount: '93.33',
    book_open_amount: '93.33',
  })
  await acting((context) => post(context, [booking(id, { amount: 3_333n }), booking(id, { amount: 6_667n })]))
  const row = await invoiceRow(id)
  assert.deepEqual([row.open_amount, row.book_open_amount], ['0.00', '0.00'])
})

test('many parts that were rounded up leave nothing below zero in the other currency', async () => {
  const amounts = { currency_code: 'USD', total_amount: '0.10', open_amount: '0.10' }
  const id = await given.invoice(tenant, debtor_id, { ...amounts, book_total_amount: '0.05', book_open_amount: '0.05' })
  for (let left = 9; left >= 0; left--) {
    await acting((context) => post(context, [booking(id, { amount: 1n })]))
    const row = await invoiceRow(id)
    assert.deepEqual([row.open_amount, row.book_open_amount], [`0.0${left}`, `0.0${Math.max(0, left - 5)}`])
  }
})

test('what cannot be posted leaves nothing behind', async () => {
  const id = await given.invoice(tenant, debtor_id)
  const stamp = (await invoiceRow(id)).updated_at
  for (const [overrides, problem] of [
    [{ amount: 12_101n }, /amount_open/],
    [{ amount: 10_000n, book_amount: 9_900n }, /book_amount_open: must be 0.00/],
    [{ cost_type: 'interest_costs', amount: 1n }, /more interest_costs/],
    [{ invoice_id: '999999' }, /no such invoice/],
  ] as const) {
    await assert.rejects(
      acting((context) => post(context, [booking(id), booking(id, overrides)])),
      problem,
    )
  }
  assert.equal((await invoiceRow(id)).updated_at, stamp)
})

test('costs are charged, settled and waived on the invoice, and its case follows', async () => {
  const credit_case_id = await given.row('credit_cases', tenant, {
    debtor_id,
    case_number: '100200300',
    credit_case_number: '100 200 300',
    currency_code: 'EUR',
    total_amount: '242.00',
    open_amount: '242.00',
    started_at: 'stamp',
    created_at: 'stamp',
    updated_at: 'stamp',
  })
  const one = await given.invoice(tenant, debtor_id, { active_credit_case_id: credit_case_id })
  const other = await given.invoice(tenant, debtor_id, { active_credit_case_id: credit_case_id })
  const caseRow = async () => {
    const row = await db
      .selectFrom('credit_cases')
      .selectAll()
      .where('id', '=', credit_case_id)
      .executeTakeFirstOrThrow()
    return [row.total_amount, row.open_amount, row.debt_collection_costs, row.interest_costs]
  }
  /** Whether it waits, and whether it has ended. */
  const marks = async () => {
    const row = await db.selectFrom('credit_cases').selectAll().where('id', '=', credit_case_id).executeTakeFirst()
    return [row?.paused_at !== null, row?.deactivated_at !== null]
  }
  let before = await lastEvent()
  const charge = { transaction_type: null, cost_type: 'debt_collection_costs', amount: -4_000n } as const
  const interest = { transaction_type: null, cost_type: 'interest_costs', amount: -250n } as const
  const [costs_id = ''] = await acting((context) => post(context, [booking(one, charge), booking(other, interest)]))
  assert.deepEqual(await caseRow(), ['284.50', '284.50', '40.00', '2.50'])
  const payment = await db.selectFrom('payments').selectAll().where('id', '=', costs_id).executeTakeFirstOrThrow()
  assert.deepEqual([payment.total_amount, payment.credit_case_number], ['-40.00', '100 200 300'])
  assert.deepEqual(await eventsSince(credit_case_id, before), [])

  before = await lastEvent()
  await acting((context) => post(context, [booking(one, { amount: 12_100n }), booking(other, { amount: 12_100n })]))
  assert.deepEqual(await caseRow(), ['284.50', '42.50', '40.00', '2.50'])
  assert.deepEqual(await eventsSince(credit_case_id, before), ['case_invoice_amount_paid'])
  assert.deepEqual(await marks(), [true, false])

  before = await lastEvent()
  const waive = { transaction_type: 'write_off', cost_type: 'debt_collection_costs', amount: 4_000n } as const
  const [waived = ''] = await acting((context) =>
    post(context, [booking(one, waive), booking(other, { cost_type: 'interest_costs', amount: 250n })]),
  )
  assert.deepEqual(await caseRow(), ['284.50', '0.00', '40.00', '2.50'])
  assert.deepEqual(await eventsSince(credit_case_id, before), ['case_paid'])
  assert.deepEqual(await marks(), [true, true])
  const row = await invoiceRow(one)
  assert.deepEqual([row.debt_collection_costs_total, row.debt_collection_costs_open], ['40.00', '0.00'])

  before = await lastEvent()
  await acting((context) => reverse(context, one, [waived], '2026-11-14'))
  assert.deepEqual(await caseRow(), ['284.50', '40.00', '40.00', '2.50'])
  assert.deepEqual(await eventsSince(credit_case_id, before), ['case_reopened'])
  assert.deepEqual(await marks(), [true, false])

  // An invoice is open again, so there is something to collect.
  const reversal = { transaction_type: 'reversal', amount: -100n } as const
  await acting((context) => post(context, [booking(other, reversal)]))
  assert.deepEqual(await marks(), [false, false])
})

test('a debtor passes its credit limit once, when it does', async () => {
  const debtor = await given.debtor(tenant, { credit_limit_amount: '150.00' })
  const first = await given.invoice(tenant, debtor, {
    open_amount: '0',
    book_open_amount: '0',
    payment_date: '2026-11-01',
  })
  await given.invoice(tenant, debtor)
  const before = await lastEvent()
  const open = (amount: bigint) => booking(first, { transaction_type: 'reversal', amount: -amount })
  await acting((context) => post(context, [open(2_900n)]))
  assert.deepEqual(await eventsSince(debtor, before), [])
  await acting((context) => post(context, [open(1n)]))
  assert.deepEqual(await eventsSince(debtor, before), ['credit_limit_exceeded'])
  await acting((context) => post(context, [open(1_000n)]))
  assert.deepEqual(await eventsSince(debtor, before), ['credit_limit_exceeded'])
})
