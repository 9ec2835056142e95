import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sumOf } from '../domain/money.ts'
import { damagesCap } from './countries/be.ts'
import { dutchCosts } from './countries/nl.ts'
import type { WorkedOut } from './scales.ts'

const shown = ({ amount, steps }: WorkedOut) => [amount, ...steps.map((step) => `${step.kind} ${step.amount}`)]
const dutch = (principal: bigint, with_vat = false) => dutchCosts(principal, { on: '2026-11-17', with_vat })

test('Dutch costs list their slices, and what raised or lowered them', () => {
  assert.deepEqual(shown(dutch(0n)), [0n])
  assert.deepEqual(shown(dutch(10_000n)), [4_000n, 'slice 1500', 'least 2500'])
  assert.deepEqual(shown(dutch(250_000n)), [37_500n, 'slice 37500'])
  assert.deepEqual(shown(dutch(617_155n)), [68_358n, 'slice 37500', 'slice 25000', 'slice 5858'])
  assert.deepEqual(shown(dutch(100_000n, true)), [18_150n, 'slice 15000', 'vat 3150'])
  // 2,775.00 up to 200,000.00, and half a percent of the 1,800,000.00 above it.
  const [amount, ...steps] = shown(dutch(200_000_000n))
  assert.deepEqual([amount, steps.at(-1)], [677_500n, 'most -500000'])
})

test('Belgian damages list the sum of their band, the share above it, and the most', () => {
  assert.deepEqual(shown(damagesCap(15_000n)), [2_000n, 'fixed 2000'])
  assert.deepEqual(shown(damagesCap(50_000n)), [6_500n, 'fixed 3000', 'slice 3500'])
  assert.deepEqual(shown(damagesCap(10_000_000n)), [200_000n, 'fixed 6500', 'slice 497500', 'most -304000'])
})

test('the lines of costs add up to them, whatever the principal', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -1_000n, max: 100_000_000_000n }), fc.boolean(), (principal, with_vat) => {
      for (const { amount, steps } of [dutch(principal, with_vat), damagesCap(principal)])
        assert.equal(sumOf(steps.map((step) => step.amount)), amount)
    }),
  )
})
