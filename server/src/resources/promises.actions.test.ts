import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CallOptions, data, startService } from '../../test/harness.ts'
import { signedIn } from '../../test/visitor.ts'

const now = new Date('2026-11-16T09:30:00Z')
const service = await startService({ now: () => now })
const { call, given, database } = service
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
const stranger = await given.tenant()
const foreign = await given.token(stranger)

const promise = (body: object, options: CallOptions = { token }) =>
  call('POST /v1/promises', { ...options, json: { administration_id, promised_on: '2026-11-20', ...body } })
const withdraw = (id: string) => call(`PATCH /v1/promises/${id}/withdraw`, { token, json: { administration_id } })

async function made(body: object): Promise<Record<string, unknown> & { id: string }> {
  const answer = await promise(body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body as Record<string, unknown> & { id: string }
}

/** An invoice of €121.00 to a debtor of its own, unless one is named. */
async function invoice(columns: { debtor_id?: string; [column: string]: unknown } = {}) {
  const { debtor_id = await given.debtor(tenant), ...rest } = columns
  const id = await given.invoice(tenant, debtor_id, rest)
  const { invoice_number } = await database.db
    .selectFrom('invoices')
    .select('invoice_number')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, invoice_number, debtor_id }
}

const message = async (body: object): Promise<string> => {
  const answer = await promise(body)
  assert.equal(answer.status, 422, answer.text)
  return (answer.body as { message: string }).message
}

const eventsOf = async (resource_id: string): Promise<string[]> => {
  const all = data(await call(`GET /v1/events?administration_id=${administration_id}&per_page=500`, { token }))
  return all
    .filter((one) => one.resource_type === 'promise' && one.resource_id === resource_id)
    .map((one) => String(one.event_name))
}

test('a promise about all that a debtor owes names its open invoices, costs included', async () => {
  const first = await invoice({ administration_costs_total: '7.50', administration_costs_open: '7.50' })
  const second = await invoice({ debtor_id: first.debtor_id, open_amount: '21.00', book_open_amount: '21.00' })
  await invoice({ debtor_id: first.debtor_id, open_amount: '0.00', book_open_amount: '0.00' })
  const { id, ...shown } = await made({ debtor_id: first.debtor_id, remark: 'On Friday.' })
  assert.deepEqual(
    [shown.amount, shown.currency_code, shown.promised_on, shown.status, shown.origin, shown.remark],
    ['149.50', 'EUR', '2026-11-20', 'open', 'interface', 'On Friday.'],
  )
  const fields = encodeURIComponent('{"only":["invoice_ids","created_by_user"]}')
  const { body } = await call(`GET /v1/promises/${id}?administration_id=${administration_id}&fields=${fields}`, {
    token,
  })
  const { invoice_ids, created_by_user } = body as { invoice_ids: string[]; created_by_user: { name: string } }
  assert.deepEqual(invoice_ids, [first.id, second.id])
  assert.match(created_by_user.name, /^Token/)
  assert.deepEqual(await eventsOf(id), ['promise_created'])
})

test('a promise by invoices takes ids and numbers, and a part of what is open', async () => {
  const first = await invoice()
  const second = await invoice({ debtor_id: first.debtor_id })
  const { amount, debtor_id } = await made({
    ...{ invoice_ids: [first.id], invoice_numbers: [second.invoice_number, first.invoice_number], amount: '200.00' },
  })
  assert.deepEqual([amount, debtor_id], ['200.00', first.debtor_id])
})

test('an invoice is part of one open promise at most; withdrawn, it can be promised again', async () => {
  const { id, invoice_number, debtor_id } = await invoice()
  const first = await made({ invoice_ids: [id] })
  const problem = `${invoice_number} is part of promise ${first.id} for 2026-11-20, which is open; withdraw that one first`
  assert.equal(await message({ invoice_ids: [id] }), `invoice_ids: ${problem}`)
  assert.equal(await message({ debtor_id }), `debtor_id: ${problem}`)
  const withdrawn = await withdraw(first.id)
  assert.equal(withdrawn.status, 200, withdrawn.text)
  const { status, ended_at } = withdrawn.body as { status: string; ended_at: string }
  assert.deepEqual([status, Date.parse(ended_at)], ['withdrawn', now.getTime()])
  assert.equal((await withdraw(first.id)).text, withdrawn.text, 'a second time changes nothing')
  assert.deepEqual(await eventsOf(first.id), ['promise_created', 'promise_withdrawn'])
  await made({ debtor_id })
})

test('two requests at once for one invoice make one promise', async () => {
  const { id } = await invoice()
  const statuses = (await Promise.all([promise({ invoice_ids: [id] }), promise({ invoice_ids: [id] })])).map(
    (one) => one.status,
  )
  assert.deepEqual(statuses.sort(), [201, 422])
})

