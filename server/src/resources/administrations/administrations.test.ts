import assert from 'node:assert/strict'
import { test } from 'node:test'
import { data, startService } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'

const { call, given, database } = await startService()
const first = await given.tenant()
const second = await given.tenant({ company_id: first.company_id })
const gone = await given.tenant({ company_id: first.company_id })
const stranger = await given.tenant()
await database.db
  .updateTable('administrations')
  .set({ status: 'deleted', deleted_at: '2026-11-01T00:00:00Z' })
  .where('id', '=', gone.administration_id)
  .execute()

test('a token sees its administrations, also those that are marked for removal', async () => {
  const token = await given.token(first)
  const shown = data(await call('GET /v1/administrations', { token }))
  assert.deepEqual(
    shown.map(({ id, status }) => [id, status]),
    [
      [first.administration_id, 'active'],
      [second.administration_id, 'active'],
      [gone.administration_id, 'deleted'],
    ],
  )
  assert.match(String(shown[0]?.administration_url), /\/administrations\/\d+$/)
  const debtors = await call(`GET /v1/debtors?administration_id=${gone.administration_id}`, { token })
  assert.equal(debtors.status, 403, 'what is marked for removal is out of reach everywhere else')
})

test('a token for some administrations sees those alone', async () => {
  const token = await given.token(first, { administration_ids: [second.administration_id] })
  assert.deepEqual(
    data(await call('GET /v1/administrations', { token })).map(({ id }) => id),
    [second.administration_id],
  )
  assert.equal((await call(`GET /v1/administrations/${second.administration_id}`, { token })).status, 200)
  for (const id of [first.administration_id, stranger.administration_id, '999999', 'abc']) {
    assert.equal((await call(`GET /v1/administrations/${id}`, { token })).status, 404, id)
  }
})

test('a new administration is seen at once by a token for all of them', async () => {
  const token = await given.token(first)
  await call('GET /v1/administrations', { token })
  const fresh = await given.tenant({ company_id: first.company_id })
  const seen = async (): Promise<boolean> =>
    (await call(`GET /v1/administrations/${fresh.administration_id}`, { token })).status === 200
  await until('it is seen', seen)
})
