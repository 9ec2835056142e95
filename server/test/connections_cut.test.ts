import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeAsker, type Reply } from '../faults/ask.ts'
import { startChild } from '../faults/child.ts'
import { makeLedger } from '../faults/ledger.ts'
import { startProxy } from '../faults/proxy.ts'
import { connect } from '../src/db/connect.ts'
import { listen } from '../src/db/listen.ts'
import { givenIn } from './given.ts'
import { testDatabase } from './harness.ts'
import { pause } from './pause.ts'
import { until } from './until.ts'

// The service on one end, PostgreSQL on the other, and a wire between them that misbehaves.

/** How often each fault comes; `npm run faults` takes more. */
const rounds = Number(process.env.FAULT_ROUNDS ?? 3)

const database = await testDatabase()
const given = givenIn(database.db)
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
const tasks = [await given.task(tenant), await given.task(tenant)]
await given.debtors(tenant, 300)
const proxy = await startProxy(database.connection)
after(proxy.close)
const child = await startChild({ DATABASE_URL: proxy.url, RATE_LIMIT: '0', WAIT_MS_MAX: '2000' })
after(child.stop)
const asker = makeAsker(child.base_url, { connections: 12 })
after(asker.close)
const ledger = makeLedger(asker, { administration_id, token, tasks })
const page = `/v1/debtors?administration_id=${administration_id}&per_page=300`
const whole = (await asker.ask(page, { token })).text

/** Waits until so many more requests came to a good end. */
type More = (count: number) => Promise<void>

/** Reads and writes all the time while something happens; returns all replies. */
async function underLoad(work: (more: More) => Promise<void>): Promise<Reply[]> {
  const all: Reply[] = []
  let going = true
  const go = async (ask: () => Promise<Reply>): Promise<void> => {
    while (going) {
      const reply = await ask()
      all.push(reply)
      if (reply.status === 503) await pause(20, 'a client that was refused comes again a moment later')
    }
  }
  const read = (): Promise<Reply> => asker.ask(page, { token })
  const clients = [go(read), go(read), go(read), go(ledger.write), go(ledger.write), go(ledger.write)]
  const good = (): number => all.filter(({ status }) => status < 300).length
  const more: More = (count) => {
    const before = good()
    return until(`${count} more are answered`, () => good() >= before + count)
  }
  await work(more).finally(() => {
    going = false
  })
  await Promise.all(clients)
  return all
}

/** Whatever happened: a request did what it says or says that it could not, and no page is cut short or mixed. */
function honest(all: Reply[]): void {
  const wrong = all.filter(({ status }) => ![200, 201, 503].includes(status))
  assert.deepEqual(wrong.slice(0, 3), [])
  for (const { status, text } of all) if (status === 200) assert.equal(text, whole)
}

const works = async (): Promise<boolean> => (await asker.ask(page, { token })).status === 200

async function recovers(): Promise<void> {
  await until('it serves again', works)
  await until('and writes', async () => (await ledger.write()).status === 201)
}

test('connections that are cut in the middle of everything fail those requests and no others', async () => {
  let cut = 0
  const all = await underLoad(async (more) => {
    for (let round = 0; round < rounds * 3; round++) {
      await more(10)
      cut += proxy.cut()
    }
    await more(10)
  })
  assert.ok(cut > 0)
  honest(all)
  assert.ok(all.filter(({ status }) => status < 300).length > 10)
  await recovers()
})

test('an answer of the database that ends in its middle never becomes a page', async () => {
  const all = await underLoad(async (more) => {
    for (let round = 0; round < rounds * 5; round++) {
      await more(5)
      proxy.truncate(Math.floor(Math.random() * 60_000))
    }
    await more(10)
  })
  honest(all)
  assert.ok(all.some(({ status }) => status === 503))
  await recovers()
})

test('a database that answers slowly is waited for', async () => {
  proxy.delay(60)
  const all = await underLoad((more) => more(10 + rounds * 5))
  proxy.delay(0)
  honest(all)
  assert.ok(all.filter(({ status }) => status < 300).length > 5)
  await recovers()
})

test('a database that cannot be reached is reported at once, and its return is noticed', async () => {
  proxy.refuse(true)
  proxy.cut()
  await until('it is noticed', async () => (await asker.ask('/ready')).status === 503)
  const answers = await Promise.all(Array.from({ length: 20 }, () => asker.ask(page, { token })))
  for (const { status, text } of answers) {
    assert.equal(status, 503, text)
    assert.equal(JSON.parse(text).code, 'service_unavailable')
  }
  assert.equal((await asker.ask('/health')).status, 200)
  assert.equal((await asker.ask('/ready')).status, 503)
  proxy.refuse(false)
  await recovers()
})

test('a database that says nothing for a while loses nothing, and the service stays to be seen', async () => {
  const all = await underLoad(async (more) => {
    await more(10)
    proxy.stall(true)
    await pause(1_500, 'so long the database says nothing, which is less than anybody has to wait for it')
    assert.equal((await asker.ask('/health')).status, 200)
    proxy.stall(false)
    await more(10)
  })
  honest(all)
  await recovers()
})

test('after all of it nothing is lost, half done or done twice', async () => {
  const { lost, half_done, doubled, written } = await ledger.compare(database.db)
  assert.deepEqual({ lost, half_done, doubled }, { lost: 0, half_done: 0, doubled: 0 })
  assert.ok(written >= ledger.acknowledged() && ledger.acknowledged() > 15, `${ledger.acknowledged()} of ${written}`)
  assert.ok(child.alive())
  assert.equal(await child.stop(), 0)
})

test('a connection on which nothing comes any more is given up, and so is a listener', async () => {
  const own = await startProxy(database.connection)
  const { pool, close } = connect(own.url, { connections: 1, silence_ms: 300 })
  await pool.query('select 1')
  let lost = 0
  let back = 0
  const heard = { heard: () => {}, lost: () => void lost++, back: () => void back++ }
  const listener = listen(own.url, 'silence', heard, () => {}, 200)
  await listener.ready
  await pool.query('select pg_sleep(0.1)')
  await pause(500, 'longer than the silence after which a connection that was asked something is given up')
  await pool.query('select 1')
  assert.deepEqual([lost, back], [0, 1], 'whoever only waits is left alone')
  own.stall(true)
  await assert.rejects(pool.query('select 1'), /Connection terminated|said nothing/)
  await until('the listener noticed', () => lost === 1)
  own.stall(false)
  own.cut()
  await pool.query('select 1')
  await until('and listens again', () => back === 2)
  await listener.close()
  await close()
  await own.close()
})
