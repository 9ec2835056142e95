import assert from 'node:assert/strict'
import { test } from 'node:test'
import { data, startService } from '../../../test/harness.ts'

const { call, given } = await startService()
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant, { name: 'Inbox robot' })
const patch = (messages: unknown) => call('PATCH /v1/messages', { token, json: { administration_id, messages } })
const show = async (id: string) =>
  (await call(`GET /v1/messages/${id}?administration_id=${administration_id}`, { token })).body as Record<
    string,
    unknown
  >

test('messages are marked as read and unread, with who did it', async () => {
  const one = await given.message(tenant)
  const two = await given.message(tenant, { read_at: '2026-11-01T08:00:00Z' })
  const answer = await patch([
    { id: one, read: true },
    { id: two, read: false },
  ])
  assert.deepEqual(answer.body, { success: true, count: 2, errors: {} })
  const read = await show(one)
  assert.match(String(read.read_at), /Z$/)
  const { name, email_address } = read.read_by_user as { name: string; email_address: string }
  assert.deepEqual({ name, email_address }, { name: 'Inbox robot', email_address: '' })
  const unread = await show(two)
  assert.deepEqual([unread.read_at, unread.read_by_user], [null, null])
})

test('a message that is in the wanted state keeps its updated_at, and counts as processed', async () => {
  const id = await given.message(tenant)
  await patch([{ id, read: true }])
  const before = await show(id)
  assert.deepEqual((await patch([{ id, read: true }])).body, { success: true, count: 1, errors: {} })
  assert.deepEqual(await show(id), before)
})

test('each bad item stands under its own id, and the good ones are done', async () => {
  const other = await given.tenant({ company_id: tenant.company_id })
  // Ids of their own, so that none is also a position in the list.
  const [good, twice, malformed] = ['1001', '1002', '1003']
  for (const id of [good, twice, malformed]) await given.message(tenant, { id })
  const elsewhere = await given.message(other)
  const answer = await patch([
    { id: good, read: true },
    { id: '987654', read: true },
    { id: elsewhere, read: true },
    { id: twice, read: true },
    { id: twice, read: false },
    { id: malformed, read: 'perhaps' },
    { id: 'abc', read: true },
    { read: true },
    'nonsense',
    { id: '__proto__', read: true },
    { id: { of: 'something' }, read: true },
  ])
  assert.equal(answer.status, 200)
  const body = answer.body as { count: number; errors: Record<string, string[]> }
  assert.equal(body.count, 2)
  assert.deepEqual(
    Object.keys(body.errors).sort(),
    ['#4', '#7', '#8', '#10', '987654', '__proto__', 'abc', elsewhere, malformed].sort(),
  )
  assert.deepEqual(body.errors['987654'], ['There is no such message in this administration.'])
  assert.deepEqual(body.errors[elsewhere], body.errors['987654'])
  assert.match(body.errors['#4']?.[0] ?? '', /^id: is in this request more than once/)
  assert.deepEqual(body.errors[malformed], ['read: must be true or false'])
  assert.deepEqual(body.errors['#7'], ['id: is missing'])
  assert.notEqual((await show(twice)).read_at, null)
  assert.equal((await show(malformed)).read_at, null)
})

test('a form says the same as JSON', async () => {
  const [one, two] = [await given.message(tenant), await given.message(tenant, { read_at: '2026-11-01T08:00:00Z' })]
  const items = `messages[][id]=${one}&messages[][read]=1&messages[][id]=${two}&messages[][read]=false`
  const form = `administration_id=${administration_id}&${items}`
  const answer = await call('PATCH /v1/messages', { token, form })
  assert.deepEqual(answer.body, { success: true, count: 2, errors: {} })
  assert.notEqual((await show(one)).read_at, null)
  assert.equal((await show(two)).read_at, null)
})

test('a request that cannot be read as a whole is refused, and nothing is done', async () => {
  const refused = async (json: unknown) => {
    const answer = await call('PATCH /v1/messages', { token, json })
    assert.equal(answer.status, 422, answer.text)
    return (answer.body as { message: string }).message
  }
  assert.equal(await refused({}), 'administration_id: is missing, messages: is missing')
  assert.equal(await refused({ administration_id }), 'messages: is missing')
  assert.equal(await refused({ administration_id, messages: 'x' }), 'messages: must be a list')
  assert.equal(await refused([]), 'body: must be an object')
  const many = Array.from({ length: 1001 }, (_, index) => ({ id: String(index), read: true }))
  assert.equal(await refused({ administration_id, messages: many }), 'messages: must not have more than 1000 records')
  assert.deepEqual((await patch([])).body, { success: true, count: 0, errors: {} })
})

test('a list can be narrowed to the debtor, the invoice or the case it is about', async () => {
  const fresh = await given.tenant({ company_id: tenant.company_id })
  const debtor_id = await given.debtor(fresh)
  const invoice_id = await given.invoice(fresh, debtor_id)
  const about_debtor = await given.message(fresh, { debtor_id })
  const about_invoice = await given.message(fresh, { debtor_id, invoice_id })
  await given.message(fresh)
  const ids = async (query: string) =>
    data(await call(`GET /v1/messages?administration_id=${fresh.administration_id}&${query}`, { token })).map(
      (one) => one.id,
    )
  assert.deepEqual(await ids(`debtor_ids=${debtor_id}`), [about_debtor, about_invoice])
  assert.deepEqual(await ids(`invoice_ids=${invoice_id}`), [about_invoice])
  assert.deepEqual(await ids('credit_case_ids=5'), [])
})
