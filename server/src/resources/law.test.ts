import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../test/harness.ts'
import { answerTo } from '../law/claim/write_answer.ts'

const { call, given } = await startService()
const tenant = await given.tenant()
const token = await given.token(tenant, { permissions: ['debtors:read'] })

const debt = {
  ...{ country: 'NL', party: 'consumer', currency: 'EUR', principal: '500.00' },
  ...{ due_date: '2025-01-06', until: '2025-07-05' },
}
const payments = [{ date: '2025-02-10', amount: '200.00' }]
const facts = { letter: { sent: '2025-02-03', channel: 'email' } }

const ask = (parameters: Record<string, string>) =>
  call(`GET /v1/law/claim?${new URLSearchParams(parameters)}`, { token })

test('a debt is calculated for every token, as the command calculates it', async () => {
  const answer = await ask({ ...debt, payments: JSON.stringify(payments), facts: JSON.stringify(facts) })
  assert.equal(answer.status, 200, answer.text)
  const { data } = answer.body as { data: Record<string, unknown> }
  assert.deepEqual(data, JSON.parse(JSON.stringify(answerTo({ ...debt, payments, facts }))))
  // 500.00 × 6 % × 35/365 = 2.88, then 302.88 × 6 % × 145/365 = 7.22; 15 % of 300.00.
  const { interest, costs, costs_rule, last_free_day } = data
  assert.deepEqual([interest, costs, costs_rule, last_free_day], ['10.10', '45.00', 'nl.wik', '2025-02-17'])
})

test('the currency is that of the law unless it is said', async () => {
  const { currency: _, ...rest } = debt
  const answer = await ask({ ...rest, country: 'UK', party: 'business' })
  assert.equal((answer.body as { data: { fixed_sum: string } }).data.fixed_sum, '40.00')
})

test('what cannot be is refused with what is wrong', async () => {
  const many = JSON.stringify(Array.from({ length: 101 }, () => payments[0]))
  const cases: [Record<string, string>, RegExp][] = [
    [{ ...debt, principal: 'much' }, /principal has to be an amount/],
    [{ ...debt, principal: '12345678901234.56' }, /principal has to be an amount/],
    [{ ...debt, country: 'XX' }, /country: /],
    [{ ...debt, until: '2025-02-30' }, /until: /],
    [{ ...debt, payments: many }, /payments may have at most 100 items/],
    [{ ...debt, payments: '[' }, /payments: must be JSON/],
    [{ ...debt, facts: JSON.stringify({ letter: { sent: 'soon' } }) }, /facts\.letter\.sent has to be a day/],
    [{ ...debt, facts: `{"x":"${'x'.repeat(10_000)}"}` }, /facts: may have at most 10000 characters/],
    [{ country: 'NL' }, /party: is missing|party/],
  ]
  for (const [parameters, problem] of cases) {
    const answer = await ask(parameters)
    assert.equal(answer.status, 422, answer.text)
    assert.match(answer.text, problem)
  }
})

test('without a token nothing is calculated', async () => {
  assert.equal((await call(`GET /v1/law/claim?${new URLSearchParams(debt)}`)).status, 401)
})
