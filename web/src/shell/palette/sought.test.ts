import assert from 'node:assert/strict'
import { test } from 'node:test'
import { soughtIn, verbIn } from './sought.ts'

// A Tuesday.
const today = '2026-11-24'

test('a day and an amount are taken out of what was typed', () => {
  assert.deepEqual(soughtIn('vexel 300 fri', today), { text: 'vexel', amount: '300.00', day: '2026-11-27' })
  assert.deepEqual(soughtIn('Vexel Retail €12,5 morgen', today), {
    ...{ text: 'Vexel Retail', amount: '12.50', day: '2026-11-25' },
  })
  assert.deepEqual(soughtIn('vexel di', today).day, '2026-12-01', 'the next Tuesday, not today')
  assert.deepEqual(soughtIn('vexel 5-1', today).day, '2027-01-05')
  assert.deepEqual(soughtIn('vexel 2026-12-31', today).day, '2026-12-31')
})

test('what could be a record stays a word', () => {
  for (const text of ['300', 'fri', 'T2026-000441', 'vexel 31-2', 'vexel 2026-02-30', 'vexel 2020-01-01', ''])
    assert.deepEqual(soughtIn(text, today), { text, amount: null, day: null }, text)
})

test('a word behind the name says what is to be done', () => {
  assert.deepEqual(verbIn('quill plan'), { text: 'quill', verb: 'plan' })
  assert.deepEqual(verbIn('Quill Logistics betaling'), { text: 'Quill Logistics', verb: 'payment' })
  assert.deepEqual(verbIn('plan'), { text: 'plan', verb: null })
  assert.deepEqual(verbIn('quill'), { text: 'quill', verb: null })
})
