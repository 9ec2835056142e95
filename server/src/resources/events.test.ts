import assert from 'node:assert/strict'
import { test } from 'node:test'
import { data, nextCursor, startService } from '../../test/harness.ts'
import { permission_names } from '../auth/permissions.ts'

const { call, given, database } = await startService()
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
const debtor_id = await given.debtor(tenant, { debtor_number: 'D-1', name: 'Debtor One', is_company: true })
const task_id = await given.task(tenant)
const only = (...permissions: string[]) => given.token(tenant, { permissions: ['events:read', ...permissions] })
const feed = (by: string, query = '') =>
  call(`GET /v1/events?administration_id=${administration_id}${query}`, { token: by })
const names = async (by: string, query = '') => data(await feed(by, query)).map((one) => one.event_name)
const contextOf = (event: Record<string, unknown> | undefined) => (event?.context ?? {}) as Record<string, unknown>
const invoice = (invoice_number: string, overrides: object = {}) => ({
  invoice_number,
  invoice_date: '2026-10-01',
  due_date: '2026-10-31',
  currency_code: 'EUR',
  amount_total: '100.00',
  amount_open: '100.00',
  book_amount_total: '100.00',
  book_amount_open: '100.00',
  debtor_number: 'D-1',
  ...overrides,
})
const post = (...invoices: object[]) => call('POST /v1/invoices', { token, json: { administration_id, invoices } })

await post(invoice('F-1'))
await call(`PATCH /v1/tasks/${task_id}/mark_completed`, { token, json: { administration_id } })
await post(invoice('F-1', { amount_open: '40.00', book_amount_open: '40.00', labels: ['late'] }))

test('the feed lists what happened in order, each with its record as it was then', async () => {
  const events = data(await feed(token))
  assert.deepEqual(
    events.map((one) => one.event_name),
    ['invoice_created', 'todo_list_item_updated', 'invoice_payment_created', 'label_added'],
  )
  const [created, , paid, labelled] = events
  const context = contextOf(created)
  assert.equal(context.resource_type, 'invoice')
  assert.equal(String(context.id), created?.resource_id)
  assert.deepEqual([context.invoice_number, context.amount_total, context.amount_open], ['F-1', '100.00', '100.00'])
  assert.equal(contextOf(paid).amount_open, '40.00')
  assert.equal(contextOf(labelled).label, 'late')
  const debtor = context.debtor as Record<string, unknown>
  assert.deepEqual(
    [String(debtor.id), debtor.debtor_code, debtor.name, debtor.company_name],
    [debtor_id, 'D-1', 'Debtor One', 'Debtor One'],
  )
  assert.equal(String((context.administration as Record<string, unknown>).id), administration_id)
})

test('a token sees events on what it may read, and of the debtor only who it is', async () => {
  assert.deepEqual(await names(await only()), [])
  assert.deepEqual(await names(await only('tasks:read', 'debtors:read')), ['todo_list_item_updated'])
  const [created] = data(await feed(await only('invoices:read')))
  assert.deepEqual(contextOf(created).debtor, { id: Number(debtor_id) })
  const poor = await given.token(tenant, { permissions: permission_names.filter((one) => one !== 'events:read') })
  assert.equal((await feed(poor)).status, 403)
})

test('other records in a payload are shown to those who may read them', async () => {
  const elsewhere = await given.tenant({ company_id: tenant.company_id })
  const context = { resource_type: 'credit_case', id: 7, interest: '0.00', invoices: [{ id: 1 }] }
  const event = { event_name: 'case_paid', event_time: 'stamp', resource_type: 'credit_case', resource_id: 7 }
  await given.row('events', elsewhere, { ...event, context: JSON.stringify(context) })
  const seen = async (...permissions: string[]) => {
    const by = await given.token(elsewhere, { permissions: ['events:read', 'credit_cases:read', ...permissions] })
    const [one] = data(await call(`GET /v1/events?administration_id=${elsewhere.administration_id}`, { token: by }))
    return Object.keys(contextOf(one)).sort()
  }
  assert.deepEqual(await seen(), ['administration', 'id', 'interest', 'resource_type'])
  assert.deepEqual(await seen('invoices:read'), ['administration', 'id', 'interest', 'invoices', 'resource_type'])
})

test('a page at a time, from any place, whoever writes meanwhile', async () => {
  const seen: string[] = []
  let cursor = ''
  const writing = Promise.all(
    Array.from({ length: 6 }, async (_, writer) => {
      for (let turn = 0; turn < 6; turn++) await post(invoice(`W-${writer}-${turn}`), invoice(`V-${writer}-${turn}`))
    }),
  )
  let written = false
  void writing.then(() => {
    written = true
  })
  for (let quiet = false; !quiet; ) {
    const last_round = written
    const page = await feed(token, `&per_page=7${cursor}`)
    const ids = data(page).map((one) => String(one.id))
    seen.push(...ids)
    const last = ids.at(-1)
    if (last !== undefined) cursor = `&cursor=${last}`
    quiet = last_round && nextCursor(page) === null
  }
  await writing
  const rows = await database.db
    .selectFrom('events')
    .select('id')
    .where('administration_id', '=', administration_id)
    .orderBy('id')
    .execute()
  assert.deepEqual(
    seen,
    rows.map(({ id }) => id),
  )
  assert.equal(seen.length, 4 + 72)
})
