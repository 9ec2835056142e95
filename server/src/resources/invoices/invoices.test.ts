import assert from 'node:assert/strict'
import { test } from 'node:test'
import { data, nextCursor, startService } from '../../../test/harness.ts'

const { call, given } = await startService()
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
const debtor_id = await given.debtor(tenant, { debtor_number: 'D-1', debtor_identifier: 'key-1' })
const other_id = await given.debtor(tenant, { debtor_number: 'D-2', debtor_identifier: 'key-2' })
const paid = { open_amount: '0', book_open_amount: '0', payment_date: '2026-10-05' }
const days = ['2026-03-01', '2026-01-01', '2026-02-01', '2026-01-01', '2026-02-01', '2026-04-01']
const ids: string[] = []
for (const [index, invoice_date] of days.entries()) {
  const columns = {
    invoice_date,
    due_date: `2026-12-0${index + 1}`,
    invoice_number: `F-${index}`,
    ...(index % 2 ? paid : {}),
  }
  ids.push(await given.invoice(tenant, index < 4 ? debtor_id : other_id, columns))
}
const list = (query = '') => call(`GET /v1/invoices?administration_id=${administration_id}${query}`, { token })
const places = async (query: string) => data(await list(query)).map((one) => ids.indexOf(String(one.id)))

/** Follows the cursor to the end. */
async function walk(query: string): Promise<number[]> {
  const seen: number[] = []
  for (let cursor = ''; ; ) {
    const page = await list(`${query}${cursor}`)
    seen.push(...data(page).map((one) => ids.indexOf(String(one.id))))
    const next = nextCursor(page)
    if (next === null) return seen
    cursor = `&cursor=${encodeURIComponent(next)}`
  }
}

test('a list is ordered by a day, upwards and downwards, at any page size', async () => {
  for (const size of [1, 2, 4, 100]) {
    const page = `&per_page=${size}`
    assert.deepEqual(await walk(`&order=invoice_date_asc${page}`), [1, 3, 2, 4, 0, 5])
    assert.deepEqual(await walk(`&order=invoice_date_desc${page}`), [5, 0, 4, 2, 3, 1])
    assert.deepEqual(await walk(`&order=due_date_desc${page}`), [5, 4, 3, 2, 1, 0])
    assert.deepEqual(await walk(`&order=invoice_date_asc&debtor_numbers=D-1${page}`), [1, 3, 2, 0])
    assert.deepEqual(
      await walk(`&order=invoice_date_asc&updated_after=1970-01-01T00:00:00Z${page}`),
      [1, 3, 2, 4, 0, 5],
    )
  }
})

test('a cursor belongs to its order', async () => {
  const cursor = nextCursor(await list('&order=invoice_date_asc&per_page=1'))
  for (const query of [
    `&cursor=${cursor}`,
    `&order=due_date_asc&cursor=${ids[0]}`,
    '&order=invoice_date',
    '&order=x',
  ]) {
    assert.equal((await list(query)).status, 422, query)
  }
})

test('paid and unpaid, amounts and debtors narrow the list', async () => {
  assert.deepEqual(await places('&paid=true'), [1, 3, 5])
  assert.deepEqual(await places('&paid=false'), [0, 2, 4])
  assert.deepEqual(await places('&book_amount_total_gte=121&book_amount_total_lte=121.00'), [0, 1, 2, 3, 4, 5])
  assert.deepEqual(await places('&book_amount_total_gte=121.01'), [])
  assert.deepEqual(await places('&debtor_numbers=D-2'), [4, 5])
  assert.deepEqual(await places('&debtor_identifiers=key-2&paid=true'), [5])
  assert.deepEqual(await places(`&debtor_ids=${debtor_id}&invoice_numbers=F-0,F-5`), [0])
  assert.equal((await list('&paid=perhaps')).status, 422)
  assert.equal((await list('&book_amount_total_gte=many')).status, 422)
})

