import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../test/harness.ts'

const service = await startService({ now: () => new Date('2026-11-15T09:00:00Z') })
const { given, call, database } = service
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
await sql`update administrations set bank_account_name = 'Example Trading',
  bank_account_number = 'NL13TEST0123456789'`.execute(database.db)
const sent_at = '2026-09-01T08:00:00Z'

type Rows = Record<string, unknown>[]
type Plans = { state: string; url: string; sum: Record<string, unknown>; terms: Rows }[]
type Shown = Record<string, unknown> & { items: Rows; sums: Rows; transfers: Rows; terms: Rows; plans: Plans }

async function shown(family: 'debtors' | 'invoices' | 'credit_cases' | 'payment_plans', id: string): Promise<Shown> {
  const { rows } = await sql<{ token: string }>`select public_token as token from ${sql.table(family)}
    where administration_id = ${administration_id}::bigint and id = ${id}::bigint`.execute(database.db)
  const answer = await call('POST /portal/look', { json: { administration_id, family, token: rows[0]?.token } })
  assert.equal(answer.status, 200, answer.text)
  return answer.body as Shown
}

type Terms = readonly (readonly [due_date: string, amount: number])[]
const monthly: Terms = [
  ['2026-10-01', 40],
  ['2026-11-01', 40],
  ['2026-12-01', 41],
]

/** A plan as staff makes it: it runs from the start. */
async function makePlan(of: { invoice_numbers?: string[]; credit_case_numbers?: string[] }, terms = monthly) {
  const json = { administration_id, ...of, terms: terms.map(([due_date, amount]) => ({ due_date, amount })) }
  const answer = await call('POST /v1/payment_plans', { token, json })
  assert.equal(answer.status, 201, answer.text)
  return (answer.body as { id: string }).id
}

async function decide(id: string, verb: 'approve' | 'reject' | 'deactivate'): Promise<void> {
  const answer = await call(`PATCH /v1/payment_plans/${id}/${verb}`, { token, json: { administration_id } })
  assert.equal(answer.status, 200, answer.text)
}

async function propose(debtor_id: string, invoice_id: string): Promise<string> {
  const keys = await given.debtorKeys(tenant, debtor_id)
  const stamps = { proposed_at: 'stamp', created_at: 'stamp', updated_at: 'stamp' }
  const payment_plan_id = await given.row('payment_plans', tenant, { debtor_id, ...keys, ...stamps })
  for (const [due_date, amount] of monthly) {
    const term = { payment_plan_id, total_amount: amount, amount_due: amount, due_date }
    await given.row('payment_plan_terms', tenant, term)
  }
  await given.row('payment_plan_invoices', tenant, { payment_plan_id, invoice_id })
  return payment_plan_id
}

const numbersOf = ({ items }: Shown): unknown[] => items.map((one) => [one.invoice_number, one.in_plan])

test('what is in a running plan is not asked for apart, and everything else is', async () => {
  const own = await given.debtor(tenant)
  const planned = await given.invoice(tenant, own, { sent_at, invoice_number: 'P1' })
  await given.invoice(tenant, own, { sent_at, invoice_number: 'P2', due_date: '2026-10-20' })
  const plan = await makePlan({ invoice_numbers: ['P1'] })
  const all = await shown('debtors', own)
  assert.deepEqual(numbersOf(all), [
    ['P2', false],
    ['P1', true],
  ])
  assert.deepEqual([all.state, all.sums.length, all.sums[0]?.open_amount], ['open', 1, '121.00'])
  assert.equal(all.sums[0]?.since, '2026-10-21')
  assert.equal(all.items[1]?.overdue_since, null)
  assert.match(String(all.transfers[0]?.reference), /^D\d+ P2$/)
  assert.equal(all.plans.length, 1)
  const one = await shown('invoices', planned)
  assert.deepEqual([one.state, one.sums, one.transfers], ['planned', [], []])
  assert.deepEqual(
    [one.plans[0]?.state, one.plans[0]?.sum.overdue_amount, one.plans[0]?.terms.length],
    ['active', '80.00', 3],
  )
  const [, , family, secret] = new URL(one.plans[0]?.url ?? '').pathname.slice(1).split('/')
  const behind = await call('POST /portal/look', { json: { administration_id, family, token: secret } })
  assert.equal((behind.body as Shown).plan_state, 'active', 'the link leads to the plan')
  await decide(plan, 'deactivate')
  const after = await shown('invoices', planned)
  assert.deepEqual([after.state, after.plans.length, after.transfers[0]?.amount], ['open', 0, '121.00'])
})

