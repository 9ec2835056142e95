import assert from 'node:assert/strict'
import { test } from 'node:test'
import { data, startService } from '../../test/harness.ts'

const { call, given, database } = await startService()
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)

async function post(family: 'vat_rates' | 'payment_conditions', records: unknown) {
  const answer = await call(`POST /v1/${family}`, { token, json: { administration_id, [family]: records } })
  assert.equal(answer.status, 201, answer.text)
  return answer.body as { success: boolean; count: number; errors: Record<string, string[]> }
}

const rate = async (code: string) =>
  data(await call(`GET /v1/vat_rates?administration_id=${administration_id}`, { token })).find(
    (one) => one.code === code,
  )

test('rates are made, and regular unless given', async () => {
  const answer = await post('vat_rates', [
    { code: 'high', rate: '21', name: 'High' },
    { code: 'none', rate: 0, name: 'Exempt', category: 'exempt' },
  ])
  assert.deepEqual(answer, { success: true, count: 2, errors: {} })
  const { id: _, ...high } = (await rate('high')) ?? {}
  assert.deepEqual(high, {
    administration_id,
    code: 'high',
    name: 'High',
    rate: 21,
    category: 'regular',
    exemption_reason_code: null,
  })
  assert.deepEqual([(await rate('none'))?.rate, (await rate('none'))?.category], [0, 'exempt'])
})

test('a known rate is changed by what is sent, and the same again changes nothing', async () => {
  await post('vat_rates', [{ code: 'low', rate: '9.5', name: 'Low', category: 'reversed' }])
  const before = await rate('low')
  const row = () => database.db.selectFrom('vat_rates').selectAll().where('code', '=', 'low').executeTakeFirstOrThrow()
  const first = await row()
  for (const record of [
    { code: 'low', rate: '9.5', name: 'Low', category: 'reversed' },
    { code: 'low', rate: '9.5000' },
    { code: 'low', name: null, category: null },
    { code: 'low' },
  ]) {
    assert.deepEqual((await post('vat_rates', [record])).count, 1)
    assert.deepEqual(await row(), first)
  }
  await post('vat_rates', [{ code: 'low', rate: '9' }])
  assert.deepEqual(await rate('low'), { ...before, rate: 9 })
  assert.ok((await row()).updated_at > first.updated_at)
})

test('what is wrong with a rate stands under its code', async () => {
  const cases: [record: object, key: string, problems: string[]][] = [
    [{ rate: '21', name: 'x' }, '#0', ['code: is missing']],
    [{ code: 'a' }, 'a', ['rate: is missing', 'name: is missing']],
    [{ code: 'b', rate: '21', name: '' }, 'b', ['name: is missing']],
    [{ code: 'c', rate: '101', name: 'x' }, 'c', ['rate: must be a percentage from 0 to 100, with at most 4 decimals']],
    [{ code: 'd', rate: '-1', name: 'x' }, 'd', ['rate: must be a percentage from 0 to 100, with at most 4 decimals']],
    [
      { code: 'e', rate: '1.23456', name: 'x' },
      'e',
      ['rate: must be a percentage from 0 to 100, with at most 4 decimals'],
    ],
    [
      { code: 'f', rate: '1', name: 'x', category: 'odd' },
      'f',
      ['category: must be one of regular, zero, none, exempt, reversed, export, export_within_eea'],
    ],
    [{ code: 'g', rate: '100', name: 'x' }, 'g', []],
    [
      { code: 'g', rate: '1', name: 'x' },
      '#8',
      ['code: is in this request more than once, and says something else here; only the first one counts'],
    ],
  ]
  const { count, errors } = await post(
    'vat_rates',
    cases.map(([record]) => record),
  )
  assert.equal(count, 1)
  const wrong = cases.filter(([, , problems]) => problems.length > 0)
  assert.deepEqual(errors, Object.fromEntries(wrong.map(([, key, problems]) => [key, problems])))
  assert.equal((await rate('g'))?.rate, 100)
})

test('payment conditions are made, and a known code gets the new name', async () => {
  const rows = () =>
    database.db
      .selectFrom('payment_conditions')
      .selectAll()
      .where('administration_id', '=', administration_id)
      .orderBy('code')
      .execute()
  const sent = [
    { code: 'N14', name: 'Two weeks' },
    { code: 'N30', name: 'A month' },
  ]
  assert.deepEqual(await post('payment_conditions', sent), { success: true, count: 2, errors: {} })
  const before = await rows()
  assert.deepEqual(await post('payment_conditions', sent), { success: true, count: 2, errors: {} })
  assert.deepEqual(await rows(), before)
  const { count, errors } = await post('payment_conditions', [
    { code: 'N14', name: 'Fourteen days' },
    { code: 'N30' },
    { name: 'x' },
  ])
  assert.equal(count, 1)
  assert.deepEqual(errors, { N30: ['name: is missing'], '#2': ['code: is missing'] })
  const after = await rows()
  assert.deepEqual(
    after.map((row) => row.name),
    ['Fourteen days', 'A month'],
  )
  assert.deepEqual(after[1], before[1])
})

test('codes of another administration are not found, and a token that may not write is refused', async () => {
  const there = await given.tenant({ company_id: tenant.company_id })
  const json = { administration_id: there.administration_id, vat_rates: [{ code: 'high', rate: '19' }] }
  const answer = await call('POST /v1/vat_rates', { token, json })
  assert.deepEqual(answer.body, { success: true, count: 0, errors: { high: ['name: is missing'] } })
  const poor = await given.token(tenant, { permissions: ['vat_rates:read'] })
  for (const family of ['vat_rates', 'payment_conditions']) {
    const refused = await call(`POST /v1/${family}`, { token: poor, json: { administration_id, [family]: [] } })
    assert.deepEqual(refused.body, { code: 'forbidden', message: `Missing permission: ${family}:write` })
  }
})
