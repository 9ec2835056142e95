import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { givenIn, type Tenant } from '../../../test/given.ts'
import { testDatabase } from '../../../test/harness.ts'
import { type Change, changeIn } from '../../db/change.ts'
import { serviceActor } from '../../domain/actor.ts'
import { post, reverse } from '../../ledger/post.ts'
import { type CaseStepFacts, handOver, type Opening, openCase } from './cases.ts'

const database = await testDatabase()
const { db } = database
const given = givenIn(db)
const real_now = new Date('2026-11-16T10:00:00Z')

const facts: CaseStepFacts = {
  ...{ flow_code: 'business', flow_version: 1, origin: 'engine' },
  reasons: [{ reason: 'collectable', day: '2026-11-12' }],
}

function change<T>(tenant: Tenant, work: (change: Change) => Promise<T>): Promise<T> {
  return changeIn(db, { ...tenant, actor: serviceActor('engine'), real_now }, work)
}

const open = (tenant: Tenant, opening: Partial<Opening> & Pick<Opening, 'debtor_id' | 'invoice_ids'>) =>
  change(tenant, (made) => openCase(made, { into: null, charges: [], ...facts, ...opening }))

async function collectable() {
  const tenant = await given.tenant()
  const debtor_id = await given.debtor(tenant)
  const oldest = await given.invoice(tenant, debtor_id, { due_date: '2026-09-01', collectable_at: 'stamp' })
  const other = await given.invoice(tenant, debtor_id, { collectable_at: 'stamp' })
  return { tenant, debtor_id, oldest, other }
}

async function rowOf(table: string, id: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<
    Record<string, unknown>
  >`select * from ${sql.table(table)} where id = ${id}::bigint`.execute(db)
  return rows[0] ?? {}
}

async function eventsOf({ administration_id }: Tenant): Promise<string[]> {
  const rows = await db
    .selectFrom('events')
    .select(['event_name', 'resource_id'])
    .where('administration_id', '=', administration_id)
    .orderBy('id')
    .execute()
  return rows.map(({ event_name, resource_id }) => `${event_name} ${resource_id}`)
}

test('a case takes its invoices in, credits fees of reminders and charges what the law allows', async () => {
  const { tenant, debtor_id, oldest, other } = await collectable()
  await change(tenant, (made) =>
    post(made, [
      {
        ...{ invoice_id: other, cost_type: 'administration_costs', transaction_type: null, amount: -1500n },
        payment_date: '2026-11-01',
      },
    ]),
  )
  const before = await eventsOf(tenant)
  const id = await open(tenant, {
    debtor_id,
    invoice_ids: [other, oldest],
    charges: [
      { invoice_id: oldest, cost_type: 'debt_collection_costs', amount: 4000n, rule: 'nl.wik' },
      { invoice_id: other, cost_type: 'interest_costs', amount: 210n, rule: 'nl.interest' },
    ],
  })
  const { case_number, credit_case_number, ...row } = await rowOf('credit_cases', id)
  assert.match(String(case_number), /^\d{9}$/)
  assert.equal(String(credit_case_number).replaceAll(' ', ''), case_number)
  assert.match(String(credit_case_number), /^\d{3} \d{3} \d{3}$/)
  assert.deepEqual(
    [row.total_amount, row.open_amount, row.debt_collection_costs, row.interest_costs],
    ['284.10', '284.10', '40.00', '2.10'],
  )
  assert.equal(row.open_interest_and_collection_costs, '42.10')
  assert.equal(new Date(String(row.started_at)).toISOString(), real_now.toISOString())
  for (const invoice_id of [oldest, other]) {
    const invoice = await rowOf('invoices', invoice_id)
    assert.equal(invoice.active_credit_case_id, id)
    assert.equal(invoice.administration_costs_open, '0.00')
    assert.equal(new Date(String(invoice.debt_collection_at)).toISOString(), real_now.toISOString())
  }
  const steps = await db.selectFrom('steps').selectAll().where('credit_case_id', '=', id).execute()
  assert.deepEqual(
    steps.map((one) => [one.step, one.round, one.day, one.origin, one.flow_code, one.reasons]),
    [['opening', 1, '2026-11-16', 'engine', 'business', facts.reasons]],
  )
  const happened = (await eventsOf(tenant)).slice(before.length)
  assert.deepEqual(
    happened.filter((one) => one.startsWith('case_')),
    [`case_created ${id}`],
  )
  assert.equal(happened.filter((one) => one.startsWith('invoice_payment_created')).length, 3)
})

test('an invoice joins a case that runs, without a second opening', async () => {
  const { tenant, debtor_id, oldest, other } = await collectable()
  const id = await open(tenant, { debtor_id, invoice_ids: [oldest] })
  assert.equal(await open(tenant, { debtor_id, invoice_ids: [other], into: id }), id)
  const { total_amount, open_amount } = await rowOf('credit_cases', id)
  assert.deepEqual([total_amount, open_amount], ['242.00', '242.00'])
  assert.equal((await rowOf('invoices', other)).active_credit_case_id, id)
  assert.deepEqual(await eventsOf(tenant), [`case_created ${id}`])
  const linked = await db
    .selectFrom('credit_case_invoices')
    .select('invoice_id')
    .where('credit_case_id', '=', id)
    .execute()
  assert.deepEqual(linked.map((one) => one.invoice_id).sort(), [oldest, other].sort())
})