test('a case in a running plan is not asked for, on its page and on those of its invoices', async () => {
  const own = await given.debtor(tenant)
  const invoice = await given.invoice(tenant, own, { sent_at, invoice_number: 'K1' })
  const stamps = { started_at: 'stamp', created_at: 'stamp', updated_at: 'stamp' }
  const id = await given.row('credit_cases', tenant, {
    ...{ debtor_id: own, case_number: '123456789', credit_case_number: '123 456 789', currency_code: 'EUR' },
    ...{ total_amount: '121.00', open_amount: '121.00', ...stamps },
  })
  await given.row('credit_case_invoices', tenant, { credit_case_id: id, invoice_id: invoice })
  await sql`update invoices set active_credit_case_id = ${id}::bigint where id = ${invoice}::bigint`.execute(
    database.db,
  )
  assert.equal((await shown('credit_cases', id)).state, 'open')
  const plan = await makePlan({ credit_case_numbers: ['123 456 789'] })
  for (const [family, of] of [
    ['credit_cases', id],
    ['invoices', invoice],
    ['debtors', own],
  ] as const) {
    const seen = await shown(family, of)
    assert.deepEqual([seen.state, seen.transfers, seen.plans.length], ['planned', [], 1], family)
  }
  assert.deepEqual(numbersOf(await shown('payment_plans', plan)), [['K1', true]])
})

test('a running plan asks for all that is late, or else for the next term', async () => {
  const own = await given.debtor(tenant)
  await given.invoice(tenant, own, { sent_at, invoice_number: 'T1' })
  const late = await shown('payment_plans', await makePlan({ invoice_numbers: ['T1'] }))
  assert.deepEqual([late.state, late.plan_state, late.transfers[0]?.amount], ['open', 'active', '80.00'])
  assert.deepEqual(
    late.terms.map((one) => one.overdue_since),
    ['2026-10-02', '2026-11-02', null],
  )
  assert.deepEqual(late.sums, [
    {
      ...{ currency_code: 'EUR', open_amount: '121.00', overdue_amount: '80.00', since: '2026-10-02' },
      ...{ now_amount: '80.00', now_count: 2, now_due_date: '2026-10-01' },
      ...{ due_amount: '41.00', due_date: '2026-12-01', credit_amount: '0.00' },
      ...{ collected_amount: '0.00', collected_on: null },
    },
  ])
  await given.invoice(tenant, own, { sent_at, invoice_number: 'T2' })
  const today: Terms = [
    ['2026-11-15', 21],
    ['2026-12-15', 100],
  ]
  const fine = await shown('payment_plans', await makePlan({ invoice_numbers: ['T2'] }, today))
  assert.deepEqual([fine.sums[0]?.since, fine.transfers[0]?.amount], [null, '21.00'], 'today is still in time')
})

test('a proposal waits, and everything is owed meanwhile', async () => {
  const own = await given.debtor(tenant)
  const invoice = await given.invoice(tenant, own, { sent_at, invoice_number: 'W1' })
  const plan = await propose(own, invoice)
  const seen = await shown('payment_plans', plan)
  assert.deepEqual([seen.plan_state, seen.state, seen.sums[0]?.open_amount], ['proposed', 'open', '121.00'])
  assert.equal(seen.transfers[0]?.amount, '121.00', 'not a term of something that nobody agreed to')
  const one = await shown('invoices', invoice)
  assert.deepEqual([one.state, one.items[0]?.in_plan, one.plans[0]?.state], ['open', false, 'proposed'])
  await decide(plan, 'approve')
  const approved = await shown('payment_plans', plan)
  assert.deepEqual([approved.plan_state, approved.transfers[0]?.amount], ['active', '80.00'])
  assert.equal((await shown('invoices', invoice)).state, 'planned')
})

test('after a plan was rejected or ended, what is owed is asked for, with the way to pay it', async () => {
  for (const [number, verb, state] of [
    ['R1', 'reject', 'rejected'],
    ['R2', 'deactivate', 'deactivated'],
  ] as const) {
    const own = await given.debtor(tenant)
    const invoice = await given.invoice(tenant, own, { sent_at, invoice_number: number })
    const plan = verb === 'reject' ? await propose(own, invoice) : await makePlan({ invoice_numbers: [number] })
    await decide(plan, verb)
    const seen = await shown('payment_plans', plan)
    assert.deepEqual([seen.plan_state, seen.state, seen.transfers[0]?.amount], [state, 'open', '121.00'])
    const next = await makePlan({ invoice_numbers: [number] })
    const later = await shown('payment_plans', plan)
    assert.deepEqual([later.plan_state, later.state, later.transfers], [state, 'planned', []], 'another plan took over')
    assert.equal(later.plans.length, 1)
    assert.equal((await shown('payment_plans', next)).plans.length, 0)
  }
})

