import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, startService } from '../../test/harness.ts'
import type { ManyAction } from '../api/actions.ts'
import { type Operation, operations } from '../api/operations.ts'
import { families } from '../resources/index.ts'

const { call, given } = await startService()
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
await given.debtor(tenant, { debtor_number: 'D1001', debtor_identifier: 'd1001' })
await given.row('contacts', tenant, { contact_identifier: 'C1001', created_at: 'stamp', updated_at: 'stamp' })
const message_id = await given.message(tenant)

type Result = { count: number; errors: Record<string, string[]> }
type Item = { readonly [member: string]: unknown }

/** The batches of the interface, with an item that each would be glad about and the key that it has. */
const batches = operations(families).flatMap((operation) => {
  const { doing, example } = operation
  if (doing.do !== 'many') return []
  const { items, keys } = doing.action
  const [first = {}] = (example?.[items] ?? []) as Item[]
  // What these name is not there.
  const good = without(first, ['payment_condition', 'invoice_lines'])
  // Contacts could be named by their id as well, if they had one.
  const key = keys.find((name) => name in good) ?? ''
  const value = operation.name === 'messages.update' ? message_id : '1'
  return [{ operation, action: doing.action, item: { ...good, [key]: value }, key, value }]
})

const send = async (operation: Operation, action: ManyAction, items: unknown[]): Promise<Result> => {
  const json = { administration_id, [action.items]: items }
  const answer: Answer = await call(`${operation.method} ${operation.path}`, { token, json })
  assert.equal(answer.status, operation.status, answer.text)
  return answer.body as Result
}

/** Something that each of them takes for another record. */
const different = { name: 'Other', lastname: 'Other', category: 'other' }

function without(item: Item, keys: readonly string[]): Item {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !keys.includes(name)))
}

for (const { operation, action, item, key, value } of batches) {
  const { keys } = action
  // So that the position of what comes behind them is the key of the good one.
  const same = Array<Item>(Number(value)).fill(item)

  test(`${operation.name}: what has no key stands under its position, which is no id`, async () => {
    const result = await send(operation, action, [...same, without(item, keys), 'nonsense'])
    assert.equal(result.errors[value], undefined, JSON.stringify(result.errors))
    assert.match(result.errors[`#${value}`]?.join() ?? '', /: is missing/)
    assert.deepEqual(result.errors[`#${Number(value) + 1}`], ['must be an object'])
  })

  test(`${operation.name}: the first one counts, one that says the same is left out, any other is refused`, async () => {
    const other = { ...item, ...(operation.name === 'messages.update' ? { read: false } : different) }
    const result = await send(operation, action, [...same, item, other])
    // A PATCH of an invoice that is not there says so in a place of its own.
    const { not_found: _, ...errors } = result.errors
    assert.deepEqual(Object.keys(errors), [`#${Number(value) + 1}`])
    assert.match(errors[`#${Number(value) + 1}`]?.join() ?? '', new RegExp(`${key}: is in this request more than once`))
    assert.equal(result.count, 1)
  })
}

test('a number that looks like a position is told apart from it', async () => {
  const [batch] = batches.filter(({ operation }) => operation.name === 'payment_conditions.create')
  assert.ok(batch)
  const { operation, action } = batch
  const { errors, count } = await send(operation, action, [{ code: '#1', name: 'Odd' }, { name: 'Without a code' }])
  assert.deepEqual([count, errors], [1, { '##1': ['code: is missing'] }])
})

test('a key that JSON rounded is no key, so nothing is written under it', async () => {
  const debtors = '{"debtor_number":12345678901234567890,"debtor_identifier":"long","name":"Long"}'
  const body = `{"administration_id":"${administration_id}","debtors":[${debtors}]}`
  const answer = await call('POST /v1/debtors', { token, body, headers: { 'content-type': 'application/json' } })
  assert.deepEqual(answer.body, {
    success: true,
    count: 0,
    errors: { long: ['debtor_number: has too many digits for a number; send it as a text, in quotes'] },
  })
})
