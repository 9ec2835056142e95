import assert from 'node:assert/strict'
import { test } from 'node:test'
import { data, nextCursor, startService } from '../../test/harness.ts'

const { call, given } = await startService()
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

for (const [id, days] of [
  [1, 120],
  [2, 91],
  [3, 89],
  [4, 30],
  [5, 1],
] as const) {
  const deleted_at = daysAgo(days)
  await given.row('deleted_payments', tenant, { id, origin_identifier: `origin-${id}`, invoice_id: 7, deleted_at })
  await given.row('deleted_credit_cases', tenant, { id, debtor_id: 9, deleted_at })
}
const list = (family: string, query = '') =>
  call(`GET /v1/${family}/deleted?administration_id=${administration_id}${query}`, { token })
const ids = async (family: string, query = '') => data(await list(family, query)).map((one) => one.id)

test('what was deleted in the last 90 days is listed, and nothing older, whatever is asked for', async () => {
  for (const family of ['payments', 'credit_cases']) {
    assert.deepEqual(await ids(family), ['3', '4', '5'])
    assert.deepEqual(await ids(family, `&deleted_after=${daysAgo(400)}`), ['3', '4', '5'])
    assert.deepEqual(await ids(family, `&deleted_after=${daysAgo(40)}`), ['4', '5'])
    assert.deepEqual(await ids(family, `&deleted_before=${daysAgo(10)}`), ['3', '4'])
    assert.deepEqual(await ids(family, `&deleted_after=${daysAgo(40)}&deleted_before=${daysAgo(10)}`), ['4'])
  }
})

test('a deleted record shows what is left of it', async () => {
  assert.deepEqual(Object.keys(data(await list('payments'))[0] ?? {}), [
    'id',
    'administration_id',
    'origin_identifier',
    'invoice_id',
    'deleted_at',
  ])
  assert.deepEqual(Object.keys(data(await list('credit_cases'))[0] ?? {}), [
    'id',
    'administration_id',
    'debtor_id',
    'deleted_at',
  ])
})

test('deleted lists come in pages', async () => {
  const first = await list('payments', '&per_page=2')
  assert.deepEqual(
    data(first).map((one) => one.id),
    ['3', '4'],
  )
  assert.equal(nextCursor(first), '4')
  const last = await list('payments', `&per_page=2&cursor=${nextCursor(first)}`)
  assert.deepEqual(
    data(last).map((one) => one.id),
    ['5'],
  )
  assert.equal(nextCursor(last), null)
})

test('the administration must be named, and be within reach', async () => {
  const answer = await call('GET /v1/payments/deleted', { token })
  assert.deepEqual(answer.body, { code: 'unprocessable_entity', message: 'administration_id: is missing' })
  const other = await given.tenant()
  assert.equal(
    (await call(`GET /v1/payments/deleted?administration_id=${other.administration_id}`, { token })).status,
    403,
  )
})
