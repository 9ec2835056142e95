import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { AuditEntry } from '../../api/types.ts'
import { language_names } from '../../words/languages.ts'
import { loadWords } from '../dictionary.ts'
import { sayDetails } from './say_entry.ts'

const dictionary = { en: await loadWords('en'), nl: await loadWords('nl') }

const console_room = new URL('../../../../server/src/console/', import.meta.url)

const nobody = {
  ...{ user_name: null, actor_service: null },
  ...{ application_name: null, api_token_name: null, administration_name: null },
}

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

const family = readFileSync(new URL('../../../../server/src/auth/oauth/family.ts', import.meta.url), 'utf8')

/** Why the service ends connections, as it names that. */
const reasons = [...family.matchAll(/^ {2}\| '(\w+)'$/gm)].map(([, reason = '']) => reason)

for (const language of language_names) {
  test(`why a connection ended is said in ${language}`, () => {
    assert.ok(reasons.length > 5)
    for (const reason of reasons) {
      const entry = { ...nobody, details: { reason } } as unknown as AuditEntry
      assert.match(sayDetails(entry, dictionary[language], language), / /, reason)
      assert.ok(Object.hasOwn(dictionary[language], `ended_${reason}`), reason)
    }
  })
}

test('a day in the audit log is said as other pages say it', () => {
  const entry = { ...nobody, details: { name: ['D-1'], until: '2026-12-01' } } as unknown as AuditEntry
  assert.equal(sayDetails(entry, dictionary.en, 'en'), 'D-1 · until 1 Dec 2026')
  assert.equal(sayDetails(entry, dictionary.nl, 'nl'), 'D-1 · tot en met 1 dec 2026')
})
