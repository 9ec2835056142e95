import assert from 'node:assert/strict'
import { test } from 'node:test'
import { business, follow, followed_now, followed_on, overdue } from '../../test/followed.ts'
import { startService } from '../../test/harness.ts'
import { signedIn } from '../../test/visitor.ts'

const service = await startService({ now: () => followed_now })
const { given, database, call } = service
const { db } = database
const tenant = await given.tenant()
const { administration_id } = tenant
await follow(service, tenant)
const token = await given.token(tenant)
const worker = await signedIn(service, tenant.company_id, { company_role: 'standard' })

const send = async (name: string, body: object): Promise<Record<string, string>> => {
  const answer = await worker.send(`POST /console/agreements/${name}`, { administration_id, ...body })
  assert.equal(answer.status, 200, answer.text)
  return answer.body as Record<string, string>
}
const rowOf = (table: 'invoices' | 'credit_cases' | 'payment_plans', id: string) =>
  db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow() as Promise<Record<string, unknown>>
const invoice = async (debtor_id: string, columns: object = {}): Promise<string> =>
  given.invoice(tenant, debtor_id, { ...overdue, ...columns })
const plan = async (over: object, amount: string): Promise<string> => {
  const terms = [{ amount, due_date: '2026-12-01' }]
  return (await send('make_plan', { ...over, terms, mail: false })).payment_plan_id ?? ''
}
const book = async (invoice_id: string, amount = '121.00'): Promise<string> => {
  const lines = [{ invoice_id, amount, open_amount: '121.00' }]
  return (await send('book_payment', { lines, payment_date: followed_on, method: 'cash' })).booking_id ?? ''
}
const dueOf = async (payment_plan_id: string): Promise<string[]> =>
  (
    await db
      .selectFrom('payment_plan_terms')
      .select('amount_due')
      .where('payment_plan_id', '=', payment_plan_id)
      .execute()
  ).map(({ amount_due }) => amount_due)
async function books(invoice_id: string, body: object): Promise<void> {
  const { invoice_number } = await rowOf('invoices', invoice_id)
  const json = { administration_id, invoices: [{ invoice_number, ...body }] }
  const answer = await call('PATCH /v1/invoices', { token, json })
  assert.deepEqual([answer.status, (answer.body as { errors: object }).errors], [200, {}], answer.text)
}
async function holdsAgain(plan_id: string, over: ['invoices' | 'credit_cases', string], due: string): Promise<void> {
  const { active_payment_plan_id, block_reasons } = await rowOf(...over)
  assert.deepEqual([active_payment_plan_id, block_reasons], [plan_id, ['payment_plan_active']])
  assert.deepEqual([(await rowOf('payment_plans', plan_id)).active, await dueOf(plan_id)], [true, [due]])
}

test('a plan holds again when the list of the books undoes the payment by hand that finished it', async () => {
  const id = await invoice(await given.debtor(tenant, business))
  const plan_id = await plan({ invoice_ids: [id] }, '121.00')
  await book(id)
  assert.equal((await rowOf('payment_plans', plan_id)).active, false)
  await books(id, { amount_open: '121.00', payments: [] })
  await holdsAgain(plan_id, ['invoices', id], '121.00')
})

test('a plan holds again when the books say that the invoice is open after all', async () => {
  const id = await invoice(await given.debtor(tenant, business))
  const plan_id = await plan({ invoice_ids: [id] }, '121.00')
  await book(id)
  await books(id, { amount_open: '100.00', book_amount_open: '100.00' })
  await holdsAgain(plan_id, ['invoices', id], '100.00')
})

test('a plan over a case holds again with the case', async () => {
  const debtor_id = await given.debtor(tenant, business)
  const id = await invoice(debtor_id)
  const case_id = await given.row('credit_cases', tenant, {
    ...{ debtor_id, case_number: '123123123', credit_case_number: '123 123 123', currency_code: 'EUR' },
    ...{ total_amount: '121.00', open_amount: '121.00', debt_collection_costs: '0.00', interest_costs: '0.00' },
    ...{ started_at: 'stamp', created_at: 'stamp', updated_at: 'stamp' },
  })
  await db.updateTable('invoices').set({ active_credit_case_id: case_id }).where('id', '=', id).execute()
  const plan_id = await plan({ credit_case_ids: [case_id] }, '121.00')
  const booking_id = await book(id)
  assert.notEqual((await rowOf('credit_cases', case_id)).deactivated_at, null)
  assert.equal((await rowOf('payment_plans', plan_id)).active, false)
  await send('take_back_payment', { booking_id, reason: 'Of another debtor.' })
  assert.equal((await rowOf('credit_cases', case_id)).deactivated_at, null)
  await holdsAgain(plan_id, ['credit_cases', case_id], '121.00')
})

test('a plan that somebody ended, and one of which something is in another plan, stay as they are', async () => {
  const debtor_id = await given.debtor(tenant, business)
  const [ended, other, second] = [await invoice(debtor_id), await invoice(debtor_id), await invoice(debtor_id)]
  const ended_plan = await plan({ invoice_ids: [ended] }, '121.00')
  const path = `PATCH /console/payment_plans/${ended_plan}/deactivate`
  assert.equal((await worker.send(path, { administration_id })).status, 200)
  const booking_id = await book(ended)
  await send('take_back_payment', { booking_id, reason: 'Twice.' })
  assert.deepEqual(
    [(await rowOf('payment_plans', ended_plan)).active, (await rowOf('invoices', ended)).active_payment_plan_id],
    [false, null],
  )
  const first_plan = await plan({ invoice_ids: [other, second] }, '242.00')
  const bookings = [await book(other), await book(second)]
  await books(other, { amount_open: '121.00', payments: [] })
  assert.equal((await rowOf('payment_plans', first_plan)).active, true, 'a part of it is open again')
  assert.equal(
    (await worker.send(`PATCH /console/payment_plans/${first_plan}/deactivate`, { administration_id })).status,
    200,
  )
  const newer = await plan({ invoice_ids: [other] }, '121.00')
  await send('take_back_payment', { booking_id: bookings[1], reason: 'Twice.' })
  assert.equal((await rowOf('payment_plans', first_plan)).active, false)
  assert.equal((await rowOf('invoices', other)).active_payment_plan_id, newer)
})

test('more that is charged on a paid invoice brings no plan back', async () => {
  const id = await invoice(await given.debtor(tenant, business), { sent_at: null })
  await db.updateTable('invoices').set({ sent_at: followed_now.toISOString() }).where('id', '=', id).execute()
  const plan_id = await plan({ invoice_ids: [id] }, '121.00')
  await book(id)
  await db.updateTable('invoices').set({ sent_at: null }).where('id', '=', id).execute()
  await books(id, {
    amount_total: '200.00',
    book_amount_total: '200.00',
    amount_open: '79.00',
    book_amount_open: '79.00',
  })
  assert.equal((await rowOf('invoices', id)).open_amount, '79.00')
  assert.equal((await rowOf('payment_plans', plan_id)).active, false)
})

test('an invoice that was not sent cannot have been paid by hand', async () => {
  const id = await invoice(await given.debtor(tenant, business), { sent_at: null })
  const lines = [{ invoice_id: id, amount: '121.00', open_amount: '121.00' }]
  const answer = await worker.send('POST /console/agreements/book_payment', {
    ...{ administration_id, lines, payment_date: followed_on, method: 'cash' },
  })
  assert.equal(answer.status, 422)
  assert.match(answer.text, /lines\[0\].invoice_id: .* was not sent/)
  assert.equal((await rowOf('invoices', id)).open_amount, '121.00')
})
