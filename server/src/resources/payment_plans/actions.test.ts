import assert from 'node:assert/strict'
import { test } from 'node:test'
import { data, startService } from '../../../test/harness.ts'

/** The moment that the service takes it to be. */
const now = '2026-11-15T09:30:00.000000Z'
const { call, given, database } = await startService({ now: () => new Date(now) })
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant, { name: 'Agreements' })

type Plan = Record<string, unknown> & { id: string; updated_at: string; payment_terms: Record<string, unknown>[] }

const post = (json: object, place = administration_id) =>
  call('POST /v1/payment_plans', { token, json: { administration_id: place, ...json } })
const patch = (id: string, verb: string, as = token, place = administration_id) =>
  call(`PATCH /v1/payment_plans/${id}/${verb}`, { token: as, form: `administration_id=${place}` })
const show = async (id: string) =>
  (await call(`GET /v1/payment_plans/${id}?administration_id=${administration_id}`, { token })).body as Plan
const events = async (...ids: string[]) =>
  (
    await database.db
      .selectFrom('events')
      .selectAll()
      .where('administration_id', '=', administration_id)
      .where('resource_id', 'in', ids)
      .orderBy('id')
      .execute()
  ).map((event) => `${event.event_name} ${event.resource_type} ${event.resource_id}`)

const invoiceRow = (id: string) =>
  database.db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const caseRow = (id: string) =>
  database.db.selectFrom('credit_cases').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function invoice(debtor_id: string, overrides: Record<string, unknown> = {}) {
  const id = await given.invoice(tenant, debtor_id, overrides)
  return { id, number: (await invoiceRow(id)).invoice_number }
}

let last = 100_000_000
async function creditCase(debtor_id: string, overrides: object = {}) {
  const number = String(++last)
  const grouped = number.replace(/(...)(...)(...)/, '$1 $2 $3')
  const id = await given.row('credit_cases', tenant, {
    debtor_id,
    case_number: number,
    credit_case_number: grouped,
    currency_code: 'EUR',
    total_amount: '161.00',
    open_amount: '161.00',
    started_at: 'stamp',
    created_at: 'stamp',
    updated_at: 'stamp',
    ...overrides,
  })
  return { id, number, grouped }
}

async function proposed(overrides: object = {}) {
  const debtor_id = await given.debtor(tenant)
  const one = await invoice(debtor_id)
  const id = await given.row('payment_plans', tenant, {
    debtor_id,
    ...(await given.debtorKeys(tenant, debtor_id)),
    proposed_at: 'stamp',
    reason: 'Cash flow.',
    created_at: 'stamp',
    updated_at: 'stamp',
    ...overrides,
  })
  await given.row('payment_plan_invoices', tenant, { payment_plan_id: id, invoice_id: one.id })
  return { id, invoice: one, debtor_id }
}

test('a plan is made over invoices and a case, active and approved, its terms in order', async () => {
  const debtor_id = await given.debtor(tenant, { primary_email_address: 'debtor@example.com' })
  const [one, two] = [await invoice(debtor_id), await invoice(debtor_id, { invoice_identifier: 'source-2' })]
  const collected = await creditCase(debtor_id)
  const answer = await post({
    terms: [
      { amount: 203, due_date: '2027-01-31' },
      { amount: 200, due_date: '2026-12-31' },
    ],
    invoice_numbers: [one.number],
    invoice_identifiers: ['source-2'],
    credit_case_numbers: [collected.grouped],
    cc_email_address: 'cc@example.com',
  })
  assert.equal(answer.status, 201, answer.text)
  const { id, created_at, updated_at, payment_terms, ...plan } = answer.body as Plan
  assert.deepEqual(plan, {
    administration_id,
    debtor_id,
    active: true,
    auto_activated: false,
    reason: null,
    proposed_at: null,
    approved_at: now,
    rejected_at: null,
    rejected_by_user: null,
    deactivated_at: null,
    warnings: [],
  })
  assert.equal(updated_at, created_at)
  assert.deepEqual(
    payment_terms.map(({ id: _, ...term }) => term),
    [
      { total_amount: '200.00', amount_due: '200.00', due_date: '2026-12-31', payment_date: null },
      { total_amount: '203.00', amount_due: '203.00', due_date: '2027-01-31', payment_date: null },
    ],
  )
  const stored = await database.db
    .selectFrom('payment_plan_terms')
    .select('id')
    .where('payment_plan_id', '=', id)
    .orderBy('due_date')
    .execute()
  assert.deepEqual(
    payment_terms.map((term) => term.id),
    stored.map((term) => term.id),
  )
  for (const row of [await invoiceRow(one.id), await invoiceRow(two.id), await caseRow(collected.id)]) {
    assert.deepEqual([row.active_payment_plan_id, row.block_reasons], [id, ['payment_plan_active']])
    assert.deepEqual(new Date(row.blocked_at ?? 0), new Date(now))
  }
  assert.deepEqual(await events(id, one.id, two.id), [
    `payment_plan_created payment_plan ${id}`,
    `invoice_blocked invoice ${one.id}`,
    `invoice_blocked invoice ${two.id}`,
  ])
  const { cc_email_address } = await database.db
    .selectFrom('payment_plans')
    .select('cc_email_address')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.equal(cc_email_address, 'cc@example.com')
})

