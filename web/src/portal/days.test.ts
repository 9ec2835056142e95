import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMonths, daysBetween } from '../words/days.ts'
import { bankDays, nextMonth } from './days.ts'
import { divided, readAmount, sumOf } from './money.ts'
import { planOf } from './terms_plan.ts'
import { hashOf, viewIn } from './view.ts'

test('months end on their last day, and banks rest at the weekend', () => {
  assert.equal(addMonths('2026-12-31', 2), '2027-02-28')
  assert.equal(addMonths('2026-12-01', 2), '2027-02-01')
  assert.equal(nextMonth('2026-12-15'), '2027-01-01')
  assert.equal(daysBetween('2026-10-24', '2026-10-26'), 2)
  assert.deepEqual(bankDays('2026-11-19', { last: '2026-11-24', count: 5 }), ['2026-11-20', '2026-11-23', '2026-11-24'])
})

test('money is divided without losing a cent, and read as people type it', () => {
  assert.deepEqual(divided('242.00', 3), ['80.67', '80.67', '80.66'])
  for (const parts of [2, 3, 4, 6, 7]) assert.equal(sumOf(divided('7132.05', parts)), '7132.05')
  for (const [typed, amount] of [
    ['50', '50.00'],
    ['50,5', '50.50'],
    [' € 1250.75 ', '1250.75'],
    ['1.250,75', '1250.75'],
    ['€\u00a01.250', '1250.00'],
    ['1,250', null],
    ['-5', null],
    ['', null],
    ['abc', null],
    ['1e5', null],
  ] as const)
    assert.equal(readAmount(typed, 'nl'), amount, typed)
})

test('terms are agreed at once within the rules alone', () => {
  const allowed = {
    ...{ terms_at_once: true, terms_max: 3, terms_days: 90, term_minimum: '25.00' },
    ...{ promise_days: 14, address_at_once: false },
  }
  const asked = { amount: '242.00', count: 3, first_day: '2026-12-01', today: '2026-11-16', disputed: false, allowed }
  assert.deepEqual(planOf(asked), {
    at_once: true,
    terms: [
      { due_date: '2026-12-01', amount: '80.67' },
      { due_date: '2027-01-01', amount: '80.67' },
      { due_date: '2027-02-01', amount: '80.66' },
    ],
  })
  for (const other of [
    { count: 4 },
    { first_day: '2026-12-20' },
    { amount: '60.00' },
    { disputed: true },
    { allowed: { ...allowed, terms_at_once: false } },
  ])
    assert.equal(planOf({ ...asked, ...other }).at_once, false, JSON.stringify(other))
})

test('a view stands in the address, and what stands there is read with care', () => {
  for (const view of [
    { name: 'home', of: null },
    { name: 'dispute', of: 'F/2026 #1?' },
  ] as const)
    assert.deepEqual(viewIn(hashOf(view)), view)
  for (const odd of ['', '#', '#nowhere', '#__proto__', '#pay/%E0%A4%A']) assert.ok(viewIn(odd).name, odd)
  assert.deepEqual(viewIn('#pay/%E0%A4%A'), { name: 'pay', of: null })
})
