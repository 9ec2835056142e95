import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { addressOf, startService } from './harness.ts'
import { type Connected, partnerOf, redirect_uri, soon, type Tokens } from './oauth.ts'
import { pause } from './pause.ts'
import { until } from './until.ts'

// Several processes on one database, as behind a load balancer: they share nothing but what PostgreSQL keeps.

const bin = fileURLToPath(new URL('../bin/dunlin.js', import.meta.url))
const service = await startService()
const { database } = service
const { db } = database
const partner = partnerOf(service, () => new Date())
const { connect, code, tokens, debtors } = partner

type Process = { child: ChildProcess; base_url: string }

async function startProcess(): Promise<Process> {
  const child = spawn(process.execPath, [bin, 'serve'], {
    env: {
      ...process.env,
      DATABASE_URL: addressOf(database.connection),
      PORT: '0',
      RATE_LIMIT: '0',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  after(() => child.kill('SIGKILL'))
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    const [, base_url] = /listens on (\S+)/.exec(output) ?? []
    if (base_url) return { child, base_url }
  }
  return assert.fail(`the process ended: ${output}`)
}

const [first, second] = await Promise.all([startProcess(), startProcess()])

type Outcome = { status: number; body: Partial<Tokens> & { error?: string } }

async function ask({ base_url }: Process, connected: Connected, fields: Record<string, string>): Promise<Outcome> {
  const { client_id, client_secret } = connected.application
  const response = await fetch(`${base_url}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}` },
    body: new URLSearchParams(fields),
  })
  return { status: response.status, body: (await response.json()) as Outcome['body'] }
}

const refresh = (by: Process, connected: Connected, refresh_token: string): Promise<Outcome> =>
  ask(by, connected, { grant_type: 'refresh_token', refresh_token })
const both = <T>(count: number, work: (by: Process, index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index % 2 === 0 ? first : second, index)))
const successors = async (grant_id: string): Promise<number> =>
  (
    await db
      .selectFrom('refresh_tokens')
      .select('id')
      .where('grant_id', '=', grant_id)
      .where('parent_id', 'is not', null)
      .execute()
  ).length
/** As if this long had passed since. */
const age = (grant_id: string, seconds: number) =>
  sql`update refresh_tokens set used_at = used_at - make_interval(secs => ${seconds}::float8)
      where grant_id = ${grant_id}::bigint`.execute(db)

test('46: of 20 exchanges of one code at once exactly one succeeds, and what it gave has ended', async () => {
  for (let round = 0; round < 5; round++) {
    const connected = await connect()
    const made = await code(connected.grant_id)
    const outcomes = await both(20, (by) =>
      ask(by, connected, { grant_type: 'authorization_code', code: made, redirect_uri }),
    )
    const good = outcomes.filter(({ status }) => status === 200)
    assert.equal(good.length, 1)
    for (const { status, body } of outcomes) assert.ok(status === 200 || body.error === 'invalid_grant')
    await soon(() => debtors(good[0]?.body.access_token ?? '', connected.tenant), 401)
  }
})

test('59: 20 refreshes of one token at once give one pair, which lives', async () => {
  for (let round = 0; round < 5; round++) {
    const connected = await connect()
    const { refresh_token } = await tokens(connected)
    const outcomes = await both(20, (by) => refresh(by, connected, refresh_token))
    assert.deepEqual([...new Set(outcomes.map(({ status }) => status))], [200])
    const pairs = new Set(outcomes.map(({ body }) => `${body.access_token} ${body.refresh_token}`))
    assert.equal(pairs.size, 1)
    assert.equal(await successors(connected.grant_id), 1)
    const pair = outcomes[0]?.body
    assert.equal(await debtors(pair?.access_token ?? '', connected.tenant), 200)
    assert.equal((await refresh(second, connected, pair?.refresh_token ?? '')).status, 200)
  }
})

test('59: twins in two processes that go on with what they got never end the family', async () => {
  const connected = await connect()
  let { refresh_token } = await tokens(connected)
  for (let hop = 0; hop < 15; hop++) {
    const outcomes = await both(6, async (by, index) => {
      await pause(index * Math.random(), 'they come at about the same moment, in any order')
      return refresh(by, connected, refresh_token)
    })
    for (const { status } of outcomes) assert.equal(status, 200)
    refresh_token = outcomes[0]?.body.refresh_token ?? ''
  }
  assert.equal(await successors(connected.grant_id), 15)
})

test('60: a thief with an old token and the owner at the same moment: the family is dead, never half alive', async () => {
  for (let round = 0; round < 15; round++) {
    const connected = await connect()
    const { tenant, grant_id } = connected
    const grandparent = await tokens(connected)
    const parent = await refresh(first, connected, grandparent.refresh_token)
    const current = await refresh(first, connected, parent.body.refresh_token ?? '')
    await age(grant_id, 60)
    const outcomes = await both(8, async (by, index) => {
      await pause(Math.random() * 4, 'they come at about the same moment, in any order')
      const token = index < 2 ? grandparent.refresh_token : (current.body.refresh_token ?? '')
      return refresh(by, connected, token)
    })
    for (const thief of outcomes.slice(0, 2)) assert.equal(thief.body.error, 'invalid_grant')
    const all = [grandparent, parent.body, current.body, ...outcomes.map(({ body }) => body)]
    for (const { access_token, refresh_token } of all) {
      if (access_token) await soon(() => debtors(access_token, tenant), 401)
      if (refresh_token) {
        const answer = await refresh(second, connected, refresh_token)
        assert.equal(answer.body.error, 'invalid_grant')
      }
    }
  }
})

/** Lets a refresh stop in the middle of its statement, does something to it there, and lets it go on. */
async function interrupt(
  connected: Connected,
  by: Process,
  refresh_token: string,
  harm: (pid: number) => Promise<void>,
) {
  let lost: Promise<unknown> = Promise.resolve()
  await db.transaction().execute(async (trx) => {
    await sql`select from grants where id = ${connected.grant_id}::bigint for update`.execute(trx)
    lost = refresh(by, connected, refresh_token).catch(() => null)
    let pid = 0
    await until('the refresh waits for the grant', async () => {
      const { rows } = await sql<{ pid: number }>`
        select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%held%'`.execute(db)
      pid = rows[0]?.pid ?? 0
      return pid > 0
    })
    await harm(pid)
  })
  await lost
}

test('67: a refresh that breaks off in the database changed nothing', async () => {
  const connected = await connect()
  const { refresh_token } = await tokens(connected)
  await interrupt(connected, first, refresh_token, async (pid) => {
    await sql`select pg_terminate_backend(${pid}::integer)`.execute(db)
    await until('it is ended', async () => {
      const { rows } = await sql`select from pg_stat_activity where pid = ${pid}::integer`.execute(db)
      return rows.length === 0
    })
  })
  assert.equal(await successors(connected.grant_id), 0)
  assert.equal((await refresh(second, connected, refresh_token)).status, 200)
  assert.equal(await successors(connected.grant_id), 1)
})

test('67, 59b: a process that is killed in the middle of a refresh costs the client nothing', async () => {
  const connected = await connect()
  const { refresh_token } = await tokens(connected)
  await interrupt(connected, first, refresh_token, async () => {
    first.child.kill('SIGKILL')
  })
  const again = await refresh(second, connected, refresh_token)
  assert.equal(again.status, 200)
  assert.equal(await debtors(again.body.access_token ?? '', connected.tenant), 200)
  assert.equal(await successors(connected.grant_id), 1)
  assert.equal((await refresh(second, connected, again.body.refresh_token ?? '')).status, 200)
})
