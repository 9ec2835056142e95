import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountText } from '../../domain/money.ts'
import { calculate } from './calculate.ts'
import { type Debt, type DebtFacts, no_facts } from './debt.ts'
import { calculateTogether } from './together.ts'

const debt = (own: Partial<Debt> = {}, facts: Partial<DebtFacts> = {}): Debt => ({
  ...{ country: 'NL', party: 'business', currency: 'EUR', principal: 100_000n, due_date: '2026-01-31' },
  ...{ until: '2026-06-30', payments: [], facts: { ...no_facts, ...facts } },
  ...own,
})
const costs = (...debts: Debt[]): string[] =>
  (debts.length === 1 ? debts.map(calculate) : calculateTogether(debts)).map((one) => amountText(one.costs ?? -1n))

test('several Dutch debts between businesses bring one scale, by what is left of them as of one alone', () => {
  assert.deepEqual([costs(debt()), costs(debt(), debt())], [['150.00'], ['300.00', '0.00']])
  const paid_on = (date: Debt['until'], facts: Partial<DebtFacts> = {}) =>
    debt({ payments: [{ date, amount: 110_000n }] }, facts)
  for (const day of ['2026-03-02', '2026-06-30'] as const) {
    assert.deepEqual(costs(paid_on(day)), ['40.00'], `${day}: the fixed sum stays due`)
    assert.deepEqual(costs(paid_on(day), paid_on(day)), ['40.00', '0.00'], day)
  }
  const charged = { costs_charged_on: '2026-02-16' } as const
  assert.deepEqual(costs(paid_on('2026-03-02', charged), paid_on('2026-03-02', charged)), ['300.00', '0.00'])
  const in_time = paid_on('2026-01-31')
  assert.deepEqual([costs(in_time), costs(in_time, in_time)], [['0.00'], ['0.00', '0.00']])
  // The second one is due on the last day, and not late yet.
  assert.deepEqual(costs(debt(), debt({ due_date: '2026-06-30' })), ['150.00', '0.00'])
})
