import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { business, follow, followed_now, followed_on, overdue } from '../../test/followed.ts'
import { startService } from '../../test/harness.ts'
import { signedIn } from '../../test/visitor.ts'

const service = await startService({ now: () => followed_now })
const { given, database, call } = service
const { db } = database
const tenant = await given.tenant()
const stranger = await given.tenant()
const { administration_id } = tenant
await follow(service, tenant)
const token = await given.token(tenant)
const worker = await signedIn(service, tenant.company_id, { company_role: 'standard' })
const colleague = await signedIn(service, tenant.company_id, { company_role: 'standard' })
const writer = await signedIn(service, tenant.company_id, {
  company_role: null,
  rights: { [administration_id]: 'communication' },
})
const outsider = await signedIn(service, stranger.company_id)

const send = (name: string, body: object, who = worker) =>
  who.send(`POST /console/agreements/${name}`, { administration_id, ...body })

const costs = { administration_costs_total: '15.00', administration_costs_open: '15.00' }
const debtor = (columns: object = {}) => given.debtor(tenant, { ...business, ...columns })
const invoice = (debtor_id: string, columns: object = {}) =>
  given.invoice(tenant, debtor_id, { ...overdue, ...columns })
const invoiceRow = (id: string) => db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const termsOf = async (plan_id: string) =>
  (
    await db
      .selectFrom('payment_plan_terms')
      .select(['total_amount', 'amount_due', 'due_date'])
      .where('payment_plan_id', '=', plan_id)
      .orderBy('due_date')
      .execute()
  ).map(({ total_amount, amount_due, due_date }) => [due_date, total_amount, amount_due])
const paymentsOf = (invoice_id: string) =>
  db.selectFrom('payments').selectAll().where('invoice_id', '=', invoice_id).orderBy('id').execute()
const mailsAbout = async (plan_id: string) =>
  (await db.selectFrom('mails').select('id').where('resource_id', '=', plan_id).execute()).length

/** Terms a month apart, from the first of December. */
const terms = (...amounts: string[]) =>
  amounts.map((amount, place) => ({
    amount,
    due_date: new Date(Date.UTC(2026, 11 + place, 1)).toISOString().slice(0, 10),
  }))
async function plan(body: object): Promise<string> {
  const answer = await send('make_plan', { mail: false, ...body })
  assert.equal(answer.status, 200, answer.text)
  return (answer.body as { payment_plan_id: string }).payment_plan_id
}
async function refused(name: string, body: object, problem: RegExp, status = 422): Promise<void> {
  const answer = await send(name, { ...(name === 'make_plan' ? { mail: false } : {}), ...body })
  assert.equal(answer.status, status, answer.text)
  assert.match(answer.text, problem)
}

