import assert from 'node:assert/strict'
import { createServer, connect as dial } from 'node:net'
import { after, test } from 'node:test'
import { makeAsker } from '../faults/ask.ts'
import { type Child, isThere, kill, startChild } from '../faults/child.ts'
import { makeLedger } from '../faults/ledger.ts'
import { issuePair } from '../src/auth/oauth/issue.ts'
import { permission_names } from '../src/auth/permissions.ts'
import { givenIn } from './given.ts'
import { addressOf, testDatabase } from './harness.ts'
import { until } from './until.ts'

const database = await testDatabase()
const given = givenIn(database.db)
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
const tasks = [await given.task(tenant), await given.task(tenant), await given.task(tenant)]
const list = `/v1/tasks?administration_id=${administration_id}`

async function start(env: Record<string, string> = {}): Promise<Child> {
  const child = await startChild({
    DATABASE_URL: addressOf(database.connection),
    WORKERS: '2',
    RATE_LIMIT: '0',
    // The machine that tests run on is busy with other things as well.
    WAIT_MS_MAX: '0',
    ...env,
  })
  after(child.stop)
  return child
}

// Most tests share one service, in this order; the last of them stops it.
const child = await start()

/** The workers that answered, as the log says. */
const whoAnswered = (): Set<string> =>
  new Set(child.lines.flatMap((line) => /"worker":(\d+),.*"answered"/.exec(line)?.[1] ?? []))

