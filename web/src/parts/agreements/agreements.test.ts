import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountOf, centsOf, typedCents } from './cents.ts'
import { termsOf } from './schedule.ts'
import { spreadOver } from './spread.ts'
import { twinOf } from './twin.ts'

const monthly = { count: '3', each: '', first_day: '2026-11-30', every: 'month' } as const

test('terms add up to the cent, a month or a week apart, and the last day of a short month is its own', () => {
  assert.deepEqual(termsOf(10_000n, monthly, 'en'), [
    { due_date: '2026-11-30', amount: '33.34' },
    { due_date: '2026-12-30', amount: '33.33' },
    { due_date: '2027-01-30', amount: '33.33' },
  ])
  assert.equal(termsOf(10_000n, { ...monthly, count: '4' }, 'en')?.[3]?.due_date, '2027-02-28')
  assert.equal(termsOf(10_000n, { ...monthly, every: 'week' }, 'en')?.[2]?.due_date, '2026-12-14')
  for (const total of [1n, 7n, 99_999_999_999n, 100_001n])
    for (const count of ['1', '2', '7', '59', '60']) {
      const terms = termsOf(total, { ...monthly, count }, 'en')
      if (BigInt(count) > total) assert.equal(terms, null)
      else
        assert.equal(
          terms?.reduce((sum, { amount }) => sum + (centsOf(amount) ?? 0n), 0n),
          total,
        )
    }
})

test('terms of a chosen amount leave the rest for the last', () => {
  assert.deepEqual(
    termsOf(25_001n, { ...monthly, each: '100' }, 'en')?.map(({ amount }) => amount),
    ['100.00', '100.00', '50.01'],
  )
  assert.deepEqual(
    termsOf(20_000n, { ...monthly, each: '100,00' }, 'en')?.map(({ amount }) => amount),
    ['100.00', '100.00'],
  )
})

test('terms that cannot be made are none', () => {
  for (const count of ['0', '61', '100', '', '-1', '2.5', 'x'])
    assert.equal(termsOf(10_000n, { ...monthly, count }, 'en'), null)
  for (const each of ['0', '-5', 'x', '1.001', '0.01']) assert.equal(termsOf(10_000n, { ...monthly, each }, 'en'), null)
  assert.equal(termsOf(0n, monthly, 'en'), null)
  assert.equal(termsOf(-100n, monthly, 'en'), null)
  assert.equal(termsOf(10_000n, { ...monthly, first_day: '' }, 'en'), null)
})

test('a payment goes to the oldest first, and what is more than open is left', () => {
  const invoices = [
    { id: 'a', amount: '100.00' },
    { id: 'credit', amount: '-20.00' },
    { id: 'b', amount: '50.01' },
  ]
  assert.deepEqual(spreadOver(12_000n, invoices), { lines: { a: '100.00', b: '20.00' }, left: 0n })
  assert.deepEqual(spreadOver(16_000n, invoices), { lines: { a: '100.00', b: '50.01' }, left: 999n })
  assert.deepEqual([centsOf('1.5'), centsOf('0.07'), centsOf('x'), amountOf(-7n)], [150n, 7n, null, '-0.07'])
  const typed = (['1,5', '€ 1.234,50', '1.234', 'x'] as const).map((one) => typedCents(one, 'nl'))
  assert.deepEqual(typed, [150n, 123_450n, 123_400n, null])
})

test('a payment just like one that is booked is of its amount, day and currency', () => {
  const booked = { amount: '50.00', payment_date: '2026-11-16', currency_code: 'EUR' }
  const payment = { cents: 5_000n, payment_date: '2026-11-16', currency_code: 'EUR' }
  assert.equal(twinOf(payment, [{ ...booked, amount: '49.00' }, booked]), booked)
  const others = [{ cents: 4_999n }, { payment_date: '2026-11-15' }, { currency_code: 'USD' }]
  for (const other of others) assert.equal(twinOf({ ...payment, ...other }, [booked]), undefined)
})
