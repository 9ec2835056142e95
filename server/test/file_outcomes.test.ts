import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readOutcomes, sayRepeated } from './file_outcomes.ts'

const folder = await realpath(await mkdtemp(join(tmpdir(), 'dunlin-outcomes-')))
after(() => rm(folder, { recursive: true, force: true }))
const reporter = fileURLToPath(new URL('./file_outcomes.ts', import.meta.url))

const contents = {
  'a_passes.test.mjs': `test('passes', () => {})`,
  'b_fails.test.mjs': `test('fails', () => { throw new Error('no') })`,
  'c_goes_on.test.mjs': `test('goes on', () => new Promise(() => setInterval(() => {}, 1000)))`,
  'd_waits.test.mjs': `test('never begins', () => {})`,
} as const
const files = Object.keys(contents).map((name) => join(folder, name))
for (const [name, content] of Object.entries(contents))
  await writeFile(join(folder, name), `import { test } from 'node:test'\n${content}\n`)

test('a file that was stopped when it was run again is never said to have passed', async () => {
  const options = ['--test', '--test-concurrency=1', `--test-reporter=${reporter}`]
  // A runner among tests of another one would take itself for one of its files.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const child = spawn(process.execPath, [...options, ...files], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  let report = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    report += text
    // The third one goes on for as long as it is left to.
    if (report.includes('failed ')) child.kill('SIGTERM')
  })
  await once(child, 'close')
  const outcomes = readOutcomes(report)
  const [passes = '', fails = '', goes_on = '', waits = ''] = files
  assert.deepEqual(outcomes, { failed: [fails], passed: [passes] })
  assert.deepEqual(sayRepeated(files, outcomes), [
    `UNSTEADY, failed once and passed alone: ${passes}`,
    `FAILED, and stopped before the end when run again: ${goes_on} ${waits}`,
  ])
  assert.deepEqual(sayRepeated([passes], outcomes), [`UNSTEADY, failed once and passed alone: ${passes}`])
  assert.deepEqual(sayRepeated([fails], outcomes), [], 'the run itself has said why')
})