const credit = { total_amount: '-395.00', open_amount: '-395.00', book_total_amount: -395, book_open_amount: -395 }

test('a credit is a credit: never paid, never to be paid, and never taken off unseen', async () => {
  const own = await given.debtor(tenant)
  const note = await given.invoice(tenant, own, { sent_at, invoice_number: 'N1', ...credit })
  const alone = await shown('invoices', note)
  assert.deepEqual([alone.state, alone.transfers, alone.items[0]?.credit_note], ['credit', [], true])
  assert.deepEqual([alone.sums[0]?.open_amount, alone.sums[0]?.credit_amount], ['0.00', '395.00'])
  assert.equal(alone.items[0]?.overdue_since, null)
  assert.equal((await shown('debtors', own)).state, 'credit')
  await given.invoice(tenant, own, { sent_at, invoice_number: 'N2' })
  const both = await shown('debtors', own)
  assert.deepEqual([both.state, both.sums[0]?.open_amount, both.sums[0]?.credit_amount], ['open', '121.00', '395.00'])
  assert.equal(both.transfers[0]?.amount, '121.00')
  assert.doesNotMatch(String(both.transfers[0]?.reference), /N1/)
})

test('the day to pay is that of the same currency, and costs and interest are apart', async () => {
  const own = await given.debtor(tenant)
  const costs = {
    ...{ interest_costs_total: '3.00', interest_costs_open: '3.00' },
    ...{ debt_collection_costs_total: '40.00', debt_collection_costs_open: '40.00' },
  }
  await given.invoice(tenant, own, { sent_at, due_date: '2026-11-20', currency_code: 'USD', ...costs })
  await given.invoice(tenant, own, { sent_at, due_date: '2026-12-24' })
  await given.invoice(tenant, own, { sent_at, due_date: '2027-01-31' })
  const { sums, items } = await shown('debtors', own)
  assert.deepEqual(
    sums.map((sum) => [sum.currency_code, sum.open_amount, sum.due_date, sum.due_amount]),
    [
      ['USD', '164.00', '2026-11-20', '164.00'],
      ['EUR', '242.00', '2026-12-24', '121.00'],
    ],
  )
  const { administration_costs_amount, interest_costs_amount, debt_collection_costs_amount } = items[0] ?? {}
  assert.deepEqual(
    [administration_costs_amount, interest_costs_amount, debt_collection_costs_amount],
    ['0.00', '3.00', '40.00'],
  )
})

test('what is collected is not asked for as well, until it was not collected in time', async () => {
  const own = await given.debtor(tenant)
  const debit = { sent_at, payment_method: 'direct_debit' }
  const one = await given.invoice(tenant, own, { ...debit, invoice_number: 'G1', due_date: '2026-11-20' })
  const alone = await shown('debtors', own)
  assert.deepEqual(
    [alone.state, alone.sums[0]?.open_amount, alone.sums[0]?.collected_on],
    ['collected', '0.00', '2026-11-20'],
  )
  assert.deepEqual([alone.transfers[0]?.amount, alone.items[0]?.collected], ['121.00', true], 'it may be paid by hand')
  await given.invoice(tenant, own, { sent_at, invoice_number: 'G2' })
  await given.invoice(tenant, own, { ...debit, invoice_number: 'G3', due_date: '2026-11-14' })
  const mixed = await shown('debtors', own)
  assert.deepEqual(
    [mixed.state, mixed.sums[0]?.open_amount, mixed.sums[0]?.collected_amount],
    ['open', '242.00', '121.00'],
  )
  assert.match(String(mixed.transfers[0]?.reference), /^D\d+ G2 G3$/)
  assert.equal(mixed.transfers[0]?.amount, '242.00')
  assert.equal((await shown('invoices', one)).state, 'collected')
})

test('the sum is that of all invoices, also where they do not fit on the page', async () => {
  const own = await given.debtor(tenant)
  for (let n = 0; n < 203; n++) await given.invoice(tenant, own, { sent_at })
  const seen = await shown('debtors', own)
  assert.deepEqual([seen.items.length, seen.more_items, seen.sums[0]?.open_amount], [200, true, '24563.00'])
  assert.equal(seen.transfers[0]?.amount, '24563.00')
})
