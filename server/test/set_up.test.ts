import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Answer, addressOf, testDatabase } from './harness.ts'
import { until } from './until.ts'
import { type Visitor, visitor } from './visitor.ts'

const bin = fileURLToPath(new URL('../bin/dunlin.js', import.meta.url))
const database = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'dunlin-set-up-'))
after(() => rm(folder, { recursive: true, force: true }))

type Running = { child: ChildProcess; base_url: string; printed: () => string; who: Visitor; token: string | null }

/** Starts the service as an operator does, and reads what it prints. */
async function serve(): Promise<Running> {
  const env = {
    ...process.env,
    DATABASE_URL: addressOf(database.connection),
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'debug',
  }
  const child = spawn(process.execPath, [bin, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  after(() => child.kill('SIGKILL'))
  let text = ''
  child.stdout.on('data', (part: Buffer) => {
    text += part
  })
  await until('the service listens', () => child.exitCode !== null || /Dunlin listens on \S+\n/.test(text), 60_000)
  const base_url = /Dunlin listens on (\S+)/.exec(text)?.[1] ?? assert.fail(text)
  const session = (await (await fetch(`${base_url}/console/session`)).json()) as { set_up: boolean }
  if (session.set_up) await until('the link is printed', () => /\/link#\w+\n/.test(text))
  const token = /\/link#(\w+)/.exec(text)?.[1] ?? null
  return { child, base_url, printed: () => text, who: visitor({ call: caller(base_url) }), token }
}

const caller =
  (base_url: string) =>
  async (line: string, { json, headers = {} }: { json?: unknown; headers?: Record<string, string> } = {}) => {
    const [method = '', path = ''] = line.split(' ')
    const response = await fetch(`${base_url}${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) } satisfies Answer
  }

async function stop({ child, printed }: Running): Promise<string> {
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  assert.equal(code, 0)
  return printed()
}

const setUp = (who: Visitor, token: string | null, change: object = {}) =>
  who.send('POST /console/set_up', {
    token,
    company_name: 'Example Trading',
    administration_name: 'Example Trading',
    country_code: 'NL',
    first_name: 'Robin',
    last_name: 'Example',
    email_address: 'robin@example.com',
    password: 'herring gull at dawn 4',
    locale: 'en-GB',
    ...change,
  })

test('an empty database is set up once, through the link that was printed last', { timeout: 180_000 }, async () => {
  const one = await serve()
  const two = await serve()
  assert.ok(one.token && two.token)
  assert.notEqual(one.token, two.token)
  assert.equal((await one.who.session()).set_up, true)
  assert.equal((await one.who.send('POST /console/link', { token: one.token })).status, 404, 'links do not pile up')
  const looked = await one.who.send('POST /console/link', { token: two.token })
  assert.deepEqual([looked.status, (looked.body as { purpose: string }).purpose], [200, 'set_up'])
  for (const [change, says] of [
    [{ password: 'short' }, /password: /],
    [{ email_address: 'robin' }, /email_address: /],
    [{ country_code: 'XX' }, /country_code: /],
    [{ company_name: ' ' }, /company_name: /],
    [{ token: 'dunlinlinkxxx' }, /used already, or is too old/],
  ] as const)
    assert.match((await setUp(one.who, two.token, change)).text, says)
  // All at the same moment, on both processes.
  const rivals = [one.who, two.who, visitor({ call: caller(two.base_url) })] as const
  const answers = await Promise.all([
    setUp(rivals[0], two.token),
    setUp(rivals[1], two.token, { company_name: 'Second', email_address: 'kim@example.com' }),
    setUp(rivals[2], two.token, { email_address: 'alex@example.com' }),
  ])
  const statuses = answers.map(({ status }) => status)
  const first = statuses.indexOf(200)
  const others = statuses.filter((_, index) => index !== first)
  assert.ok(first >= 0 && others.every((status) => status === 404 || status === 409), statuses.join())
  const companies = await database.db.selectFrom('companies').select('status').execute()
  assert.deepEqual(companies, [{ status: 'active' }])
  const { person, administrations, set_up } = (await rivals[first]?.session()) ?? assert.fail()
  assert.equal((person as { company_role: string }).company_role, 'administrator')
  assert.deepEqual([(administrations as unknown[]).length, set_up], [1, false])
  for (const token of [one.token, two.token]) {
    assert.equal((await two.who.send('POST /console/link', { token })).status, 404)
  }
  const three = await serve()
  assert.equal(three.token, null)
  for (const running of [one, two, three]) {
    const text = await stop(running)
    const links = text.match(/dunlinlink\w+/g) ?? []
    assert.equal(links.length, running === three ? 0 : 1, 'printed once, and not logged')
  }
})
