import assert from 'node:assert/strict'
import { test } from 'node:test'
import { data, startService } from '../../test/harness.ts'
import { families } from '../resources/index.ts'
import { invoice_example } from '../resources/invoices/input.ts'
import type { Fields } from './field.ts'
import { readObject } from './input.ts'
import { operations } from './operations.ts'

const { call, given } = await startService()
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)

/** Every set of members that any operation reads, by where it stands. */
function* sets(name: string, fields: Fields): Generator<[string, Fields]> {
  yield [name, fields]
  for (const [member, { definition }] of Object.entries(fields)) {
    if (definition.value.is !== 'value') yield* sets(`${name}.${member}`, definition.value.shape)
  }
}

const bodies = operations(families).flatMap(({ name, doing }) => {
  if (doing.do === 'list' || doing.do === 'show') return []
  return [...sets(name, 'item' in doing.action ? doing.action.item : doing.action.body)]
})

for (const [name, fields] of bodies) {
  test(`${name}: an empty text is nothing, or missing where something is needed`, () => {
    const blank = Object.fromEntries(Object.keys(fields).map((member) => [member, '']))
    const { values, problems } = readObject(blank, fields)
    const required = Object.keys(fields).filter((member) => fields[member]?.definition.required)
    assert.deepEqual(
      problems,
      required.map((member) => `${member}: is missing`),
    )
    for (const [member, value] of Object.entries(values)) {
      assert.equal(value, fields[member]?.definition.preset ?? null, member)
    }
  })

  test(`${name}: what a member counts as without being sent is declared, and read so`, () => {
    const { values } = readObject({}, fields)
    const presets = Object.entries(fields).filter(([, { definition }]) => definition.preset !== undefined)
    assert.deepEqual(values, Object.fromEntries(presets.map(([member, { definition }]) => [member, definition.preset])))
  })
}

test('keys are stored as they are looked for, and an empty remark is none', async () => {
  const spaced = { debtor_number: ' D 7 ', debtor_identifier: '\td7\n', name: ' Example ', remark: '', vat_number: '' }
  const send = (debtor: object) => call('POST /v1/debtors', { token, json: { administration_id, debtors: [debtor] } })
  const made = await send(spaced)
  assert.deepEqual(made.body, { success: true, count: 1, errors: {} })
  const fields = encodeURIComponent('{"only":["debtor_number","debtor_identifier","name","remark","vat_number"]}')
  const list = (query: string) =>
    call(`GET /v1/debtors?administration_id=${administration_id}&fields=${fields}&${query}`, { token })
  const stored = { debtor_number: 'D 7', debtor_identifier: 'd7', name: ' Example ', remark: null, vat_number: null }
  assert.deepEqual(data(await list(`debtor_numbers=${encodeURIComponent(' D 7 ')}`)), [stored])
  assert.deepEqual(data(await list('debtor_identifiers=d7')), [stored])
  // The same debtor, however its number is padded.
  assert.deepEqual((await send({ ...spaced, debtor_number: 'D 7  ' })).body, made.body)
  assert.equal(data(await list('')).length, 1)
  const path = `/v1/debtors/${encodeURIComponent(' D 7 ')}`
  const one = await call(`GET ${path}?administration_id=${administration_id}&identifier_type=debtor_number`, { token })
  assert.equal(one.status, 200)
})

test('an invoice finds its debtor, its condition and its payments by keys without the spaces around them', async () => {
  const code = { code: ' N14 ', name: 'Fourteen days' }
  await call('POST /v1/payment_conditions', { token, json: { administration_id, payment_conditions: [code] } })
  const { invoice_lines: _, ...example } = invoice_example
  const invoice = {
    ...example,
    invoice_number: ' F 1 ',
    invoice_identifier: '',
    debtor_number: ' D 7',
    payment_condition: 'N14 ',
    payments: [{ amount: '21.00', origin_identifier: ' bank-1 ' }],
  }
  const send = () => call('POST /v1/invoices', { token, json: { administration_id, invoices: [invoice] } })
  assert.deepEqual((await send()).body, { success: true, count: 1, errors: {} })
  invoice.payments = [{ amount: '21.00', origin_identifier: 'bank-1' }]
  assert.deepEqual((await send()).body, { success: true, count: 1, errors: {} })
  const page = await call(`GET /v1/invoices?administration_id=${administration_id}&invoice_numbers=F%201`, { token })
  assert.deepEqual(
    data(page).map(({ invoice_number, invoice_identifier }) => [invoice_number, invoice_identifier]),
    [['F 1', null]],
  )
  assert.equal(data(await call(`GET /v1/payments?administration_id=${administration_id}`, { token })).length, 1)
  const block = { administration_id, invoice_numbers: [' F 1', 'F 1 ', ''] }
  const blocked = await call('PATCH /v1/invoices/block', { token, json: block })
  assert.deepEqual(blocked.body, { success: true, count: 1, errors: {} })
})
