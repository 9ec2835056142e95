import assert from 'node:assert/strict'
import { test } from 'node:test'
import { data, startService } from '../../test/harness.ts'

/** The moment that the service takes it to be. */
const now = '2026-11-15T09:30:00.000000Z'
const { call, given, database } = await startService({ now: () => new Date(now) })
const { db } = database
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
const stamps = { created_at: 'stamp', updated_at: 'stamp' }

type Shown = { id: string; active: boolean; updated_at: string; payment_terms: Record<string, unknown>[] }

const send = async (line: string, body: object) => {
  const answer = await call(line, { token, json: { administration_id, ...body } })
  assert.ok(answer.status < 300, answer.text)
  return answer.body as Shown & { count: number; errors: object }
}
const planNow = async (id: string): Promise<Shown> => {
  const answer = await call(`GET /v1/payment_plans/${id}?administration_id=${administration_id}`, { token })
  assert.equal(answer.status, 200, answer.text)
  return answer.body as Shown
}
const termsNow = async (id: string) =>
  (await planNow(id)).payment_terms.map(({ amount_due, payment_date }) => [amount_due, payment_date])
const recordIn = async (family: string, id: string) => {
  const [record] = data(await call(`GET /v1/${family}?administration_id=${administration_id}&ids=${id}`, { token }))
  return record ?? {}
}
const events = async (last = '0') =>
  (
    await db
      .selectFrom('events')
      .select(['id', 'event_name', 'resource_id', 'context'])
      .where('administration_id', '=', administration_id)
      .where('id', '>', last)
      .orderBy('id')
      .execute()
  ).map((event) => ({ ...event, context: event.context as Record<string, unknown> }))
const lastEvent = async (): Promise<string> => (await events()).at(-1)?.id ?? '0'
const namesSince = async (last: string): Promise<string[]> => (await events(last)).map(({ event_name }) => event_name)

type Payment = { origin_identifier: string; amount: string; payment_date: string }
const paid = (invoice_number: string, payments: Payment[]) => {
  const open = payments.reduce((left, { amount }) => left - Number(amount), 121)
  return send('PATCH /v1/invoices', {
    invoices: [{ invoice_number, amount_open: open.toFixed(2), payments }],
  })
}
const payment = (origin_identifier: string, amount: string, payment_date: string): Payment => ({
  origin_identifier,
  amount,
  payment_date,
})

async function planOver(items: object, open: number): Promise<string> {
  const terms = [
    { amount: open - 60, due_date: '2027-02-28' },
    { amount: 60, due_date: '2027-01-31' },
  ]
  return (await send('POST /v1/payment_plans', { terms, ...items })).id
}

test('payments fill the terms in the order in which they are due, and the last one finishes the plan', async () => {
  const debtor_id = await given.debtor(tenant)
  const invoice_id = await given.invoice(tenant, debtor_id, { invoice_number: 'A' })
  const id = await planOver({ invoice_numbers: ['A'] }, 121)
  let last = await lastEvent()

  const before = (await planNow(id)).updated_at
  await paid('A', [payment('a1', '50.00', '2026-11-02')])
  assert.deepEqual(await termsNow(id), [
    ['10.00', null],
    ['61.00', null],
  ])
  assert.ok((await planNow(id)).updated_at > before)
  assert.deepEqual(await namesSince(last), ['invoice_payment_created', 'payment_plan_updated'])

  await paid('A', [payment('a1', '50.00', '2026-11-02'), payment('a2', '10.00', '2026-11-03')])
  assert.deepEqual(await termsNow(id), [
    ['0.00', '2026-11-03'],
    ['61.00', null],
  ])

  // One of them is taken back.
  await paid('A', [payment('a1', '50.00', '2026-11-02')])
  assert.deepEqual(await termsNow(id), [
    ['10.00', null],
    ['61.00', null],
  ])

  last = await lastEvent()
  await paid('A', [payment('a1', '50.00', '2026-11-02'), payment('a3', '71.00', '2026-11-09')])
  assert.deepEqual(await termsNow(id), [
    ['0.00', '2026-11-09'],
    ['0.00', '2026-11-09'],
  ])
  assert.equal((await planNow(id)).active, false)
  assert.deepEqual(await namesSince(last), ['invoice_payment_created', 'invoice_paid', 'payment_plan_finished'])
  const finished = (await events(last)).at(-1)
  assert.equal(finished?.resource_id, id)
  assert.deepEqual([finished?.context.active, finished?.context.resource_type], [false, 'payment_plan'])
  const { payment_terms } = await planNow(id)
  const terms = payment_terms.map((term) => ({ ...term, id: Number(term.id) }))
  assert.deepEqual(finished?.context.payment_terms, terms)
  const { active_payment_plan_id } = await recordIn('invoices', invoice_id)
  assert.equal(active_payment_plan_id, null)
  const row = await db.selectFrom('invoices').selectAll().where('id', '=', invoice_id).executeTakeFirstOrThrow()
  assert.deepEqual([row.blocked_at, row.block_reasons], [null, []])

  // A plan that is finished stays so, whatever happens to its invoice.
  last = await lastEvent()
  await paid('A', [payment('a1', '50.00', '2026-11-02')])
  assert.deepEqual(await namesSince(last), ['invoice_payment_created', 'invoice_reopened'])
  assert.equal((await planNow(id)).active, false)
})