test('a promise that was kept or broken cannot be withdrawn', async () => {
  const { id } = await made({ invoice_ids: [(await invoice()).id] })
  await database.pool.query(`update promises set status = 'broken', ended_at = now() where id = $1`, [id])
  const answer = await withdraw(id)
  assert.equal(answer.status, 422)
  assert.equal((answer.body as { message: string }).message, 'id: the promise was broken already')
})

test('what could not be kept is refused, with what to do', async () => {
  const { id, invoice_number, debtor_id } = await invoice()
  const other = await invoice()
  const paid = await invoice({ open_amount: '0.00', book_open_amount: '0.00' })
  const dollars = await invoice({ debtor_id, currency_code: 'USD' })
  const cases: [object, string][] = [
    [{}, 'debtor_id: is missing, unless debtor_number, invoice_ids or invoice_numbers are given'],
    [{ debtor_id: '987654' }, 'debtor_id: there is no such debtor'],
    [{ debtor_number: 'nobody' }, 'debtor_number: there is no such debtor'],
    [{ invoice_ids: [id, '987654'] }, 'invoice_ids: 987654 is not there'],
    [{ invoice_numbers: ['nothing'] }, 'invoice_numbers: nothing is not there'],
    [{ invoice_ids: [id, other.id] }, 'invoice_ids: all invoices have to be of one debtor'],
    [{ debtor_id, invoice_numbers: [other.invoice_number] }, 'invoice_numbers: all invoices have to be of one debtor'],
    [{ invoice_ids: [paid.id] }, `invoice_ids: nothing is open of ${paid.invoice_number}`],
    [{ debtor_id: paid.debtor_id }, 'debtor_id: nothing is open that could be promised'],
    [{ debtor_id }, 'debtor_id: is about several currencies; name the invoices of one'],
    [{ invoice_ids: [id], amount: '121.01' }, 'amount: is more than the 121.00 that is open'],
    [{ invoice_ids: [id], amount: '0.00' }, 'amount: must be more than 0.00'],
    [{ invoice_ids: [id], promised_on: '2026-11-15' }, 'promised_on: is in the past'],
    [
      { invoice_ids: [id], promised_on: '2062-11-20' },
      'promised_on: must not be after 2027-11-16; make a payment plan for what takes longer',
    ],
  ]
  for (const [body, problem] of cases) assert.equal(await message(body), problem)
  await made({ invoice_numbers: [invoice_number], promised_on: '2026-11-16' })
  await made({ invoice_ids: [dollars.id], promised_on: '2027-11-16' })
})

test('nobody promises for debtors of another company', async () => {
  const { id, debtor_id, invoice_number } = await invoice()
  const { id: promise_id } = await made({ invoice_ids: [id] })
  for (const body of [{ debtor_id }, { invoice_ids: [id] }, { invoice_numbers: [invoice_number] }]) {
    assert.equal((await promise(body, { token: foreign })).status, 403)
    const own = await promise({ ...body, administration_id: stranger.administration_id }, { token: foreign })
    assert.equal(own.status, 422, own.text)
  }
  const json = { administration_id: stranger.administration_id }
  assert.equal((await call(`PATCH /v1/promises/${promise_id}/withdraw`, { token: foreign, json })).status, 404)
  const poor = await given.token(tenant, { permissions: ['promises:read'] })
  assert.equal((await promise({ invoice_ids: [id] }, { token: poor })).status, 403)
  const { rows } = await database.pool.query('select status from promises where id = $1', [promise_id])
  assert.deepEqual(rows, [{ status: 'open' }])
})

test('on our pages whoever works there notes a promise, and who it was is kept', async () => {
  const worker = await signedIn(service, tenant.company_id, {
    ...{ company_role: null, rights: { [administration_id]: 'standard' } },
  })
  const reader = await signedIn(service, tenant.company_id, {
    ...{ company_role: null, rights: { [administration_id]: 'restricted' } },
  })
  const body = { administration_id, invoice_ids: [(await invoice()).id], promised_on: '2026-11-20' }
  assert.equal((await reader.send('POST /console/promises', body)).status, 403)
  const answer = await worker.send('POST /console/promises', body)
  assert.equal(answer.status, 201, answer.text)
  const { id, origin, created_by_user } = answer.body as { id: string; origin: string; created_by_user: { id: string } }
  assert.deepEqual([origin, created_by_user.id], ['person', worker.id])
  assert.equal((await worker.send(`PATCH /console/promises/${id}/withdraw`, { administration_id })).status, 200)
})