test('a plan pays principal and costs to the cent, is in force at once, and its last payment ends it', async () => {
  const debtor_id = await debtor()
  const [one, two] = [await invoice(debtor_id, costs), await invoice(debtor_id)]
  const shown = (await worker.get(`/console/administrations/${administration_id}/agreements/${debtor_id}`)).body as {
    invoices: { id: string; amount: string; costs_amount: string; overdue: boolean; in_plan: boolean }[]
    mailed_to: string
    books_written_at: string
  }
  assert.deepEqual(
    shown.invoices.map(({ id, amount, costs_amount, overdue: late }) => [id, amount, costs_amount, late]),
    [
      [one, '136.00', '15.00', true],
      [two, '121.00', '0.00', true],
    ],
  )
  assert.equal(shown.mailed_to, 'office@debtor.example.com')
  assert.equal(shown.books_written_at, '2026-11-16T11:00:00Z')
  const invoice_ids = [one, two]
  await refused('make_plan', { invoice_ids, terms: terms('85.66', '85.66', '85.66') }, /add up to 256.98, but 257.00/)
  // The interface lets a cent go; between people nothing is lost.
  await refused('make_plan', { invoice_ids, terms: terms('85.67', '85.66', '85.66') }, /add up to 256.99, but 257.00/)
  const id = await plan({ invoice_ids, terms: terms('85.67', '85.67', '85.66') })
  for (const covered of invoice_ids) {
    const { active_payment_plan_id, block_reasons } = await invoiceRow(covered)
    assert.deepEqual([active_payment_plan_id, block_reasons], [id, ['payment_plan_active']])
  }
  assert.equal(await mailsAbout(id), 0)
  const line = { invoice_id: one, amount: '130.00', open_amount: '136.00' }
  const first = await send('book_payment', { lines: [line], payment_date: followed_on, method: 'cash' })
  assert.equal(first.status, 200, first.text)
  assert.deepEqual(await termsOf(id), [
    ['2026-12-01', '85.67', '0.00'],
    ['2027-01-01', '85.67', '41.34'],
    ['2027-02-01', '85.66', '85.66'],
  ])
  const rest = [
    { invoice_id: one, amount: '6.00', open_amount: '6.00' },
    { invoice_id: two, amount: '121.00', open_amount: '121.00' },
  ]
  assert.equal((await send('book_payment', { lines: rest, payment_date: followed_on, method: 'cash' })).status, 200)
  const { active, deactivated_at } = await db
    .selectFrom('payment_plans')
    .select(['active', 'deactivated_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.deepEqual([active, deactivated_at], [false, null])
})

test('the debtor gets a mail if that is wanted, and without an address none', async () => {
  const debtor_id = await debtor()
  const body = { invoice_ids: [await invoice(debtor_id)], terms: terms('121.00'), mail: true }
  const made = (await send('make_plan', body)).body as { payment_plan_id: string; mailed: boolean }
  assert.equal(made.mailed, true)
  assert.equal(await mailsAbout(made.payment_plan_id), 1)
  const silent = await debtor({ primary_email_address: null })
  const answer = await send('make_plan', { ...body, invoice_ids: [await invoice(silent)] })
  assert.equal((answer.body as { mailed: boolean }).mailed, false)
})

test('a plan over a case, and over a credit note that is set off; a credit note alone has nothing to pay', async () => {
  const debtor_id = await debtor()
  const case_id = await given.row('credit_cases', tenant, {
    ...{ debtor_id, case_number: '300000001', credit_case_number: '300 000 001', currency_code: 'EUR' },
    ...{ total_amount: '161.00', open_amount: '161.00', started_at: 'stamp', created_at: 'stamp', updated_at: 'stamp' },
  })
  const of_case = await plan({ credit_case_ids: [case_id], terms: terms('80.50', '80.50') })
  assert.deepEqual((await termsOf(of_case)).length, 2)
  const less = {
    total_amount: '-21.00',
    open_amount: '-21.00',
    book_total_amount: '-21.00',
    book_open_amount: '-21.00',
  }
  const [owed, credit] = [await invoice(debtor_id), await invoice(debtor_id, less)]
  await refused('make_plan', { invoice_ids: [credit], terms: terms('21.00') }, /there is nothing to pay/)
  await plan({ invoice_ids: [owed, credit], terms: terms('50.00', '50.00') })
})

test('terms that cannot be kept are refused: none, a hundred, in the past, out of order, nothing, of two debtors', async () => {
  const debtor_id = await debtor()
  const invoice_ids = [await invoice(debtor_id)]
  await refused('make_plan', { invoice_ids, terms: [] }, /terms: must be at least 1, and at most 60/)
  const many = Array.from({ length: 100 }, () => '1.21')
  await refused('make_plan', { invoice_ids, terms: terms(...many) }, /terms: must be at least 1, and at most 60/)
  const past = [{ amount: '121.00', due_date: '2026-11-15' }]
  await refused('make_plan', { invoice_ids, terms: past }, /terms\[0\].due_date: is in the past/)
  await refused('make_plan', { invoice_ids, terms: terms('60.50', '60.50').toReversed() }, /must be after the day/)
  await refused('make_plan', { invoice_ids, terms: terms('121.00', '0.00') }, /terms\[1\].amount: must be more than 0/)
  await refused('make_plan', { terms: terms('121.00') }, /is missing/)
  const other = await invoice(await debtor())
  await refused('make_plan', { invoice_ids: [...invoice_ids, other], terms: terms('242.00') }, /is of another debtor/)
  assert.equal((await invoiceRow(invoice_ids[0] ?? '')).active_payment_plan_id, null)
})

test('a debtor with more open invoices than fit sees the oldest, what it is asked about, and how many there are', async () => {
  const debtor_id = await debtor()
  await sql`
    with made as (
      insert into invoices (administration_id, debtor_id, debtor_number, debtor_identifier, invoice_number,
        currency_code, payment_method, invoice_date, due_date, total_amount, open_amount, book_total_amount,
        book_open_amount, sent_at, created_at, updated_at)
      select ${administration_id}::bigint, ${debtor_id}::bigint, 'LONG', '', 'LONG-' || n, 'EUR', 'bank_transfer',
        '2026-08-01', '2026-09-01', 1.10, 1.10, 1.10, 1.10, '2026-08-01', now(), now()
      from generate_series(1, 1000) n returning *)
    insert into ledger_entries (administration_id, invoice_id, kind, amount, book_amount, entry_date, created_at)
    select administration_id, id, 'charge', 1.10, 1.10, invoice_date, created_at from made`.execute(db)
  const last = await invoice(debtor_id, { due_date: '2026-11-10' })
  type Shown = { invoices: { id: string; amount: string }[]; open_invoices: number }
  const read = async (search = ''): Promise<Shown> => {
    const place = `/console/administrations/${administration_id}/agreements/${debtor_id}${search}`
    return (await worker.get(place)).body as Shown
  }
  const whole = await read()
  assert.deepEqual([whole.invoices.length, whole.open_invoices], [1000, 1001])
  assert.equal(whole.invoices.at(-1)?.amount, '1.10')
  const about = await read(`?invoice_id=${last}`)
  assert.deepEqual([about.invoices.length, about.invoices.at(-1)?.id], [1000, last])
  const lines = whole.invoices.map(({ id: invoice_id, amount }) => ({ invoice_id, amount, open_amount: amount }))
  const booked = await send('book_payment', { lines, payment_date: followed_on, method: 'cash' })
  assert.equal(booked.status, 200, booked.text)
  assert.deepEqual((await read()).open_invoices, 1)
})

test('two controllers make a plan over the same invoice: one wins, and the other is refused', async () => {
  const invoice_id = await invoice(await debtor())
  const body = { invoice_ids: [invoice_id], terms: terms('121.00'), mail: false }
  const answers = await Promise.all([send('make_plan', body), send('make_plan', body, colleague)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422])
  assert.match(answers.find(({ status }) => status === 422)?.text ?? '', /is in another active plan/)
  const plans = await db
    .selectFrom('payment_plan_invoices')
    .select('payment_plan_id')
    .where('invoice_id', '=', invoice_id)
    .execute()
  assert.equal(plans.length, 1)
})

test('a payment settles principal before costs, and is taken back with a reason: the ledger keeps both', async () => {
  const debtor_id = await debtor()
  const [one, two] = [await invoice(debtor_id, costs), await invoice(debtor_id)]
  const lines = [
    { invoice_id: one, amount: '130.00', open_amount: '136.00' },
    { invoice_id: two, amount: '20.01', open_amount: '121.00' },
  ]
  const body = { lines, payment_date: '2026-11-10', method: 'bank_transfer', description: 'Statement 211' }
  const answer = await send('book_payment', body)
  assert.equal(answer.status, 200, answer.text)
  const { booking_id } = answer.body as { booking_id: string }
  assert.deepEqual(
    (await paymentsOf(one)).map((p) => [p.cost_type, p.total_amount, p.payment_date, p.payment_method, p.description]),
    [
      ['principal', '121.00', '2026-11-10', 'bank_transfer', 'Statement 211'],
      ['administration_costs', '9.00', '2026-11-10', 'bank_transfer', 'Statement 211'],
    ],
  )
  const paid = await invoiceRow(one)
  assert.deepEqual([paid.open_amount, paid.administration_costs_open], ['0.00', '6.00'])
  assert.equal((await invoiceRow(two)).open_amount, '100.99')
  const place = `/console/administrations/${administration_id}/agreements/${debtor_id}`
  const { bookings } = (await worker.get(place)).body as { bookings: { booking_id: string; amount: string }[] }
  assert.deepEqual(
    bookings.map((b) => [b.booking_id, b.amount]),
    [[booking_id, '150.01']],
  )
  await refused('take_back_payment', { booking_id, reason: ' ' }, /reason: is missing/)
  const back = await Promise.all(
    [worker, colleague].map((who) => send('take_back_payment', { booking_id, reason: 'Booked twice.' }, who)),
  )
  assert.deepEqual(back.map(({ status }) => status).sort(), [200, 409])
  const restored = await invoiceRow(one)
  assert.deepEqual([restored.open_amount, restored.administration_costs_open], ['121.00', '15.00'])
  const all = await paymentsOf(two)
  assert.deepEqual(
    all.map((p) => [p.total_amount, p.transaction_type, p.reason, p.booking_id === booking_id]),
    [
      ['20.01', 'payment', null, true],
      ['-20.01', 'reversal', 'Booked twice.', true],
    ],
  )
  assert.equal(all[0]?.booked_by_user_id, worker.id)
  await refused('take_back_payment', { booking_id, reason: 'Again.' }, /taken back already/, 409)
  assert.deepEqual(((await worker.get(place)).body as { bookings: object[] }).bookings, [])
})

test('a plan that a payment finished holds again when the payment is taken back', async () => {
  const debtor_id = await debtor()
  const id = await invoice(debtor_id)
  const plan_id = await plan({ invoice_ids: [id], terms: terms('121.00') })
  const lines = [{ invoice_id: id, amount: '121.00', open_amount: '121.00' }]
  const { booking_id } = (await send('book_payment', { lines, payment_date: followed_on, method: 'cash' })).body as {
    booking_id: string
  }
  assert.equal((await invoiceRow(id)).active_payment_plan_id, null)
  assert.equal((await send('take_back_payment', { booking_id, reason: 'Of another debtor' })).status, 200)
  const { active_payment_plan_id, block_reasons, open_amount } = await invoiceRow(id)
  assert.deepEqual([active_payment_plan_id, block_reasons, open_amount], [plan_id, ['payment_plan_active'], '121.00'])
  assert.deepEqual(
    (await termsOf(plan_id)).map(([, , due]) => due),
    ['121.00'],
  )
})

test('what the books corrected after a payment by hand is not taken back a second time', async () => {
  const debtor_id = await debtor()
  const id = await invoice(debtor_id)
  const { invoice_number } = await invoiceRow(id)
  const lines = [{ invoice_id: id, amount: '50.00', open_amount: '121.00' }]
  const { booking_id } = (await send('book_payment', { lines, payment_date: followed_on, method: 'cash' })).body as {
    booking_id: string
  }
  const books = { administration_id, invoices: [{ invoice_number, amount_open: '61.00' }] }
  const written = await call('PATCH /v1/invoices', { token, json: books })
  assert.equal(written.status, 200, written.text)
  assert.equal((await invoiceRow(id)).open_amount, '61.00')
  await refused('take_back_payment', { booking_id, reason: 'Wrong' }, /they count/, 409)
  assert.equal((await invoiceRow(id)).open_amount, '61.00')
})

test('a payment that does not fit is refused, and nothing of it is booked', async () => {
  const debtor_id = await debtor()
  const [one, two] = [await invoice(debtor_id), await invoice(await debtor())]
  const usual = { payment_date: followed_on, method: 'cash' }
  const line = { invoice_id: one, amount: '121.00', open_amount: '121.00' }
  const book = (lines: object[], problem: RegExp, status = 422, more: object = {}) =>
    refused('book_payment', { ...usual, ...more, lines }, problem, status)
  await book([], /lines: must be 1 to 1000 invoices/)
  await book([{ ...line, amount: '121.01' }], /is more than the 121.00 that are open/)
  await book([{ ...line, amount: '0.00' }], /must be more than 0/)
  await book([{ ...line, amount: '-5.00' }], /must be more than 0/)
  await book([line, line], /name an invoice twice/)
  await book([line, { ...line, invoice_id: two }], /of more than one debtor/)
  await book([line], /must not be after today/, 422, { payment_date: '2026-11-17' })
  await book([line], /must not be before/, 422, { payment_date: '1999-01-01' })
  await book([{ ...line, open_amount: '120.00' }], /121.00 is open by now/, 409)
  await book([{ ...line, invoice_id: '999999999' }], /no such invoice/, 404)
  assert.deepEqual(await paymentsOf(one), [])
  // Two who book the same part of an invoice at once do not book it twice.
  const part = { ...usual, lines: [{ ...line, amount: '50.00' }] }
  const answers = await Promise.all([send('book_payment', part), send('book_payment', part, colleague)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  assert.equal((await invoiceRow(one)).open_amount, '71.00')
})

test('what the books send takes the place of what was booked by hand, and nothing counts twice', async () => {
  const debtor_id = await debtor()
  const booked = async (amount: string) => {
    const invoice_id = await invoice(debtor_id)
    const lines = [{ invoice_id, amount, open_amount: '121.00' }]
    const answer = await send('book_payment', { lines, payment_date: followed_on, method: 'bank_transfer' })
    assert.equal(answer.status, 200, answer.text)
    return { invoice_id, booking_id: (answer.body as { booking_id: string }).booking_id }
  }
  const write = async (invoice_id: string, amount_open: string, payments?: object[]) => {
    const { invoice_number } = await invoiceRow(invoice_id)
    const invoices = [{ invoice_number, amount_open, book_amount_open: amount_open, ...(payments ? { payments } : {}) }]
    const answer = await call('PATCH /v1/invoices', { token, json: { administration_id, invoices } })
    assert.deepEqual((answer.body as { errors: object }).errors, {}, answer.text)
  }
  const theirs = (key: string) => ({ origin_identifier: key, amount: '50.00', payment_date: followed_on })

  const listed = await booked('50.00')
  await write(listed.invoice_id, '71.00', [theirs('books-1')])
  assert.deepEqual(
    (await paymentsOf(listed.invoice_id)).map((p) => `${p.total_amount} ${p.origin_identifier}`).sort(),
    ['-50.00 null', '50.00 books-1', '50.00 null'],
  )
  const replaced = await invoiceRow(listed.invoice_id)
  assert.deepEqual([replaced.open_amount, replaced.payment_undone_at], ['71.00', null])
  await refused('take_back_payment', { booking_id: listed.booking_id, reason: 'Late.' }, /books sent theirs/, 409)

  const summed = await booked('50.00')
  await write(summed.invoice_id, '71.00')
  assert.equal((await paymentsOf(summed.invoice_id)).length, 1, 'the same amount is open, so nothing is to be booked')

  const unknown = await booked('50.00')
  await write(unknown.invoice_id, '121.00', [])
  const open = await invoiceRow(unknown.invoice_id)
  assert.equal(open.open_amount, '121.00', 'the books have the last word')
  assert.notEqual(open.payment_undone_at, null, 'and the payment is expected there within days')
})

test('costs that were paid by hand are not settled again when the books say that more was paid', async () => {
  const invoice_id = await invoice(await debtor(), costs)
  const { invoice_number } = await invoiceRow(invoice_id)
  const lines = [{ invoice_id, amount: '130.00', open_amount: '136.00' }]
  const booked = await send('book_payment', { lines, payment_date: followed_on, method: 'bank_transfer' })
  assert.equal(booked.status, 200, booked.text)
  const after = async (amount_open: string): Promise<string> => {
    const invoices = [{ invoice_number, amount_open }]
    const answer = await call('PATCH /v1/invoices', { token, json: { administration_id, invoices } })
    assert.deepEqual((answer.body as { errors: object }).errors, {}, answer.text)
    return (await invoiceRow(invoice_id)).administration_costs_open
  }
  assert.equal(await after('-9.00'), '6.00', 'the same money')
  assert.equal(await after('-11.00'), '4.00', 'two more came in')
  assert.equal(await after('0.00'), '6.00', 'the two went back')
  assert.equal(await after('-11.00'), '4.00', 'taken back and said again')
})

test('a proposal is rejected with a reason, which its debtor reads', async () => {
  const debtor_id = await debtor()
  const plan_id = await given.row('payment_plans', tenant, {
    ...{ debtor_id, ...(await given.debtorKeys(tenant, debtor_id)), proposed_by: 'debtor' },
    ...{ proposed_at: 'stamp', created_at: 'stamp', updated_at: 'stamp' },
  })
  await given.row('payment_plan_invoices', tenant, { payment_plan_id: plan_id, invoice_id: await invoice(debtor_id) })
  const answer = await worker.send(`PATCH /console/payment_plans/${plan_id}/reject`, {
    administration_id,
    reason: 'Three terms are the most.',
  })
  assert.equal(answer.status, 200, answer.text)
  const { public_token } = await db
    .selectFrom('payment_plans')
    .select('public_token')
    .where('id', '=', plan_id)
    .executeTakeFirstOrThrow()
  const looked = await call('POST /portal/look', {
    json: { administration_id, family: 'payment_plans', token: public_token },
  })
  const { plan_state, plan_answer } = looked.body as { plan_state: string; plan_answer: string }
  assert.deepEqual([plan_state, plan_answer], ['rejected', 'Three terms are the most.'])
})

test('whoever may not work there, or is of another company, agrees on nothing and books nothing', async () => {
  const debtor_id = await debtor()
  const invoice_id = await invoice(debtor_id)
  const lines = [{ invoice_id, amount: '121.00', open_amount: '121.00' }]
  const own = await send('book_payment', {
    ...{ lines: [{ ...lines[0], amount: '1.00' }], payment_date: followed_on, method: 'other' },
  })
  const { booking_id } = own.body as { booking_id: string }
  const bodies = {
    make_plan: { invoice_ids: [invoice_id], terms: terms('120.00'), mail: false },
    book_payment: {
      ...{ lines: [{ ...lines[0], amount: '120.00', open_amount: '120.00' }], payment_date: followed_on },
      method: 'cash',
    },
    take_back_payment: { booking_id, reason: 'No.' },
  }
  for (const [name, body] of Object.entries(bodies)) {
    assert.equal((await send(name, body, writer)).status, 403, name)
    assert.equal((await send(name, body, outsider)).status, 403, name)
    // In an administration of one's own the records of others are not there.
    const elsewhere = { ...body, administration_id: stranger.administration_id }
    assert.equal((await outsider.send(`POST /console/agreements/${name}`, elsewhere)).status, 404, name)
  }
  const place = (where: string) => `/console/administrations/${where}/agreements/${debtor_id}`
  assert.equal((await outsider.get(place(administration_id))).status, 403)
  assert.equal((await outsider.get(place(stranger.administration_id))).status, 404)
  assert.equal((await invoiceRow(invoice_id)).open_amount, '120.00')
})
