import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../../test/harness.ts'
import { schemaOf } from '../../api/field.ts'
import { invoices } from './invoices.ts'

const { call, given, database } = await startService()
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
await given.debtor(tenant, { debtor_number: 'D-1' })
const stamps = { created_at: 'stamp', updated_at: 'stamp' }
await given.row('payment_conditions', tenant, { code: 'N30', name: 'Net 30 days', ...stamps })

/** Values that only fit where they stand. */
const chosen: { readonly [name: string]: unknown } = { invoice_number: 'F-1', payment_condition: 'N30' }

/** A value of its type for each writable field. */
const values = Object.fromEntries(
  Object.entries(invoices.input).map(([name, field]) => {
    const { type, format, enum: words, examples } = schemaOf(field, 'body')
    const usual = Array.isArray(words) ? words[0] : Array.isArray(examples) ? examples[0] : `any ${name}`
    const day_or_moment = format === 'date' ? '2026-10-01' : format === 'date-time' ? '2026-10-01T08:00:00Z' : null
    const number = [type].flat().includes('integer') ? 14 : null
    return [name, chosen[name] ?? day_or_moment ?? number ?? usual]
  }),
)

const amounts = { amount_total: '10', amount_open: '10', book_amount_total: '10', book_amount_open: '10' }

async function write(method: 'POST' | 'PATCH', invoice: object): Promise<{ [column: string]: unknown }> {
  const answer = await call(`${method} /v1/invoices`, { token, json: { administration_id, invoices: [invoice] } })
  assert.deepEqual(answer.body, { success: true, count: 1, errors: {} })
  return database.db.selectFrom('invoices').selectAll().where('invoice_number', '=', 'F-1').executeTakeFirstOrThrow()
}

test('every writable field of an invoice is stored in its column, and one that may be empty is emptied', async () => {
  const { sent_at, ...unsent } = values
  const stored = await write('POST', { ...unsent, ...amounts, debtor_number: 'D-1' })
  for (const [name, value] of Object.entries(unsent)) assert.equal(stored[name], value, name)
  const empty = Object.fromEntries(Object.keys(unsent).map((name) => [name, null]))
  const emptied = await write('PATCH', { ...empty, invoice_number: 'F-1' })
  for (const [name, value] of Object.entries(unsent)) {
    const stays = invoices.fields[name]?.definition.required === true
    assert.equal(emptied[name], stays ? value : null, name)
  }
  const sent = await write('PATCH', { invoice_number: 'F-1', sent_at })
  assert.equal(Date.parse(String(sent.sent_at)), Date.parse(String(sent_at)))
})
