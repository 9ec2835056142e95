import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountText, cents } from './money.ts'
import { fillTerms, type Term } from './plan_terms.ts'

const term = (id: string, total_amount: string): Term => ({
  id,
  total_amount,
  amount_due: total_amount,
  payment_date: null,
})
const three = [term('1', '50.00'), term('2', '50.00'), term('3', '21.00')]
const shown = (terms: readonly Term[]) => terms.map(({ amount_due, payment_date }) => [amount_due, payment_date])

test('what is paid fills the terms in the order in which they are due', () => {
  assert.deepEqual(shown(fillTerms(three, 9_100n, '2026-11-10')), [
    ['20.00', null],
    ['50.00', null],
    ['21.00', null],
  ])
  assert.deepEqual(shown(fillTerms(three, 5_000n, '2026-11-10')), [
    ['0.00', '2026-11-10'],
    ['29.00', null],
    ['21.00', null],
  ])
})

test('a term that was paid keeps its day, and loses it when the payment is taken back', () => {
  const first = fillTerms(three, 7_100n, '2026-11-10')
  const second = fillTerms(first, 2_100n, '2026-12-10')
  assert.deepEqual(shown(second), [
    ['0.00', '2026-11-10'],
    ['0.00', '2026-12-10'],
    ['21.00', null],
  ])
  assert.deepEqual(shown(fillTerms(second, 8_000n, '2026-12-11')), [
    ['9.00', null],
    ['50.00', null],
    ['21.00', null],
  ])
})

test('a cent that was lost in dividing stays nowhere, and more than was agreed is not asked for', () => {
  assert.deepEqual(shown(fillTerms([term('1', '33.33'), term('2', '33.34')], 0n, '2026-11-10')), [
    ['0.00', '2026-11-10'],
    ['0.00', '2026-11-10'],
  ])
  assert.deepEqual(
    fillTerms(three, 50_000n, '2026-11-10').map(({ amount_due }) => amount_due),
    ['50.00', '50.00', '21.00'],
  )
  assert.deepEqual(
    fillTerms(three, -100n, '2026-11-10').map(({ amount_due }) => amount_due),
    ['0.00', '0.00', '0.00'],
  )
})

test('whatever is open, the terms ask for exactly that, and never for a later one before an earlier', () => {
  for (let open = 0n; open <= 12_100n; open += 37n) {
    const filled = fillTerms(three, open, '2026-11-10')
    const due = filled.reduce((total, { amount_due }) => total + cents(amount_due), 0n)
    assert.equal(amountText(due), amountText(open))
    const first = filled.findIndex(({ amount_due }) => amount_due !== '0.00')
    for (const { amount_due, total_amount } of first < 0 ? [] : filled.slice(first + 1)) {
      assert.equal(amount_due, total_amount)
    }
  }
})
