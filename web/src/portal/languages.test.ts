import assert from 'node:assert/strict'
import { test } from 'node:test'
import { language_names, languages, preferred, sayAmount, sayDay, sayIban } from './languages.ts'

test('every word for debtors exists in all four languages, with the same values to fill in', () => {
  assert.deepEqual(language_names, ['nl', 'en', 'de', 'fr'])
  const places = (text: string): string => String([...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort())
  for (const name of language_names) {
    const words: Record<string, string> = languages[name]
    assert.deepEqual(Object.keys(words), Object.keys(languages.en))
    for (const [key, english] of Object.entries(languages.en)) {
      assert.notEqual(words[key]?.trim(), '', `${name} ${key}`)
      assert.equal(places(words[key] ?? ''), places(english), `${name} ${key}`)
    }
  }
})

test('amounts, days and accounts are written as their readers do', () => {
  assert.equal(sayAmount('1234.50', 'EUR', 'de'), '1.234,50\u00a0€')
  assert.equal(sayDay('2026-10-01', 'nl'), '1 oktober 2026')
  assert.equal(sayIban('NL13TEST0123456789'), 'NL13 TEST 0123 4567 89')
  assert.equal(preferred(['es', 'fr-BE']), 'fr')
  assert.equal(preferred(['es']), 'en')
})
