import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../../test/harness.ts'

const { call, given, database } = await startService()
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
await given.debtor(tenant, { debtor_number: 'D-1' })

const setRate = (rate: string) =>
  call('POST /v1/vat_rates', {
    token,
    json: { administration_id, vat_rates: [{ code: 'high', rate, name: 'High rate' }] },
  })

const delivery = {
  description: 'Delivery',
  vat_rate_code: 'high',
  vat_percentage: '21',
  total_excl_tax_amount: '100.00',
  total_incl_tax_amount: '121.00',
}
const invoice = (members: object = {}) => ({
  invoice_number: 'F-1',
  invoice_date: '2026-10-01',
  due_date: '2026-10-31',
  debtor_number: 'D-1',
  currency_code: 'EUR',
  amount_total: '121.00',
  amount_open: '121.00',
  book_amount_total: '121.00',
  book_amount_open: '121.00',
  invoice_lines: [delivery],
  ...members,
})
const post = async (one: object): Promise<unknown> =>
  (await call('POST /v1/invoices', { token, json: { administration_id, invoices: [one] } })).body
const done = { success: true, count: 1, errors: {} }

const shown = (number: string) =>
  database.db
    .selectFrom('invoice_lines as l')
    .innerJoin('invoices as i', 'i.id', 'l.invoice_id')
    .select(['l.description', 'l.vat_percentage', 'l.total_incl_tax_amount'])
    .where('i.invoice_number', '=', number)
    .orderBy('l.line_order')
    .execute()

test('an invoice of before a change of its VAT rate can be sent again', async () => {
  await setRate('21')
  const shipped = { invoice_number: 'F-2', sent_at: '2026-10-02T08:00:00Z' }
  assert.deepEqual(await post(invoice()), done)
  assert.deepEqual(await post(invoice(shipped)), done)
  await setRate('22')
  assert.deepEqual(await post(invoice({ category: 'books' })), done)
  assert.deepEqual(await post(invoice({ ...shipped, amount_open: '0.00', book_amount_open: '0.00' })), done)
  const before = [{ description: 'Delivery', vat_percentage: '21', total_incl_tax_amount: '121.00' }]
  assert.deepEqual(await shown('F-1'), before)
  assert.deepEqual(await shown('F-2'), before)
})

test('a new invoice comes at the present rate', async () => {
  await setRate('22')
  const answer = await post(invoice({ invoice_number: 'F-3' }))
  assert.match(JSON.stringify(answer), /vat_percentage: must be 22, the rate of high/)
})
