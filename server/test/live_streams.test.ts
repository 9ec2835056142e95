import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cpuOf, memoryOf } from '../bench/processes.ts'
import { startChild } from '../faults/child.ts'
import { beginSession } from '../src/auth/sessions.ts'
import { type Listener, listenTo } from './event_stream.ts'
import { givenIn } from './given.ts'
import { addressOf, testDatabase } from './harness.ts'
import { until } from './until.ts'
import { givenPerson } from './visitor.ts'

const database = await testDatabase()
const given = givenIn(database.db)
const tenant = await given.tenant()
const { administration_id } = tenant
const env = { DATABASE_URL: addressOf(database.connection), RATE_LIMIT: '0', WAIT_MS_MAX: '0', LOG_LEVEL: 'warn' }
const child = await startChild(env)
after(child.stop)

const streams = Number(process.env.STREAMS ?? 500)
const of_person = 20
const changes = 40

const listeners: Listener[] = []
after(() => listeners.forEach((one) => void one.close()))

async function openAll(): Promise<void> {
  for (let n = 0; n < streams; n += of_person) {
    const { id: user_id } = await givenPerson({ database } as Parameters<typeof givenPerson>[0], tenant.company_id)
    const secret = await beginSession(database.db, { user_id, address: '127.0.0.1', user_agent: '', now: new Date() })
    const headers = (): Record<string, string> => ({ cookie: `dunlin_session=${secret}` })
    const some = Array.from({ length: of_person }, () => listenTo(child.base_url, { headers }, administration_id))
    listeners.push(...(await Promise.all(some)))
  }
}

test('five hundred pages hear of every change that another process makes, for little memory and time', async () => {
  await given.debtor(tenant)
  const memory_before = memoryOf(child.pid)
  await openAll()
  assert.deepEqual([...new Set(listeners.map(({ status }) => status))], [200])
  const cpu_before = cpuOf(child.pid)
  const began = performance.now()
  const expected: string[] = []
  let slowest = 0
  for (let n = 0; n < changes; n++) {
    const debtor = `debtors ${await given.debtor(tenant)}`
    expected.push(debtor)
    const written = performance.now()
    await until('all have heard of it', () => listeners.every((one) => one.heard().includes(debtor)), 10_000)
    slowest = Math.max(slowest, performance.now() - written)
  }
  for (const one of listeners) assert.deepEqual(one.heard(), expected)
  const seconds = (performance.now() - began) / 1000
  const cpu_ms = (cpuOf(child.pid) ?? 0) - (cpu_before ?? 0)
  const memory = (memoryOf(child.pid) ?? 0) - (memory_before ?? 0)
  console.log(
    `${streams} streams: ${memory} MB, ${Math.round(cpu_ms / seconds)} ms/s, slowest ${Math.round(slowest)} ms`,
  )
  assert.ok(memory < 100, `${memory} MB more for ${streams} streams`)
  assert.ok(cpu_ms / seconds < 400, `${cpu_ms} ms of the processor in ${seconds} s`)
  const stopped = performance.now()
  await child.stop()
  assert.ok(performance.now() - stopped < 6_000, `it stopped after ${performance.now() - stopped} ms`)
  await until('all have ended', () => listeners.every((one) => one.ended()))
})
