import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { amountText, atRateOf, cents, fixed, quotient } from './money.ts'

test('amounts are read and written without losing a cent', () => {
  for (const [text, amount] of [
    ['0.00', 0n],
    ['0.05', 5n],
    ['-0.05', -5n],
    ['1250.00', 125_000n],
    ['-9999999999999999.99', -999_999_999_999_999_999n],
  ] as const) {
    assert.equal(cents(text), amount)
    assert.equal(amountText(amount), text)
  }
  fc.assert(fc.property(fc.bigInt(), (amount) => cents(amountText(amount)) === amount))
})

test('what is no number with so many decimals is refused', () => {
  for (const text of ['', '1.', '.5', '1e3', '1,00', '1.005', 'NaN']) assert.throws(() => cents(text))
  assert.equal(fixed('21.5000', 2), 2150n)
})

test('halves are rounded away from zero, in both directions', () => {
  for (const [above, below, rounded] of [
    [5n, 10n, 1n],
    [4n, 10n, 0n],
    [-5n, 10n, -1n],
    [-4n, 10n, 0n],
    [15n, -10n, -2n],
    [-15n, -10n, 2n],
    [0n, 7n, 0n],
  ] as const) {
    assert.equal(quotient(above, below), rounded, `${above}/${below}`)
  }
  const parts = fc.tuple(
    fc.bigInt(),
    fc.bigInt().filter((one) => one !== 0n),
  )
  fc.assert(
    fc.property(parts, ([above, below]) => {
      const off = above - quotient(above, below) * below
      return 2n * (off < 0n ? -off : off) <= (below < 0n ? -below : below)
    }),
  )
})

test('a part counts at the rate of the totals', () => {
  assert.equal(atRateOf({ total: 10_000n, book_total: 9_250n }, 5_000n), 4_625n)
  assert.equal(atRateOf({ total: 10_000n, book_total: 10_000n }, 3_333n), 3_333n)
  assert.equal(atRateOf({ total: 0n, book_total: 5n }, 7n), 7n)
})
