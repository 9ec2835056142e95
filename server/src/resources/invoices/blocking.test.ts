import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../../test/harness.ts'

const { call, given, database } = await startService()
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
const debtor_id = await given.debtor(tenant)
const paused = { blocked_at: '2026-11-01T00:00:00Z', block_reasons: ['debtor_paused'] }
for (const number of ['A', 'B', 'C']) {
  await given.invoice(tenant, debtor_id, { invoice_number: number, invoice_identifier: `key-${number}` })
}
await given.invoice(tenant, debtor_id, { invoice_number: 'P', ...paused })

const act = async (verb: 'block' | 'resume', json: object) => {
  const answer = await call(`PATCH /v1/invoices/${verb}`, { token, json: { administration_id, ...json } })
  return { status: answer.status, body: answer.body }
}
const done = (count: number, more: object = {}) => ({
  status: 200,
  body: { success: true, count, errors: {}, ...more },
})
const row = (invoice_number: string) =>
  database.db
    .selectFrom('invoices')
    .select(['blocked_at', 'block_reasons', 'updated_at'])
    .where('invoice_number', '=', invoice_number)
    .executeTakeFirstOrThrow()
const events = async () =>
  (await database.db.selectFrom('events').select('event_name').orderBy('id').execute()).map((one) => one.event_name)

test('invoices are blocked by number and by key, once', async () => {
  assert.deepEqual(
    await act('block', { invoice_numbers: ['A', 'B'], invoice_identifiers: ['key-B', 'key-C'] }),
    done(3),
  )
  assert.deepEqual(await events(), ['invoice_blocked', 'invoice_blocked', 'invoice_blocked'])
  const blocked = await row('A')
  assert.deepEqual(blocked.block_reasons, ['interface'])
  assert.notEqual(blocked.blocked_at, null)
  assert.deepEqual(await act('block', { invoice_numbers: ['A'] }), done(1))
  assert.deepEqual(await row('A'), blocked, 'blocking again changes nothing')
  assert.equal((await events()).length, 3)
})

test('resuming lifts the block of the interface, and nothing else', async () => {
  assert.deepEqual(await act('resume', { invoice_numbers: ['A'] }), done(1))
  const resumed = await row('A')
  assert.deepEqual([resumed.blocked_at, resumed.block_reasons], [null, []])
  assert.equal((await events()).at(-1), 'invoice_resumed')
  assert.deepEqual(await act('resume', { invoice_numbers: ['A'] }), done(1))
  assert.deepEqual(await row('A'), resumed)

  assert.deepEqual(await act('block', { invoice_numbers: ['P'] }), done(1))
  assert.deepEqual((await row('P')).block_reasons, ['debtor_paused', 'interface'])
  const count = (await events()).length
  const warned = done(1, { warnings: { P: ['is still blocked: debtor_paused'] } })
  assert.deepEqual(await act('resume', { invoice_numbers: ['P'] }), warned)
  assert.deepEqual((await row('P')).block_reasons, ['debtor_paused'])
  assert.equal((await events()).length, count, 'it was blocked all the time')
})

test('a form will do, unknown invoices are named, and a request without any is refused', async () => {
  const form = `administration_id=${administration_id}&invoice_numbers[]=B&invoice_numbers[]=nobody&fields=`
  const answer = await call('PATCH /v1/invoices/resume', { token, form })
  assert.deepEqual(answer.body, { success: true, count: 1, errors: { not_found: ['nobody'] } })
  for (const json of [{}, { invoice_numbers: [] }, { invoice_numbers: null }]) {
    assert.equal((await act('block', json)).status, 422)
  }
  const many = Array.from({ length: 1001 }, (_, place) => `F${place}`)
  assert.equal((await act('block', { invoice_identifiers: many })).status, 422)
})

test('fields may come along, and change nothing', async () => {
  for (const fields of ['{"only":["id"]}', { only: ['id'] }, 'anything']) {
    assert.deepEqual(await act('resume', { invoice_numbers: ['C'], fields }), done(1))
  }
})

test('a number that is the key of another invoice is reported separately', async () => {
  await given.invoice(tenant, debtor_id, { invoice_number: 'key-X', invoice_identifier: 'X', ...paused })
  await given.invoice(tenant, debtor_id, { invoice_number: 'Y', invoice_identifier: 'X', ...paused })
  const both = { invoice_numbers: ['key-X'], invoice_identifiers: ['key-X'] }
  assert.deepEqual(await act('block', both), done(1, { errors: { not_found: ['key-X'] } }))
  const blocked = 'is still blocked: debtor_paused'
  assert.deepEqual(
    await act('resume', { invoice_identifiers: ['X'] }),
    done(2, { warnings: { X: [blocked, blocked] } }),
  )
})
