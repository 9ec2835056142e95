import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startChild } from '../faults/child.ts'
import { startProxy } from '../faults/proxy.ts'
import { addressOf, startService, testDatabase } from './harness.ts'
import { logTo } from './log_to.ts'
import { until } from './until.ts'
import { givenPerson, visitor } from './visitor.ts'

// What an operator finds in the log.

type Line = { msg: string; route?: string; status?: number; address?: string; caller?: string; account?: string }
const lines: Line[] = []
const log = logTo('info', (text: string) => void lines.push(JSON.parse(text) as Line))
const service = await startService({ log })
const { call, given } = service
const tenant = await given.tenant()
const list = `GET /v1/debtors?administration_id=${tenant.administration_id}`

/** The line of the last answer on a route; it is written after the answer is out. */
async function lineOf(route: string, status: number, address: string): Promise<Line> {
  const find = (): Line | undefined =>
    lines.find((one) => one.route === route && one.status === status && one.address === address)
  await until(`${route} is logged with ${status} from ${address}`, () => find() !== undefined)
  return find() ?? assert.fail()
}

test('each answer is logged with address and caller, also when the address was not listed', async () => {
  const token = await given.token(tenant, { ip_allow_list: ['203.0.113.7'] })
  const from = (address: string) => call(list, { token, headers: { 'x-forwarded-for': address } })
  assert.equal((await from('203.0.113.7')).status, 200)
  const { caller } = await lineOf('GET /v1/debtors', 200, '203.0.113.7')
  assert.match(caller ?? '', /^api_token:\d+$/)
  assert.equal((await from('198.51.100.9')).status, 403)
  assert.equal((await lineOf('GET /v1/debtors', 403, '198.51.100.9')).caller, caller)
  const basic = await given.application(tenant, { ip_allow_list: ['203.0.113.7'] })
  const headers = { 'x-forwarded-for': '198.51.100.10' }
  assert.equal((await call('GET /v1/companies', { basic, headers })).status, 403)
  assert.match((await lineOf('GET /v1/companies', 403, '198.51.100.10')).caller ?? '', /^application:\d+$/)
  assert.equal((await call(list, { token: 'x'.repeat(50), headers })).status, 401)
  assert.equal((await lineOf('GET /v1/debtors', 401, '198.51.100.10')).caller, undefined)
})

test('whoever fails to sign in leaves an address and the account, and nothing that was typed', async () => {
  const person = await givenPerson(service, tenant.company_id)
  const guess = (address: string, email_address: string) =>
    visitor(service, address).signIn({ email_address, password: 'a guess of mine' })
  assert.equal((await guess('198.51.100.20', person.email_address)).status, 401)
  const account = `person:${person.id}`
  assert.equal((await lineOf('POST /console/sign_in', 401, '198.51.100.20')).account, account)
  assert.equal((await guess('198.51.100.21', 'nobody.here@example.com')).status, 401)
  assert.equal((await lineOf('POST /console/sign_in', 401, '198.51.100.21')).account, undefined)
  for (let tried = 1; tried < 11; tried++) await guess('198.51.100.20', person.email_address)
  assert.equal((await lineOf('POST /console/sign_in', 429, '198.51.100.20')).account, account)
  const text = JSON.stringify(lines)
  for (const typed of ['a guess of mine', 'nobody.here', person.email_address]) assert.ok(!text.includes(typed), typed)
})

test('a database that is away is logged once, and its return once', async () => {
  const database = await testDatabase()
  const wire = await startProxy(database.connection)
  after(wire.close)
  const logged: Line[] = []
  const noted = logTo('info', (text: string) => void logged.push(JSON.parse(text) as Line))
  const apart = { ...database, connection: wire.url }
  const one = await startService({ beside: { ...service, database: apart }, database_url: wire.url, log: noted })
  const up = async (): Promise<string> =>
    /dunlin_database_up (\d)/.exec((await one.call('GET /metrics')).text)?.[1] ?? ''
  assert.equal(await up(), '1')
  assert.equal((await one.call('GET /ready')).status, 200)
  await until('jobs run', async () => (await one.call('GET /metrics')).text.includes('dunlin_jobs{queue="send_mail"'))
  wire.refuse(true)
  wire.cut()
  await until('it was tried often', () => wire.refused() > 12)
  assert.equal(await up(), '0')
  for (let asked = 0; asked < 3; asked++) assert.equal((await one.call('GET /ready')).status, 503)
  wire.refuse(false)
  const said = (words: RegExp): number => logged.filter(({ msg }) => words.test(msg)).length
  await until('it is back', () => said(/the database is back/) > 0)
  assert.equal(await up(), '1')
  const beside = logged.filter(({ route }) => route === undefined).map((line) => JSON.stringify(line))
  assert.deepEqual(
    beside.filter((line) => /"msg":"(principals|queue|limits|jobs do not run|not ready)/.test(line)),
    [],
  )
  assert.deepEqual([said(/cannot be reached/), said(/is back/)], [1, 1])
})

test('one process says where it listens, takes no notice of SIGHUP, and says that it stopped', async () => {
  const database = await testDatabase()
  const child = await startChild({
    DATABASE_URL: addressOf(database.connection),
    BASE_URL: 'https://dunlin.example.com',
    TRUST_PROXY: '127.0.0.1',
  })
  after(child.stop)
  assert.match(child.base_url, /^http:\/\/127\.0\.0\.1:\d+$/)
  assert.ok(child.lines.includes(`Dunlin listens on ${child.base_url} (BASE_URL: https://dunlin.example.com)`))
  child.signal('SIGHUP')
  await until('it is logged', () => child.lines.some((line) => line.includes('nothing happens: one process alone')))
  assert.equal((await fetch(`${child.base_url}/health`)).status, 200)
  assert.equal(await child.stop(), 0)
  await until('its last line is there', () => /"msg":"stopped"/.test(child.lines.at(-1) ?? ''))
})
