import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthAfter } from './turn_clock.ts'

test('a month ends where the next one is shorter', () => {
  assert.equal(monthAfter('2026-11-16'), '2026-12-16')
  assert.equal(monthAfter('2026-12-31'), '2027-01-31')
  assert.equal(monthAfter('2027-01-31'), '2027-02-28')
  assert.equal(monthAfter('2028-01-31'), '2028-02-29')
})
