import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sayMoney } from '../../words/formats.ts'
import { soughtIn as soughtInLanguage, verbIn } from './sought.ts'

// A Tuesday.
const today = '2026-11-24'
const soughtIn = (typed: string, day: string) => soughtInLanguage(typed, day, 'en')

test('a day and an amount are taken out of what was typed', () => {
  assert.deepEqual(soughtIn('vexel 300 fri', today), { text: 'vexel', amount: '300.00', day: '2026-11-27' })
  assert.deepEqual(soughtIn('Vexel Retail €12,5 morgen', today), {
    ...{ text: 'Vexel Retail', amount: '12.50', day: '2026-11-25' },
  })
  assert.deepEqual(soughtIn('vexel di', today).day, '2026-12-01', 'the next Tuesday, not today')
  assert.deepEqual(soughtIn('vexel 5-1', today).day, '2027-01-05')
  assert.deepEqual(soughtIn('vexel 2026-12-31', today).day, '2026-12-31')
})

test('an amount is taken as pages print it and people type it', () => {
  for (const [typed, language] of [
    ['1.234,56', 'en'],
    ['1.234,56', 'nl'],
    ['1,234.56', 'en'],
    ['1,234.56', 'nl'],
    ['1234,56', 'nl'],
    ['€ 1.234,56', 'nl'],
    ['€1,234.56', 'en'],
    ['1\u202f234,56', 'nl'],
    ...(['EUR', 'GBP', 'CHF'] as const).flatMap((currency) => [
      [sayMoney('1234.56', currency, 'en'), 'en'] as const,
      [sayMoney('1234.56', currency, 'nl'), 'nl'] as const,
    ]),
  ] as const)
    assert.deepEqual(
      soughtInLanguage(`vexel ${typed} fri`, today, language),
      { text: 'vexel', amount: '1234.56', day: '2026-11-27' },
      `${typed} in ${language}`,
    )
  assert.equal(soughtInLanguage('vexel 1.234 vr', today, 'nl').amount, '1234.00')
  assert.equal(soughtInLanguage('vexel 1,234 fri', today, 'en').amount, '1234.00')
})

test('what could be a record stays a word', () => {
  for (const text of [
    ...['300', 'fri', 'T2026-000441', 'vexel 31-2', 'vexel 2026-02-30', 'vexel 2020-01-01', ''],
    ...['vexel INV300', 'vexel 300EUR', 'vexel 0850000142', 'vexel -300', 'vexel 0,00', 'vexel 1.234', 'vexel EUR'],
  ])
    assert.deepEqual(soughtIn(text, today), { text, amount: null, day: null }, text)
})

test('a word behind the name says what is to be done', () => {
  assert.deepEqual(verbIn('quill plan'), { text: 'quill', verb: 'plan' })
  assert.deepEqual(verbIn('Quill Logistics betaling'), { text: 'Quill Logistics', verb: 'payment' })
  assert.deepEqual(verbIn('plan'), { text: 'plan', verb: null })
  assert.deepEqual(verbIn('quill'), { text: 'quill', verb: null })
})
