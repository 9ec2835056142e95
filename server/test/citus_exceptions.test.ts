import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { citus_exceptions, isException } from './citus_exceptions.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const part_max = 0.02

/** The names of tests that stand in a file; one that is made in a loop counts once. */
const testsIn = (text: string): string[] =>
  [...text.matchAll(/^\s*(?:await )?test\(\s*(['"`])(.*?)\1/gm)].map(([, , name = '']) => name)

const files = globSync('{docs,server,sdk,web}/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] })
const tests = files.map((file) => ({ file, names: testsIn(readFileSync(`${root}${file}`, 'utf8')) }))

test('at most two in a hundred tests are left out on a cluster', () => {
  const all = tests.flatMap(({ names }) => names).length
  assert.ok(all > 2_000, `only ${all} tests were found`)
  const left_out = tests.flatMap(({ file, names }) =>
    names.filter((name) => isException(file) || citus_exceptions.some((one) => one.file === file && one.test === name)),
  )
  assert.ok(left_out.length <= all * part_max, `${left_out.length} of ${all} tests are left out`)
})

test('what is left out on a cluster is there, and has a reason', () => {
  for (const { file, test: name, because } of citus_exceptions) {
    assert.match(because, /^[a-z].{20,}[^.]$/)
    const found = tests.filter((one) => one.file.startsWith(file))
    assert.ok(found.length > 0, `${file} is not there`)
    if (name !== undefined) assert.ok(found[0]?.names.includes(name), `«${name}» is not in ${file}`)
  }
})

test('no other test has the name of one that is left out', () => {
  // The runner leaves tests out by their names, wherever they stand.
  for (const { file, test: name } of citus_exceptions) {
    const others = tests.filter((one) => name !== undefined && one.file !== file && one.names.includes(name))
    assert.deepEqual(others, [], `«${name}»`)
  }
})