test('an invoice is found by its number, and shows its lines when asked', async () => {
  const answer = await call(
    `GET /v1/invoices/F-0?administration_id=${administration_id}&identifier_type=invoice_number&fields=${encodeURIComponent(
      '{"only":["id","invoice_lines","labels","document_url"]}',
    )}`,
    { token },
  )
  assert.deepEqual(answer.body, { id: ids[0], invoice_lines: [], labels: [], document_url: null })
})

test('contacts are found through their debtors, and terms of a plan can be chosen from', async () => {
  const contact_id = await given.row('contacts', tenant, {
    lastname: 'Example',
    created_at: 'stamp',
    updated_at: 'stamp',
  })
  await given.row('contacts', tenant, { lastname: 'Other', created_at: 'stamp', updated_at: 'stamp' })
  await given.debtor(tenant, { debtor_number: 'D-3', contact_id })
  const contacts = await call(`GET /v1/contacts?administration_id=${administration_id}&debtor_numbers=D-3,D-9`, {
    token,
  })
  assert.deepEqual(
    data(contacts).map((one) => one.id),
    [contact_id],
  )
  const keys = { debtor_id, debtor_number: 'D-1', debtor_identifier: 'key-1', created_at: 'stamp', updated_at: 'stamp' }
  const payment_terms = JSON.stringify([{ id: '7', total_amount: '10.00', amount_due: '0.00', due_date: '2026-12-01' }])
  await given.row('payment_plans', tenant, { ...keys, payment_terms })
  const fields = encodeURIComponent('{"only":[{"payment_terms":["amount_due"]}]}')
  const plans = await call(`GET /v1/payment_plans?administration_id=${administration_id}&fields=${fields}`, { token })
  assert.deepEqual(data(plans), [{ payment_terms: [{ amount_due: '0.00' }] }])
})

test('the invoices of a case are found by it after it ended, too, and those of two cases once', async () => {
  const newCase = (number: string) =>
    given.row('credit_cases', tenant, {
      ...{ debtor_id, case_number: number, credit_case_number: number, currency_code: 'EUR' },
      ...{ total_amount: '121.00', open_amount: '121.00', debt_collection_costs: '0.00', interest_costs: '0.00' },
      ...{ started_at: 'stamp', created_at: 'stamp', updated_at: 'stamp' },
    })
  const [ended, running] = [await newCase('111222333'), await newCase('444555666')]
  const collected = await given.invoice(tenant, debtor_id, { invoice_number: 'F-7', active_credit_case_id: ended })
  const both = await given.invoice(tenant, debtor_id, { active_credit_case_id: running })
  await given.row('credit_case_invoices', tenant, { credit_case_id: ended, invoice_id: both })
  const json = {
    administration_id,
    invoices: [{ invoice_number: 'F-7', amount_open: '0.00', book_amount_open: '0.00' }],
  }
  assert.equal((await call('PATCH /v1/invoices', { token, json })).status, 200)
  const of = async (query: string) => data(await list(query)).map((one) => [one.id, one.active_credit_case_id])
  assert.deepEqual(await of(`&credit_case_ids=${ended},${running}`), [
    [collected, null],
    [both, running],
  ])
  assert.deepEqual(await of(`&credit_case_ids=${running}`), [[both, running]])
  assert.deepEqual(await of(`&credit_case_ids=${ended}&paid=true&order=due_date_asc`), [[collected, null]])
  assert.deepEqual(await of('&credit_case_ids=999999'), [])
})

test('an identifier that two invoices have shows neither of them', async () => {
  const [one] = await Promise.all(
    ['F-8', 'F-9'].map((invoice_number) =>
      given.invoice(tenant, debtor_id, { invoice_number, invoice_identifier: 'shared' }),
    ),
  )
  const show = (id: string, type: string) =>
    call(`GET /v1/invoices/${id}?administration_id=${administration_id}&identifier_type=${type}`, { token })
  const answer = await show('shared', 'invoice_identifier')
  assert.equal(answer.status, 422)
  assert.deepEqual(answer.body, {
    code: 'unprocessable_entity',
    message: 'invoice_identifier: belongs to more than one invoice; ask for one by invoice_number or id',
  })
  const shown = await show('F-8', 'invoice_number')
  assert.equal((shown.body as { id: string }).id, one)
})