test('what cannot be in a case is refused, and nothing is left of the attempt', async () => {
  const { tenant, debtor_id, oldest, other } = await collectable()
  const paid = await given.invoice(tenant, debtor_id, { open_amount: '0.00', book_open_amount: '0.00' })
  const dollars = await given.invoice(tenant, debtor_id, { currency_code: 'USD' })
  const stranger = await given.invoice(tenant, await given.debtor(tenant))
  const elsewhere = await given.tenant()
  const foreign = await given.invoice(elsewhere, await given.debtor(elsewhere))
  const refused: [string[], RegExp][] = [
    [[oldest, paid], /Invoice F\d+ is paid\.$/],
    [[oldest, stranger], /is of another debtor/],
    [[oldest, dollars], /in one currency, and these invoices are in EUR and USD/],
    [[oldest, foreign], /no such invoice/],
    [[], /no such invoice/],
  ]
  for (const [invoice_ids, message] of refused) {
    await assert.rejects(open(tenant, { debtor_id, invoice_ids }), message)
  }
  await assert.rejects(open(tenant, { debtor_id, invoice_ids: [oldest], into: '999999' }), /no such credit case/)
  assert.equal((await rowOf('invoices', oldest)).active_credit_case_id, null)
  await open(tenant, { debtor_id, invoice_ids: [oldest] })
  await assert.rejects(open(tenant, { debtor_id, invoice_ids: [oldest, other] }), /is in a credit case already/)
  const { rows } = await sql<{ count: string }>`select count(*) from credit_cases
    where administration_id = ${tenant.administration_id}::bigint`.execute(db)
  assert.equal(rows[0]?.count, '1')
})

test('a case that a plan is about is not handed over', async () => {
  const { tenant, debtor_id, oldest } = await collectable()
  const id = await open(tenant, { debtor_id, invoice_ids: [oldest] })
  const keys = await given.debtorKeys(tenant, debtor_id)
  const plan = { debtor_id, ...keys, active: true, approved_at: 'stamp', created_at: 'stamp', updated_at: 'stamp' }
  const plan_id = await given.row('payment_plans', tenant, plan)
  await sql`update credit_cases set active_payment_plan_id = ${plan_id}::bigint where id = ${id}::bigint`.execute(db)
  await assert.rejects(
    change(tenant, (made) => handOver(made, id, facts)),
    /paid by the terms of a payment plan/,
  )
  assert.equal((await rowOf('credit_cases', id)).forwarded_to_bailiff_at, null)
})

test('a case that is handed over says so once, on itself and on its invoices', async () => {
  const { tenant, debtor_id, oldest } = await collectable()
  const id = await open(tenant, { debtor_id, invoice_ids: [oldest] })
  await change(tenant, (made) => handOver(made, id, { ...facts, origin: 'person', reasons: [{ reason: 'by_hand' }] }))
  assert.notEqual((await rowOf('credit_cases', id)).forwarded_to_bailiff_at, null)
  assert.notEqual((await rowOf('invoices', oldest)).bailiff_at, null)
  assert.deepEqual(await eventsOf(tenant), [`case_created ${id}`, `case_to_bailiff ${id}`])
  const again = change(tenant, (made) => handOver(made, id, facts))
  await assert.rejects(again, /has been handed over already/)
  const elsewhere = await given.tenant()
  await assert.rejects(
    change(elsewhere, (made) => handOver(made, id, facts)),
    /no such credit case/,
  )
  const steps = await db
    .selectFrom('steps')
    .select(['step', 'origin'])
    .where('credit_case_id', '=', id)
    .orderBy('id')
    .execute()
  assert.deepEqual(steps, [
    { step: 'opening', origin: 'engine' },
    { step: 'bailiff', origin: 'person' },
  ])
})

test('the total of a case grows with principal that is open again, because a payment before it was undone', async () => {
  const { tenant, debtor_id, oldest } = await collectable()
  const [payment_id = ''] = await change(tenant, (made) =>
    post(made, [
      {
        ...{ invoice_id: oldest, cost_type: 'principal', transaction_type: 'payment', amount: 10000n },
        payment_date: '2026-11-10',
      },
    ]),
  )
  const charges = [{ invoice_id: oldest, cost_type: 'debt_collection_costs', amount: 4000n, rule: 'nl.wik' }] as const
  const id = await open(tenant, { debtor_id, invoice_ids: [oldest], charges })
  const amounts = async () => {
    const { total_amount, open_amount } = await rowOf('credit_cases', id)
    return [total_amount, open_amount]
  }
  assert.deepEqual(await amounts(), ['61.00', '61.00'])
  await change(tenant, (made) => reverse(made, oldest, [payment_id], '2026-11-16'))
  assert.deepEqual(await amounts(), ['161.00', '161.00'])
})

test('a case ends when all of it is paid, and lets its invoices go', async () => {
  const { tenant, debtor_id, oldest } = await collectable()
  const id = await open(tenant, { debtor_id, invoice_ids: [oldest] })
  await change(tenant, (made) =>
    post(made, [
      {
        ...{ invoice_id: oldest, cost_type: 'principal', transaction_type: 'payment', amount: 12100n },
        payment_date: '2026-11-16',
      },
    ]),
  )
  assert.notEqual((await rowOf('credit_cases', id)).deactivated_at, null)
  assert.equal((await rowOf('invoices', oldest)).active_credit_case_id, null)
})
