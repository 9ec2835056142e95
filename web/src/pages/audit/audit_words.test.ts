import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { language_names } from '../../words/languages.ts'
import { loadWords } from '../dictionary.ts'

const dictionary = { en: await loadWords('en'), nl: await loadWords('nl') }

const console_room = new URL('../../../../server/src/console/', import.meta.url)

/** What the verbs of the console write into the audit log, as they name it. */
const actions = readdirSync(console_room)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .flatMap((name) => [...readFileSync(new URL(name, console_room), 'utf8').matchAll(/auditChange\(\s*\w+,\s*'(\w+)'/g)])
  .map(([, action]) => action)

for (const language of language_names) {
  test(`every entry of the audit log that a verb of the console writes has words in ${language}`, () => {
    assert.ok(actions.length > 10)
    assert.deepEqual(
      actions.filter((action) => !Object.hasOwn(dictionary[language], `action_${action}`)),
      [],
    )
  })
}
