import assert from 'node:assert/strict'
import { test } from 'node:test'
import { data, startService } from '../../../test/harness.ts'
import { claim_statuses } from '../../domain/claim.ts'

const { call, given } = await startService()
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)

for (const [index, claim_status] of claim_statuses.entries()) {
  await given.row('order_lines', tenant, {
    order_line_identifier: `line-${index}`,
    claim: true,
    claim_status,
    claim_response_codes: ['0001', '8001'],
    amount: '80.00',
    invoice_identifier: `invoice-${index}`,
    product_identifier: 'C11',
    customer_email_address: index === 0 ? null : 'patient@example.com',
    created_at: `2026-0${index + 1}-01T00:00:00Z`,
    updated_at: 'stamp',
  })
}
const list = (path: string, query = '') =>
  call(`GET /v1/${path}?administration_id=${administration_id}${query}`, { token })
const identifiers = async (query: string) =>
  data(await list('health_care/declaration_lines', query)).map((one) => one.order_line_identifier)

test('a declaration line shows all 18 fields of the specification without being asked', async () => {
  const [first, second] = data(await list('health_care/declaration_lines'))
  assert.ok(first && second)
  assert.deepEqual(Object.keys(second).sort(), [
    'administration_id',
    'amount',
    'claim',
    'claim_response_codes',
    'claim_status',
    'created_at',
    'credit_invoice_identifier',
    'credited_amount',
    'credited_reimbursed_amount',
    'customer',
    'deeplink_url',
    'id',
    'invoice_identifier',
    'order_line_identifier',
    'product_identifier',
    'reimbursed_amount',
    'rejected_amount',
    'updated_at',
  ])
  assert.deepEqual(second.customer, { email_address: 'patient@example.com' })
  assert.equal(first.customer, null)
  assert.deepEqual(second.claim_response_codes, ['0001', '8001'])
  assert.equal(second.claim, true)
  assert.match(String(second.deeplink_url), /\/order_lines\/\d+$/)
})

test('an order line keeps three of them for those who ask', async () => {
  const [line] = data(await list('order_lines'))
  assert.equal(Object.keys(line ?? {}).length, 15)
  const fields = encodeURIComponent('{"only":["product_identifier",{"customer":["email_address"]},"deeplink_url"]}')
  const [asked] = data(await list('order_lines', `&ids=${line?.id}&fields=${fields}`))
  assert.deepEqual(Object.keys(asked ?? {}), ['product_identifier', 'customer', 'deeplink_url'])
})

test('every filter narrows the list', async () => {
  for (const [index, claim_status] of claim_statuses.entries()) {
    assert.deepEqual(await identifiers(`&claim_status=${claim_status}`), [`line-${index}`])
  }
  assert.deepEqual(await identifiers('&order_line_identifiers=line-5,line-1'), ['line-1', 'line-5'])
  assert.deepEqual(await identifiers('&invoice_identifiers=invoice-2'), ['line-2'])
  assert.deepEqual(await identifiers('&created_after=2026-03-01T00:00:00Z&created_before=2026-05-01T00:00:00Z'), [
    'line-3',
  ])
  assert.deepEqual(await identifiers('&claim_status=draft&order_line_identifiers=line-1'), [])
  const wrong = await list('health_care/declaration_lines', '&claim_status=lost')
  assert.equal(wrong.status, 422)
  assert.match(wrong.text, /claim_status: must be one of action_required/)
})