test('what does not touch the amounts leaves the plan alone, and the same payments again as well', async () => {
  const debtor_id = await given.debtor(tenant)
  await given.invoice(tenant, debtor_id, { invoice_number: 'B' })
  const id = await planOver({ invoice_numbers: ['B'] }, 121)
  await paid('B', [payment('b1', '50.00', '2026-11-02')])
  const last = await lastEvent()
  const { updated_at } = await planNow(id)
  await paid('B', [payment('b1', '50.00', '2026-11-02')])
  await send('PATCH /v1/invoices', { invoices: [{ invoice_number: 'B', description: 'Delivered twice.' }] })
  assert.deepEqual(await namesSince(last), [])
  assert.equal((await planNow(id)).updated_at, updated_at)
})

test('a plan over several invoices counts what is open of all of them', async () => {
  const debtor_id = await given.debtor(tenant)
  for (const invoice_number of ['C1', 'C2']) await given.invoice(tenant, debtor_id, { invoice_number })
  const id = await planOver({ invoice_numbers: ['C1', 'C2'] }, 242)
  const whole = payment('c1', '121.00', '2026-11-02')
  await paid('C2', [whole])
  assert.deepEqual(await termsNow(id), [
    ['0.00', '2026-11-02'],
    ['121.00', null],
  ])
  await send('PATCH /v1/invoices', { invoices: [{ invoice_number: 'C1', amount_open: '0.00' }] })
  assert.equal((await planNow(id)).active, false)
})

test('a term is paid on the day of its own payment, whatever else was paid in the same write', async () => {
  const [debtor_id, other] = [await given.debtor(tenant), await given.debtor(tenant)]
  await given.invoice(tenant, debtor_id, { invoice_number: 'H1' })
  await given.invoice(tenant, other, { invoice_number: 'H2' })
  const id = await planOver({ invoice_numbers: ['H1'] }, 121)
  const { count } = await send('PATCH /v1/invoices', {
    invoices: [
      { invoice_number: 'H1', amount_open: '61.00', payments: [payment('h1', '60.00', '2026-11-02')] },
      { invoice_number: 'H2', amount_open: '61.00', payments: [payment('h2', '60.00', '2026-11-14')] },
    ],
  })
  assert.equal(count, 2)
  assert.deepEqual(await termsNow(id), [
    ['0.00', '2026-11-02'],
    ['61.00', null],
  ])
})

test('an invoice that a credit note settles goes on when the plan over both is finished, and an event says so', async () => {
  const debtor_id = await given.debtor(tenant)
  const less = { total_amount: '-21', open_amount: '-21', book_total_amount: '-21', book_open_amount: '-21' }
  const invoice_id = await given.invoice(tenant, debtor_id, { invoice_number: 'I1' })
  const note_id = await given.invoice(tenant, debtor_id, { invoice_number: 'I2', ...less })
  const id = await planOver({ invoice_numbers: ['I1', 'I2'] }, 100)
  const last = await lastEvent()
  await paid('I1', [payment('i1', '100.00', '2026-11-02')])
  assert.equal((await planNow(id)).active, false)
  const happened = (await events(last)).map(({ event_name, resource_id }) => [event_name, resource_id])
  assert.deepEqual(happened, [
    ['invoice_payment_created', invoice_id],
    ['payment_plan_finished', id],
    ['invoice_resumed', invoice_id],
    ['invoice_resumed', note_id],
  ])
})