test('a term that is over already is taken, with a warning', async () => {
  const one = await invoice(await given.debtor(tenant, { primary_email_address: 'debtor@example.com' }))
  const days = [-1, 0, 30].map((ahead) => new Date(Date.parse(now) + ahead * 86_400_000).toISOString().slice(0, 10))
  const terms = days.map((due_date, place) => ({ amount: place === 0 ? 101 : 10, due_date }))
  const answer = await post({ terms, invoice_numbers: [one.number] })
  assert.equal(answer.status, 201, answer.text)
  assert.deepEqual((answer.body as Plan).warnings, ['terms[0].due_date: is in the past'])
  assert.ok(!('warnings' in (await show((answer.body as Plan).id))))
})

test('events show the plan as the interface does, and the invoice by the names of writes', async () => {
  const debtor_id = await given.debtor(tenant)
  const one = await invoice(debtor_id)
  const plan = (await post({ terms: [{ amount: 121, due_date: '2026-12-31' }], invoice_numbers: [one.number] }))
    .body as Plan
  const rows = data(await call(`GET /v1/events?administration_id=${administration_id}&per_page=500`, { token }))
    .filter(({ event_name }) => ['payment_plan_created', 'invoice_blocked'].includes(String(event_name)))
    .filter(({ resource_id }) => [plan.id, one.id].includes(String(resource_id)))
  const [made, blocked] = rows.slice(-2).map((row) => row.context as Record<string, unknown>)
  const { administration_id: _, debtor_id: __, warnings: ___, ...shown } = plan
  const { debtor, administration, ...own } = made ?? {}
  const payment_terms = plan.payment_terms.map((term) => ({ ...term, id: Number(term.id) }))
  assert.deepEqual(own, { ...shown, payment_terms, resource_type: 'payment_plan', id: Number(plan.id) })
  assert.equal((debtor as { id: number }).id, Number(debtor_id))
  assert.equal((administration as { id: number }).id, Number(administration_id))
  assert.deepEqual(
    [blocked?.resource_type, blocked?.id, blocked?.invoice_number, blocked?.amount_total, blocked?.amount_open],
    ['invoice', Number(one.id), one.number, '121.00', '121.00'],
  )
})

test('terms can be calculated by a program, whose numbers are not quite what it means', async () => {
  const amounts = { total_amount: '1.21', open_amount: '1.21', book_total_amount: '1.21', book_open_amount: '1.21' }
  const one = await invoice(await given.debtor(tenant), amounts)
  const terms = [
    { amount: 0.1 * 3, due_date: '2026-12-31' },
    { amount: 1.1 - 0.19, due_date: '2027-01-31' },
  ]
  const { status, body, text } = await post({ terms, invoice_numbers: [one.number] })
  assert.equal(status, 201, text)
  assert.deepEqual(
    (body as Plan).payment_terms.map(({ total_amount }) => total_amount),
    ['0.30', '0.91'],
  )
})

