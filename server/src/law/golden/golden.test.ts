import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { answerTo } from '../claim/write_answer.ts'

type Members = { readonly [member: string]: unknown }
type Case = { name: string; source: string; in: Members; out: Members }

const folder = fileURLToPath(new URL('.', import.meta.url))
const bin = fileURLToPath(new URL('../../../bin/dunlin.js', import.meta.url))
const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
const casesOf = (file: string): Case[] => JSON.parse(readFileSync(folder + file, 'utf8'))

/** Only the members that a case gives, as JSON would carry them. */
function membersOf(answer: unknown, { out }: Case): Members {
  const given: Members = JSON.parse(JSON.stringify(answer))
  return Object.fromEntries(Object.keys(out).map((member) => [member, given[member]]))
}

test('there are cases of every country, each with its own name and where it comes from', () => {
  const cases = files.flatMap(casesOf)
  assert.ok(cases.length >= 320, `${cases.length} cases`)
  assert.equal(new Set(cases.map(({ name }) => name)).size, cases.length)
  for (const { name, source, out } of cases) assert.ok(source && Object.keys(out).length > 0, name)
  const countries = new Set(cases.map((one) => `${one.in.country} ${one.in.party}`))
  assert.equal(countries.size, 12)
})

for (const file of files) {
  test(`every case of ${file}`, () => {
    for (const one of casesOf(file)) {
      assert.deepEqual(membersOf(answerTo(one.in), one), one.out, `${one.name} (${one.source})`)
    }
  })
}

test('the command gives the same answers, all in one call', async () => {
  const cases = files.flatMap(casesOf)
  const child = spawn(process.execPath, [bin, 'law', '--json'], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(cases.map((one) => one.in)))
  const answers: unknown[] = JSON.parse(await text(child.stdout))
  assert.equal(answers.length, cases.length)
  for (const [index, one] of cases.entries()) assert.deepEqual(membersOf(answers[index], one), one.out, one.name)
})

test('a Belgian interest clause is said to be void only when the calculation reaches that day', () => {
  const claim = {
    ...{ country: 'BE', party: 'consumer', currency: 'EUR', principal: '1000.00', due_date: '2025-01-31' },
    facts: { reminder: { sent: '2025-02-05', channel: 'email', valid: true }, clause_interest: '11' },
  }
  const codesAt = (until: string): string[] => {
    const { reasons }: { reasons: { code: string }[] } = JSON.parse(JSON.stringify(answerTo({ ...claim, until })))
    return reasons.map(({ code }) => code).filter((code) => code === 'interest_clause_void')
  }
  assert.deepEqual(codesAt('2025-06-30'), [])
  assert.deepEqual(codesAt('2025-07-01'), ['interest_clause_void'])
})
