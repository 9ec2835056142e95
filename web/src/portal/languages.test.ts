import assert from 'node:assert/strict'
import { test } from 'node:test'
import { language_names, plainAmount, preferred, sayAmount, sayDay, sayIban } from './languages.ts'
import { languages } from './words/all.ts'

test('every word for debtors exists in all four languages, with the same values to fill in', () => {
  assert.deepEqual(language_names, ['nl', 'en', 'de', 'fr'])
  const valuesIn = (text: string): string => String([...text.matchAll(/\{\w+\}/g)].map(([value]) => value).sort())
  for (const name of language_names) {
    const words: Record<string, string> = languages[name]
    assert.deepEqual(Object.keys(words), Object.keys(languages.en))
    for (const [key, english] of Object.entries(languages.en)) {
      assert.notEqual(words[key]?.trim(), '', `${name} ${key}`)
      assert.equal(valuesIn(words[key] ?? ''), valuesIn(english), `${name} ${key}`)
    }
  }
})

test('a name at the end of a sentence has a full stop of its own, perhaps', () => {
  for (const name of language_names)
    for (const [key, text] of Object.entries(languages[name]))
      assert.doesNotMatch(text, /\{(creditor|debtor|name)\}\./, `${name} ${key}: «B.V..»`)
})

test('amounts to copy are as forms take them', () => {
  assert.equal(plainAmount('5000.00', 'JPY'), '5000')
  assert.equal(plainAmount('1250.50', 'EUR'), '1250.50')
  assert.equal(plainAmount('100.00', 'EUR'), '100.00')
})

test('amounts, days and accounts are written as their readers do', () => {
  assert.equal(sayAmount('1234.50', 'EUR', 'de'), '1.234,50\u00a0€')
  assert.equal(sayDay('2026-10-01', 'nl'), '1 oktober 2026')
  assert.equal(sayDay('2026-12-01', 'fr'), '1er décembre 2026')
  assert.equal(sayDay('2026-12-11', 'fr'), '11 décembre 2026')
  assert.equal(sayIban('NL13TEST0123456789'), 'NL13 TEST 0123 4567 89')
  assert.equal(preferred(['es', 'fr-BE']), 'fr')
  assert.equal(preferred(['es']), 'en')
})