test('a proposal that is approved after a payment says so at once, and is finished when nothing is open', async () => {
  const debtor_id = await given.debtor(tenant)
  const { debtor_number, debtor_identifier } = await given.debtorKeys(tenant, debtor_id)
  const propose = async (invoice_number: string): Promise<string> => {
    const invoice_id = await given.invoice(tenant, debtor_id, { invoice_number })
    const keys = { debtor_id, debtor_number, debtor_identifier }
    const payment_plan_id = await given.row('payment_plans', tenant, { ...keys, proposed_at: 'stamp', ...stamps })
    await given.row('payment_plan_invoices', tenant, { payment_plan_id, invoice_id })
    for (const due_date of ['2027-01-31', '2027-02-28']) {
      const amounts = { total_amount: '60.50', amount_due: '60.50' }
      await given.row('payment_plan_terms', tenant, { payment_plan_id, ...amounts, due_date })
    }
    return payment_plan_id
  }
  const [partly, wholly] = [await propose('D1'), await propose('D2')]
  await paid('D1', [payment('d1', '100.00', '2026-11-02')])
  await paid('D2', [payment('d2', '121.00', '2026-11-02')])
  const first = await send(`PATCH /v1/payment_plans/${partly}/approve`, {})
  assert.deepEqual(
    first.payment_terms.map(({ amount_due }) => amount_due),
    ['0.00', '21.00'],
  )
  const last = await lastEvent()
  const second = await send(`PATCH /v1/payment_plans/${wholly}/approve`, {})
  assert.equal(second.active, false)
  assert.deepEqual(await namesSince(last), ['payment_plan_updated', 'invoice_blocked', 'payment_plan_finished'])
})

test('a case that is paid ends, lets its invoices go, and is open again with all of them', async () => {
  const debtor_id = await given.debtor(tenant)
  const credit_case_id = await given.row('credit_cases', tenant, {
    debtor_id,
    case_number: '777888999',
    credit_case_number: '777 888 999',
    currency_code: 'EUR',
    total_amount: '242.00',
    open_amount: '242.00',
    started_at: 'stamp',
    ...stamps,
  })
  const ids: string[] = []
  for (const invoice_number of ['E1', 'E2']) {
    ids.push(await given.invoice(tenant, debtor_id, { invoice_number, active_credit_case_id: credit_case_id }))
  }
  const plan_id = await planOver({ credit_case_numbers: ['777888999'] }, 242)
  await paid('E1', [payment('e1', '121.00', '2026-11-02')])
  assert.equal((await recordIn('credit_cases', credit_case_id)).deactivated_at, null)
  let last = await lastEvent()
  await paid('E2', [payment('e2', '121.00', '2026-11-05')])
  const ended = await recordIn('credit_cases', credit_case_id)
  assert.equal(ended.open_amount, '0.00')
  assert.equal(ended.deactivated_at, now)
  assert.equal((await planNow(plan_id)).active, false)
  assert.deepEqual(await namesSince(last), [
    'invoice_payment_created',
    'invoice_paid',
    'case_paid',
    'payment_plan_finished',
  ])
  const case_paid = (await events(last)).find(({ event_name }) => event_name === 'case_paid')
  assert.deepEqual(
    ((case_paid?.context.invoices ?? []) as { invoice_number: string }[]).map((one) => one.invoice_number),
    ['E1', 'E2'],
  )
  for (const id of ids) assert.equal((await recordIn('invoices', id)).active_credit_case_id, null)
  // However the number of the case is written, its payments are found.
  for (const number of ['777888999', '777%20888%20999']) {
    const path = `GET /v1/payments?administration_id=${tenant.administration_id}&credit_case_numbers=${number}`
    assert.equal(data(await call(path, { token })).length, 2, number)
  }

  last = await lastEvent()
  await paid('E2', [payment('e3', '21.00', '2026-11-05')])
  const again = await recordIn('credit_cases', credit_case_id)
  assert.deepEqual([again.open_amount, again.deactivated_at], ['100.00', null])
  assert.ok((await namesSince(last)).includes('case_reopened'))
  for (const id of ids) assert.equal((await recordIn('invoices', id)).active_credit_case_id, credit_case_id)
})

test('a case that somebody ended stays ended', async () => {
  const debtor_id = await given.debtor(tenant)
  const credit_case_id = await given.row('credit_cases', tenant, {
    debtor_id,
    case_number: '111',
    credit_case_number: '111',
    currency_code: 'EUR',
    total_amount: '121.00',
    open_amount: '121.00',
    started_at: 'stamp',
    deactivated_at: 'stamp',
    ...stamps,
  })
  const invoice_id = await given.invoice(tenant, debtor_id, { invoice_number: 'G' })
  await given.row('credit_case_invoices', tenant, { credit_case_id, invoice_id })
  const last = await lastEvent()
  await paid('G', [payment('g1', '121.00', '2026-11-02')])
  await paid('G', [])
  const expected = ['invoice_payment_created', 'invoice_paid', 'invoice_payment_created', 'invoice_reopened']
  assert.deepEqual(await namesSince(last), expected)
  assert.notEqual((await recordIn('credit_cases', credit_case_id)).deactivated_at, null)
})