test('a plan that cannot be agreed on is refused with every reason, and nothing is written', async () => {
  const debtor_id = await given.debtor(tenant)
  const one = await invoice(debtor_id)
  const stranger = await invoice(await given.debtor(tenant))
  const in_case = await invoice(debtor_id, { active_credit_case_id: (await creditCase(debtor_id)).id })
  const ended = await creditCase(debtor_id, { deactivated_at: '2026-11-01T00:00:00Z' })
  for (const _ of [1, 2]) await invoice(debtor_id, { invoice_identifier: 'twice' })
  const elsewhere = await given.tenant({ company_id: tenant.company_id })
  const foreign_id = await given.invoice(elsewhere, await given.debtor(elsewhere))
  const foreign = (await invoiceRow(foreign_id)).invoice_number
  const terms = [{ amount: 121, due_date: '2026-12-31' }]
  const cases: [body: object, message: string][] = [
    [{ terms }, 'invoice_numbers: is missing, unless credit_case_numbers are given'],
    [{ invoice_numbers: [one.number] }, 'terms: is missing'],
    [{ terms: [], invoice_numbers: [one.number] }, 'terms: is missing'],
    [{ terms, invoice_numbers: [foreign] }, `invoice_numbers: ${foreign} is not there`],
    [{ terms, invoice_identifiers: ['none'] }, 'invoice_identifiers: none is not there'],
    [{ terms, credit_case_numbers: ['1'] }, 'credit_case_numbers: 1 is not there'],
    [
      { terms, invoice_identifiers: ['twice'] },
      'invoice_identifiers: twice belongs to more than one invoice; name it in invoice_numbers',
    ],
    [
      { terms, invoice_numbers: [one.number, stranger.number] },
      `invoice_numbers: ${stranger.number} is of another debtor than ${one.number}`,
    ],
    [
      { terms, invoice_numbers: [in_case.number] },
      `invoice_numbers: ${in_case.number} is part of a credit case; name the case instead`,
    ],
    [{ terms, credit_case_numbers: [ended.number] }, `credit_case_numbers: ${ended.number} has ended`],
    [
      { terms: [{ amount: 120, due_date: '2026-12-31' }], invoice_numbers: [one.number] },
      'terms: add up to 120.00, but 121.00 is open',
    ],
    [
      { terms: [{ amount: '1.234', due_date: 'x' }], invoice_numbers: [one.number] },
      'terms[0].amount: must be an amount with at most two decimals, like 12.50, terms[0].due_date: must be a date like 2026-11-14',
    ],
    [{ terms, invoice_numbers: [one.number], cc_email_address: 'x' }, 'cc_email_address: must be an email address'],
  ]
  const plans = () => database.db.selectFrom('payment_plans').select('id').where('debtor_id', '=', debtor_id).execute()
  for (const [body, message] of cases) {
    const answer = await post(body)
    assert.equal(answer.status, 422, answer.text)
    const reasons = (answer.body as { message: string }).message
    assert.ok(reasons === message || reasons.startsWith(`${message}, `), reasons)
  }
  assert.deepEqual(await plans(), [])
  assert.equal((await invoiceRow(one.id)).active_payment_plan_id, null)
})

test('an invoice that is named by number and by identifier counts once', async () => {
  const one = await invoice(await given.debtor(tenant), { invoice_identifier: 'both' })
  const answer = await post({
    terms: [{ amount: 121, due_date: '2026-12-31' }],
    invoice_numbers: [one.number, one.number],
    invoice_identifiers: ['both'],
  })
  assert.equal(answer.status, 201, answer.text)
})

test('the same plan again is refused, because its invoices are in an active plan', async () => {
  const one = await invoice(await given.debtor(tenant))
  const body = { terms: [{ amount: 121, due_date: '2026-12-31' }], invoice_numbers: [one.number] }
  assert.equal((await post(body)).status, 201)
  const again = await post(body)
  assert.deepEqual(again.body, {
    code: 'unprocessable_entity',
    message: `invoice_numbers: ${one.number} is in another active plan`,
  })
})

test('of two plans at the same moment over one invoice, one is made', async () => {
  const one = await invoice(await given.debtor(tenant))
  const body = { terms: [{ amount: 121, due_date: '2026-12-31' }], invoice_numbers: [one.number] }
  const answers = await Promise.all(Array.from({ length: 5 }, () => post(body)))
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [201, 422, 422, 422, 422])
})

test('approving a proposed plan makes it active, and blocks what it is about', async () => {
  const { id, invoice: one } = await proposed()
  const answer = await patch(id, 'approve')
  assert.equal(answer.status, 200, answer.text)
  const plan = answer.body as Plan
  assert.deepEqual([plan.active, plan.approved_at, plan.auto_activated], [true, now, false])
  assert.equal((await invoiceRow(one.id)).active_payment_plan_id, id)
  assert.deepEqual(await events(id, one.id), [
    `payment_plan_updated payment_plan ${id}`,
    `invoice_blocked invoice ${one.id}`,
  ])
})

test('rejecting a proposed plan names who did it, and leaves its invoices alone', async () => {
  const { id, invoice: one } = await proposed()
  const before = await invoiceRow(one.id)
  const plan = (await patch(id, 'reject')).body as Plan
  assert.deepEqual([plan.active, plan.rejected_at, plan.approved_at], [false, now, null])
  const { name, email_address } = plan.rejected_by_user as Record<string, string>
  assert.deepEqual([name, email_address], ['Agreements', ''])
  assert.deepEqual(await invoiceRow(one.id), before)
  assert.deepEqual(await events(id, one.id), [`payment_plan_updated payment_plan ${id}`])
})