test('several processes serve on one port, and report their numbers as one', async () => {
  const asker = makeAsker(child.base_url, { connections: 4 })
  const answers = await Promise.all(Array.from({ length: 40 }, () => asker.ask(list, { token })))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  await until('both are in the log', () => whoAnswered().size === 2)
  const counted = (text: string): string[] => text.split('\n').filter((line) => /_count.*GET \/v1\/tasks"/.test(line))
  for (let again = 0; again < 4; again++) {
    const { text } = await asker.ask('/metrics')
    assert.deepEqual(counted(text), [
      'dunlin_http_request_duration_seconds_count{route="GET /v1/tasks",status="200"} 40',
    ])
    assert.match(text, /^dunlin_processes 2$/m)
  }
  // One that goes takes nothing with it that was counted.
  assert.ok(kill(child.serving()[0], 'SIGKILL'))
  await until('it is replaced', async () => /^dunlin_processes 2$/m.test((await asker.ask('/metrics')).text))
  assert.match(counted((await asker.ask('/metrics')).text).join(), / 40$/)
  asker.close()
})

test('a revoked token is refused by all processes, also by those that remember it', async () => {
  const fresh = await given.token(tenant, { name: 'revoked elsewhere' })
  // Without kept connections each request goes to the next process in turn.
  const asker = makeAsker(child.base_url, { connections: 0 })
  const statuses = async (): Promise<number[]> => {
    const all: number[] = []
    for (let count = 0; count < 8; count++) all.push((await asker.ask(list, { token: fresh })).status)
    return all
  }
  assert.deepEqual(new Set(await statuses()), new Set([200]))
  await database.db
    .updateTable('api_tokens')
    .set({ revoked_at: '2026-11-14T00:00:00Z' })
    .where('name', '=', 'revoked elsewhere')
    .execute()
  await until('all of them know', async () => (await statuses()).every((status) => status === 401))
  assert.deepEqual(new Set(await statuses()), new Set([401]))
})

test('a process that is notified of a revocation refuses the token at once', async () => {
  const application = await given.application(tenant)
  const grant_id = await given.grant(application.id, tenant.company_id)
  const pair = await database.db
    .transaction()
    .execute((trx) => issuePair(trx, { grant_id, permissions: permission_names, now: new Date() }))
  const basic = Buffer.from(`${application.client_id}:${application.client_secret}`).toString('base64')
  // One connection, so one process.
  const asker = makeAsker(child.base_url, { connections: 1 })
  assert.equal((await asker.ask(list, { token: pair.access_token })).status, 200)
  const revoked = await asker.ask('/oauth/revoke', {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: `token=${pair.access_token}`,
  })
  assert.equal(revoked.status, 200, revoked.text)
  assert.equal((await asker.ask(list, { token: pair.access_token })).status, 401)
  asker.close()
})

test('a worker that is killed under load is replaced, and nothing acknowledged is lost', async () => {
  const asker = makeAsker(child.base_url, { connections: 8 })
  const ledger = makeLedger(asker, { administration_id, token, tasks }, 'killed')
  const problems: string[] = []
  let writing = true
  const write = async (): Promise<void> => {
    while (writing) {
      const { status, broke } = await ledger.write()
      if (status !== 201) problems.push(broke ?? String(status))
    }
  }
  const writers = Array.from({ length: 8 }, write)
  for (let round = 0; round < 2; round++) {
    const some = ledger.acknowledged() + 20
    await until('they are at work', () => ledger.acknowledged() >= some)
    const [victim = 0] = child.serving()
    assert.ok(kill(victim, 'SIGKILL'))
    await until('another one serves', () => !child.serving().includes(victim) && child.serving().length === 2)
  }
  const before = ledger.acknowledged()
  await until('writing goes on', () => ledger.acknowledged() > before + 20)
  writing = false
  await Promise.all(writers)
  assert.deepEqual(
    problems.filter((problem) => !['ECONNRESET', 'EPIPE'].includes(problem)),
    [],
    'connections of the killed one break; none is refused, and no other answer is wrong',
  )
  assert.ok(problems.length <= 16, `${problems.length} requests failed, at most those that it had`)
  const { lost, half_done, doubled } = await ledger.compare(database.db)
  assert.deepEqual({ lost, half_done, doubled }, { lost: 0, half_done: 0, doubled: 0 })
  asker.close()
})

for (const signal of ['SIGUSR2', 'SIGHUP'] as const) {
  test(`${signal} replaces the workers one by one, and no request fails`, async () => {
    const old = child.serving()
    const asker = makeAsker(child.base_url, { connections: 6 })
    const problems: string[] = []
    let asking = true
    let asked = 0
    const ask = async (): Promise<void> => {
      while (asking) {
        const { status, broke } = await asker.ask(list, { token })
        asked++
        if (status !== 200) problems.push(broke ?? String(status))
      }
    }
    const askers = Array.from({ length: 6 }, ask)
    const restarts = (): number => child.lines.filter((line) => line.includes('"restarted"')).length
    const before = restarts()
    child.signal(signal)
    await until('the restart is over', () => restarts() > before, 120_000)
    asking = false
    await Promise.all(askers)
    assert.deepEqual(problems, [], `${asked} were asked`)
    assert.equal(child.serving().length, 2)
    assert.deepEqual(
      old.filter((pid) => isThere(pid)),
      [],
    )
    asker.close()
  })
}

test('a stop ends all processes, whoever still holds a connection', async () => {
  const pids = child.serving()
  const { port } = new URL(child.base_url)
  const silent = dial(Number(port), '127.0.0.1')
  silent.on('error', () => {})
  await new Promise((resolve) => silent.once('connect', resolve))
  assert.equal(await child.stop(), 0)
  assert.deepEqual(pids.filter(isThere), [])
  silent.destroy()
})

test('a token has one limit, however many processes it reaches; and they go with their primary', async () => {
  const limit = 40
  const limited = await start({ RATE_LIMIT: String(limit) })
  const asker = makeAsker(limited.base_url, { connections: 8 })
  const seconds = 3
  const statuses: number[] = []
  const began = performance.now()
  const ask = async (): Promise<void> => {
    while (performance.now() < began + seconds * 1000) {
      const { status, text } = await asker.ask(list, { token })
      assert.ok(status === 200 || status === 429, `${status} ${text}`)
      statuses.push(status)
    }
  }
  await Promise.all(Array.from({ length: 8 }, ask))
  const windows = Math.ceil((performance.now() - began) / 1000) + 1
  const let_in = statuses.filter((status) => status === 200).length
  assert.ok(statuses.length > let_in * 2, `there were too few requests to tell: ${statuses.length}`)
  assert.ok(let_in <= limit * windows, `${let_in} were let in, in ${windows} seconds of the clock`)
  // Of the seconds that were there as a whole, nearly all of the limit can be used.
  assert.ok(let_in >= limit * (seconds - 1) * 0.9, `only ${let_in} were let in`)
  asker.close()

  // Workers do not outlive a primary that was killed.
  const pids = limited.serving()
  limited.signal('SIGKILL')
  await limited.ended
  await until('they are gone', () => !pids.some(isThere))
})

test('a port that is taken is reported, and nothing stays behind', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as { port: number }
  await assert.rejects(start({ PORT: String(port) }), /Port \d+ of 127\.0\.0\.1 is taken/)
  other.close()
})
