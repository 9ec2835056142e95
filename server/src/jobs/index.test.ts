import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../test/harness.ts'
import { jobs, queues } from './index.ts'

const files = readdirSync(new URL('.', import.meta.url)).filter((name) => /(?<!\.test)\.ts$/.test(name))
const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

test('a job is one file of its name, with what it carries, and stands in the list', () => {
  const defined = files.filter((name) => / = job\('/.test(read(name))).map((name) => name.replace('.ts', ''))
  assert.deepEqual(defined, jobs.map(({ name }) => name).sort())
  for (const name of defined) {
    assert.match(read(`${name}.ts`), new RegExp(`interface Jobs \\{[^}]*\\b${name}: `), name)
    assert.match(read(`${name}.ts`), new RegExp(`export const ${name} = job\\('${name}'`), name)
  }
})

test('the database has a queue for each of them, with its settings', async () => {
  const { db } = await testDatabase()
  const { rows } = await sql<{ name: string; retry_limit: number; expire_seconds: number; policy: string }>`
    select name, retry_limit, expire_seconds, policy from pgboss.queue where name not like '\\_\\_%'
    order by name collate "C"`.execute(db)
  const wanted = Object.entries(queues).map(([name, { retries, longest_s, alone }]) => ({
    name,
    retry_limit: retries.times,
    expire_seconds: longest_s,
    policy: alone ? 'exclusive' : 'standard',
  }))
  assert.deepEqual(rows, wanted)
})