test('ending an active plan lets its invoices go on, unless something else blocks them', async () => {
  const debtor_id = await given.debtor(tenant)
  const one = await invoice(debtor_id)
  const blocked_at = '2026-11-01T00:00:00Z'
  const two = await invoice(debtor_id, { blocked_at, block_reasons: ['interface'] })
  const collected = await creditCase(debtor_id)
  const made = await post({
    terms: [{ amount: 403, due_date: '2026-12-31' }],
    invoice_numbers: [one.number, two.number],
    credit_case_numbers: [collected.number],
  })
  const { id } = made.body as Plan
  assert.deepEqual((await invoiceRow(two.id)).block_reasons, ['interface', 'payment_plan_active'])
  const plan = (await patch(id, 'deactivate')).body as Plan
  assert.deepEqual([plan.active, plan.deactivated_at], [false, now])
  const [first, second] = [await invoiceRow(one.id), await invoiceRow(two.id)]
  assert.deepEqual([first.active_payment_plan_id, first.block_reasons, first.blocked_at], [null, [], null])
  assert.deepEqual([second.active_payment_plan_id, second.block_reasons], [null, ['interface']])
  assert.equal(Date.parse(String(second.blocked_at)), Date.parse(blocked_at))
  assert.equal((await caseRow(collected.id)).blocked_at, null)
  assert.deepEqual(await events(id, one.id, two.id), [
    `payment_plan_created payment_plan ${id}`,
    `invoice_blocked invoice ${one.id}`,
    `payment_plan_deactivated payment_plan ${id}`,
    `invoice_resumed invoice ${one.id}`,
  ])
  const again = { terms: [{ amount: 121, due_date: '2026-12-31' }], invoice_numbers: [one.number] }
  assert.equal((await post(again)).status, 201)
})

test('a plan in the wrong state is refused, and stays as it is', async () => {
  const at = '2026-11-01T00:00:00Z'
  const states = {
    active: { active: true, approved_at: at },
    rejected: { active: false, rejected_at: at },
    deactivated: { active: false, approved_at: at, deactivated_at: at },
    finished: { active: false, approved_at: at },
    proposed: {},
  }
  const allowed = ['approve proposed', 'reject proposed', 'deactivate active']
  for (const [state, columns] of Object.entries(states)) {
    const { id } = await proposed(columns)
    const before = await show(id)
    for (const verb of ['approve', 'reject', 'deactivate']) {
      if (allowed.includes(`${verb} ${state}`)) continue
      const answer = await patch(id, verb)
      assert.equal(answer.status, 422, `${verb} ${state}`)
      assert.match(answer.text, new RegExp(`id: the plan is ${state}, and only one that is`))
    }
    assert.deepEqual(await show(id), before)
  }
})

test('a proposed plan over an invoice of another active plan cannot be approved', async () => {
  const { id, invoice: one } = await proposed()
  await post({ terms: [{ amount: 121, due_date: '2026-12-31' }], invoice_numbers: [one.number] })
  const answer = await patch(id, 'approve')
  assert.deepEqual(answer.body, {
    code: 'unprocessable_entity',
    message: `id: ${one.number} is in another active plan`,
  })
  assert.equal((await show(id)).active, null)
})

test('a proposed plan cannot be approved for an invoice of a case, or a case that ended before it was paid', async () => {
  const { id, invoice: one, debtor_id } = await proposed()
  const { db } = database
  const running = await creditCase(debtor_id)
  const joins = db.updateTable('invoices').set({ active_credit_case_id: running.id }).where('id', '=', one.id)
  await joins.where('administration_id', '=', administration_id).execute()
  const ended = await creditCase(debtor_id, { deactivated_at: 'stamp' })
  await given.row('payment_plan_credit_cases', tenant, { payment_plan_id: id, credit_case_id: ended.id })
  const answer = await patch(id, 'approve')
  assert.deepEqual(answer.body, {
    code: 'unprocessable_entity',
    message: `id: ${ended.grouped} has ended, id: ${one.number} is part of a credit case by now`,
  })
  assert.equal((await show(id)).active, null)
  assert.equal((await invoiceRow(one.id)).active_payment_plan_id, null)
})

test('a plan of another administration is not found, and a token that may only read is refused', async () => {
  const { id } = await proposed()
  const there = await given.tenant({ company_id: tenant.company_id })
  const reader = await given.token(tenant, { permissions: ['payment_plans:read'] })
  for (const verb of ['approve', 'reject', 'deactivate']) {
    assert.equal((await patch(id, verb, token, there.administration_id)).status, 404)
    assert.equal((await patch(id, verb, reader)).status, 403)
  }
  assert.equal((await patch('987654', 'approve')).status, 404)
  assert.equal((await show(id)).approved_at, null)
})
