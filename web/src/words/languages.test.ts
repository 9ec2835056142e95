import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadWords } from '../pages/dictionary.ts'
import { language_names, preferred } from './languages.ts'

const dictionary = { en: await loadWords('en'), nl: await loadWords('nl') }

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
    assert.deepEqual(Object.keys(dictionary[name]), Object.keys(dictionary.en))
    for (const [key, word] of Object.entries(dictionary[name])) assert.notEqual(word.trim(), '', `${name} ${key}`)
  }
})

test('every language fills in the same values', () => {
  const valuesIn = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([value]) => value).sort()
  const unlike = language_names.flatMap((name) =>
    Object.entries(dictionary[name])
      .filter(
        ([key, word]) => String(valuesIn(word)) !== String(valuesIn(dictionary.en[key as keyof typeof dictionary.en])),
      )
      .map(([key]) => `${name} ${key}`),
  )
  assert.deepEqual(unlike, [])
})
