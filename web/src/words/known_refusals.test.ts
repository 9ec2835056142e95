import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { en } from './en.ts'
import { known_refusals } from './known_refusals.ts'
import { nl } from './nl.ts'

const rooms = ['console', 'follow_up', 'imports', 'ledger', 'letters'].map((room) =>
  fileURLToPath(new URL(`../../../server/src/${room}/`, import.meta.url)),
)

/** What only software that calls the interface can be told, or what a page says itself before it asks. */
const not_on_pages = [
  /^token: is for setting up/,
  /does not hold this record, or not any more/,
  /cannot be left out; move it to another day/,
  /^\$\{problems\.join/,
  /^Dunlin is set up already/,
  /^Invoice \$\{known/,
  /^It cannot (be put back|go today)/,
  /^Nothing comes next for this record/,
  /^The next step is/,
  /^This credit case \$\{problem\}/,
  /^To lift /,
]

/** Sentences with which the service refuses, as they stand in its source. */
function sentencesIn(room: string): string[] {
  const files = readdirSync(room, { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [
      ...readFileSync(`${room}${file}`, 'utf8').matchAll(
        /refuse\(\s*'(?:conflict|unprocessable_entity)',\s*(?:'([^']+)'|`([^`]+)`)/g,
      ),
    ])
    .map(([, plain, filled]) => plain ?? filled ?? '')
}

test('whatever pages are refused with has words in both languages', () => {
  const sentences = rooms.flatMap(sentencesIn)
  assert.ok(sentences.length > 30, String(sentences.length))
  const unknown = sentences.filter(
    (sentence) => ![...known_refusals.map(([pattern]) => pattern), ...not_on_pages].some((one) => one.test(sentence)),
  )
  assert.deepEqual(unknown, [])
})

test('every known refusal is one that the service still says, and is said differently in Dutch', () => {
  const sentences = rooms.flatMap(sentencesIn)
  for (const [pattern, key] of known_refusals) {
    // What is filled in by the service stands in its source by name.
    assert.ok(
      sentences.some((sentence) => pattern.test(sentence.replaceAll(/\$\{[^}]+\}/g, 'X'))),
      `${pattern} is not said any more`,
    )
    assert.notEqual(en[key], nl[key])
  }
})
