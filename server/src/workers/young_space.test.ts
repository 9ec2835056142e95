import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { young_space } from './young_space.ts'

/** How often each file starts the service: every line that does has the option. */
const starts = { 'package.json': 3, Dockerfile: 1, 'docs/guides/production.md': 1 }

for (const [file, times] of Object.entries(starts)) {
  test(`${file} starts the service with the young space that its workers get`, () => {
    const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
    assert.deepEqual(text.match(/--max-semi-space-size=\d*/g), Array(times).fill(young_space))
  })
}
