import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeLoader } from '../bench/load.ts'
import type { Loaded } from '../bench/measure.ts'
import { makeAsker, type Reply } from '../faults/ask.ts'
import { startChild } from '../faults/child.ts'
import { startProxy } from '../faults/proxy.ts'
import { givenIn } from './given.ts'
import { testDatabase } from './harness.ts'
import { pause } from './pause.ts'
import { until } from './until.ts'

// More than can be done, from a load generator that sends the next request as soon as it has an answer, whatever it is.

const database = await testDatabase()
const given = givenIn(database.db)
const tenant = await given.tenant()
const token = await given.token(tenant)
await given.debtors(tenant, 500)
const path = (per_page: number): string =>
  `/v1/debtors?administration_id=${tenant.administration_id}&per_page=${per_page}`
const headers = { authorization: `Bearer ${token}` }

async function given_service(wait_ms_max: number) {
  const proxy = await startProxy(database.connection)
  const child = await startChild({ DATABASE_URL: proxy.url, RATE_LIMIT: '0', WAIT_MS_MAX: String(wait_ms_max) })
  const asker = makeAsker(child.base_url, { connections: 2 })
  const ends: (() => unknown)[] = [() => proxy.close(), () => asker.close(), () => child.stop()]
  const load = makeLoader({ add: (end) => void ends.push(end), run: async () => {} })
  after(async () => {
    for (const end of ends.toReversed()) await end()
  })
  const asks = async (): Promise<Reply> => asker.ask(path(1), { token })
  await until('it serves', async () => (await asks()).status === 200)
  return { proxy, child, asker, asks, load }
}

type Service = Awaited<ReturnType<typeof given_service>>

/** Loads the service for a while, and asks meanwhile how it is. */
async function overload({ load, asker, child }: Service, { connections, per_page }: Record<string, number>) {
  const request = {
    url: `${child.base_url}${path(per_page ?? 1)}`,
    headers,
    connections: connections ?? 1,
    run_ms: 4_000,
  }
  const health: Reply[] = []
  let loading = true
  const watch = async (): Promise<void> => {
    for (; loading; await pause(100, 'asks now and then, so that it is no load itself'))
      health.push(await asker.ask('/health'))
  }
  const watching = watch()
  const loaded = await load({ ...request, body_bytes: null })
  loading = false
  await watching
  return { loaded, health }
}

function quickly({ statuses = {} }: Loaded): void {
  assert.deepEqual(Object.keys(statuses), ['200', '503'], JSON.stringify(statuses))
  const [served, refused] = [statuses[200], statuses[503]]
  assert.ok(served && refused && refused.p50_ms < served.p50_ms, `refusing is quicker: ${JSON.stringify(statuses)}`)
}

async function recovers({ asks, asker }: Service, usual_ms: number): Promise<void> {
  await until('it is as quick as before', async () => {
    const { status, ms } = await asks()
    return status === 200 && ms < Math.max(150, usual_ms * 3)
  })
  const { text } = await asker.ask('/metrics')
  assert.match(text, /^dunlin_turned_away_total\{reason="\w+"\} [1-9]/m)
}

const usual = async ({ asks }: Service): Promise<number> => {
  const all = [await asks(), await asks(), await asks(), await asks(), await asks()]
  return all.map(({ ms }) => ms).toSorted((one, other) => one - other)[2] ?? 0
}

test('when the database cannot keep up, those who would wait too long are refused at once', async () => {
  const service = await given_service(1_000)
  const before_ms = await usual(service)
  // Each answer takes a quarter of a second, so 16 connections can do about 60 a second.
  service.proxy.delay(250)
  const { loaded, health } = await overload(service, { connections: 250, per_page: 1 })
  service.proxy.delay(0)
  quickly(loaded)
  for (const { status } of health) assert.equal(status, 200)
  await recovers(service, before_ms)
  assert.ok(service.child.lines.some((line) => /"turned_away":\{"database":\d+\},"msg":"overloaded"/.test(line)))
  const refused = loaded.statuses?.[503]?.count ?? 0
  const logged = (): number => service.child.lines.filter((line) => line.includes('"status":503')).length
  await until('each of them has its line in the log', () => logged() >= refused)
  assert.ok(service.child.lines.some((line) => line.includes('"status":503') && line.includes('"overload":"database"')))
})

test('when the processor cannot keep up, it is the same', async () => {
  const service = await given_service(100)
  const before_ms = await usual(service)
  const { loaded, health } = await overload(service, { connections: 400, per_page: 500 })
  const { statuses = {} } = loaded
  assert.deepEqual(Object.keys(statuses), ['200', '503'], JSON.stringify(statuses))
  for (const { status } of health) assert.equal(status, 200)
  await recovers(service, before_ms)
})

test('a refusal says when to come back, in the words of whoever asked', async () => {
  const service = await given_service(300)
  service.proxy.delay(2_000)
  const asker = makeAsker(service.child.base_url, { connections: 80 })
  after(asker.close)
  const floods: Promise<unknown>[] = []
  const refusal = async (ask: () => Promise<Reply>): Promise<Reply> => {
    let reply = await ask()
    await until('one is refused', async () => {
      if (reply.status === 503) return true
      floods.push(...Array.from({ length: 60 }, () => asker.ask(path(1), { token })))
      reply = await ask()
      return reply.status === 503
    })
    return reply
  }
  const refused = await refusal(() => asker.ask(path(1), { token }))
  assert.match(String(refused.headers['retry-after']), /^[123]$/)
  assert.ok(refused.headers['x-request-id'])
  assert.equal(JSON.parse(refused.text).code, 'service_unavailable')
  const oauth = await refusal(() => asker.ask('/oauth/token', { method: 'POST', body: {} }))
  assert.equal(JSON.parse(oauth.text).error, 'temporarily_unavailable')
  assert.match(String(oauth.headers['retry-after']), /^[123]$/)
  service.proxy.delay(0)
  await Promise.all(floods)
})
