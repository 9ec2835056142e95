import assert from 'node:assert/strict'
import { test } from 'node:test'
import { language_names, languages, preferred } from './languages.ts'

const cases: [string[], string][] = [
  [['nl-NL', 'en'], 'nl'],
  [['nl-BE'], 'nl'],
  [['NL'], 'nl'],
  [['en-GB', 'nl'], 'en'],
  [['de-DE', 'nl', 'en'], 'nl'],
  [['fr'], 'en'],
  [['constructor'], 'en'],
  [[], 'en'],
]
for (const [tags, language] of cases) {
  test(`a browser that asks for ${tags.join(', ') || 'nothing'} gets ${language}`, () => {
    assert.equal(preferred(tags), language)
  })
}

test('every word exists in every language', () => {
  for (const name of language_names) {
    assert.deepEqual(Object.keys(languages[name]), Object.keys(languages.en))
    for (const [key, word] of Object.entries(languages[name])) assert.notEqual(word.trim(), '', `${name} ${key}`)
  }
})

test('every language fills in the same values', () => {
  const places = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()
  const unlike = language_names.flatMap((name) =>
    Object.entries(languages[name])
      .filter(([key, word]) => String(places(word)) !== String(places(languages.en[key as keyof typeof languages.en])))
      .map(([key]) => `${name} ${key}`),
  )
  assert.deepEqual(unlike, [])
})
