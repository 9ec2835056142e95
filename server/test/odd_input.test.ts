import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fields } from '../src/api/field.ts'
import { type Operation, operations } from '../src/api/operations.ts'
import { createLink } from '../src/auth/one_time_links.ts'
import { console_outline } from '../src/console/index.ts'
import { type Answer, startService } from './harness.ts'
import { logTo } from './log_to.ts'
import { redirect_uri } from './oauth.ts'
import { obeysIn } from './obeys.ts'
import { texts, values } from './odd_values.ts'
import { givenPerson, signedIn, test_password, visitor } from './visitor.ts'

const faults: string[] = []
const log = logTo('error', (line: string) => void faults.push(line))
const service = await startService({ log })
const { call, given, database } = service
const all = operations(console_outline)
const obeys = obeysIn(console_outline)

const tenant = await given.tenant()
const administrator = await signedIn(service, tenant.company_id)
const colleague = await givenPerson(service, tenant.company_id, { company_role: 'standard' })
const anybody = visitor(service)
const application = await given.application(tenant)
const grant_id = await given.grant((await given.application(tenant)).id, tenant.company_id)
const token = await administrator.send('POST /console/api_tokens', {
  name: 'Script',
  permissions: ['debtors:read'],
  all_administrations: true,
})
const webhook = await administrator.send('POST /console/application_webhooks', {
  ...{ application_id: application.id, url: 'https://hooks.example.com/' },
})
assert.equal(webhook.status, 201, webhook.text)
const link = () => createLink(database.db, { purpose: 'password_reset', user_id: colleague.id, now: new Date() })

/** A body that each operation would be glad about, so that one odd member is all that is wrong. */
const good: Record<string, () => object | Promise<object>> = {
  'session.sign_in': () => ({ email_address: colleague.email_address, password: test_password, code: '' }),
  'session.forgotten_password': () => ({ email_address: 'nobody@example.com' }),
  'link.look': async () => ({ token: await link() }),
  'link.use': async () => ({ token: await link(), password: test_password }),
  'link.set_up': async () => ({
    token: await link(),
    company_name: 'X',
    administration_name: 'X',
    country_code: 'NL',
    first_name: 'X',
    last_name: 'X',
    email_address: 'x@example.com',
    password: test_password,
    locale: 'nl',
  }),
  'account.update': () => ({ first_name: 'X', last_name: 'X', locale: 'nl' }),
  'account.password': () => ({ current_password: test_password, password: 'short' }),
  'account.two_step_begin': () => ({ current_password: test_password }),
  'account.two_step_confirm': () => ({ current_password: test_password, secret: 'A'.repeat(32), code: '000000' }),
  'account.two_step_end': () => ({ current_password: test_password, code: '000000' }),
  'account.recovery_codes': () => ({ current_password: test_password, code: '000000' }),
  'applications.create': () => ({
    name: 'X',
    grant_type: 'authorization_code',
    redirect_uri,
    permissions: ['debtors:read'],
  }),
  'sandboxes.make': () => ({ like_id: tenant.administration_id, name: 'X' }),
  'connections.update': () => ({ permissions: ['debtors:read'] }),
  'api_tokens.create': () => ({ name: 'X', permissions: ['debtors:read'], all_administrations: true }),
  'users.create': () => ({
    first_name: 'X',
    last_name: 'X',
    email_address: `x${Math.random()}@example.com`,
    company_role: 'standard',
  }),
}

const ids: Record<string, string> = {
  applications: application.id,
  application_webhooks: (webhook.body as { id: string }).id,
  connections: grant_id,
  api_tokens: (token.body as { id: string }).id,
  // Of nobody: the own one is needed.
  sessions: '999999',
  users: colleague.id,
  overview: tenant.administration_id,
}

function membersOf({ doing }: Operation): Fields {
  if (doing.do === 'one' || doing.do === 'create' || doing.do === 'call') return doing.action.body
  return {}
}

type Sent = { path: string; json?: unknown; body?: string }

/** Asks with the cookies and the token of somebody, and holds that every answer is a decent one. */
async function decent(operation: Operation, all_sent: readonly Sent[], there = false): Promise<void> {
  const who = operation.reach === 'anybody' ? anybody : administrator
  const { csrf_token } = await who.session()
  const headers = { ...who.headers(), 'x-csrf-token': csrf_token, 'content-type': 'application/json' }
  for (let begin = 0; begin < all_sent.length; begin += at_once) {
    // Failures are counted; here all of them come from one place.
    await database.db.deleteFrom('failed_attempts').execute()
    await Promise.all(all_sent.slice(begin, begin + at_once).map(one))
  }

  async function one({ path, ...sent }: Sent): Promise<void> {
    const answer: Answer = await call(`${operation.method} ${path}`, { headers, ...sent })
    const about = `${operation.name} ${JSON.stringify(sent).slice(0, 200)}: ${answer.status} ${answer.text.slice(0, 300)}`
    assert.ok(answer.status < 500 && answer.status !== 429, about)
    // Otherwise nothing of what was sent would have been looked at.
    assert.ok(operation.reach === 'anybody' || answer.status !== 401, about)
    assert.ok(!there || answer.status !== 404, about)
    assert.ok(answer.text.length < 20_000 || answer.status === 200, `${operation.name} answers at length`)
    if (answer.status === operation.status) obeys(operation, answer)
    else assert.equal(typeof (answer.body as { message?: unknown })?.message, 'string', about)
  }
}

const at_once = 8
const inQuery = (value: unknown): string =>
  encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 5000).toWellFormed())

// What removes comes last.
const removes = ({ method }: Operation): number => (method === 'DELETE' ? 1 : 0)
for (const operation of all.sort((one, other) => removes(one) - removes(other))) {
  const { name, family, method } = operation
  // These end what the others need, and take no members.
  if (name === 'session.sign_out' || name === 'sessions.end_others') continue
  const path = operation.path.replace('{id}', ids[family] ?? '1')
  const members = Object.keys(membersOf(operation))

  if (members.length > 0) {
    test(`${name}: whatever is sent is answered, and never with a fault of ours`, async () => {
      const sent: Sent[] = []
      for (const member of members) {
        for (const value of values) {
          if (method === 'GET') sent.push({ path: `${path}?${member}=${inQuery(value)}` })
          else sent.push({ path, json: { ...(await good[name]?.()), [member]: value } })
        }
      }
      await decent(operation, sent, method !== 'GET' && operation.reach !== 'anybody')
    })
  }

  if (operation.path.includes('{id}')) {
    test(`${name}: an odd identifier leads nowhere`, () => {
      const odd = ['0', '-1', '9223372036854775807', '9223372036854775808', 'x', '%00', '1%2f2', '%F0%9F%90%A6']
      const json = method === 'GET' ? {} : { json: {} }
      return decent(
        operation,
        odd.map((id) => ({ path: operation.path.replace('{id}', id), ...json })),
      )
    })
  }

  if (operation.doing.do === 'list') {
    test(`${name}: odd parameters are refused, or taken no notice of`, () => {
      const parameters = [...Object.keys(operation.parameters), 'administration_id', 'identifier_type']
      const pairs = parameters.flatMap((parameter) => [
        ...texts.map((text) => `${parameter}=${inQuery(text)}`),
        `${parameter}[]=1`,
        `${parameter}=1&${parameter}=2`,
        `${parameter}[a]=1`,
      ])
      return decent(
        operation,
        pairs.map((pair) => ({ path: `${path}?${pair}` })),
      )
    })
  }

  if (method !== 'GET') {
    test(`${name}: a body that is none is refused`, () => {
      const bodies = ['null', '[]', '"x"', '1', '{', '{"a":', '['.repeat(50_000), '{"__proto__":{"x":1}}', ' ']
      return decent(
        operation,
        bodies.map((body) => ({ path, body })),
      )
    })
  }
}

test('a body is small, and in a form that is known', async () => {
  const { csrf_token } = await anybody.session()
  const headers = { ...anybody.headers(), 'x-csrf-token': csrf_token }
  const json = { email_address: 'x'.repeat(300_000), password: 'x' }
  assert.equal((await call('POST /console/sign_in', { json, headers })).status, 413)
  const plain = { ...headers, 'content-type': 'text/plain' }
  assert.equal((await call('POST /console/sign_in', { body: '{}', headers: plain })).status, 415)
})

test('nothing of all this was a fault of ours', () => assert.deepEqual(faults, []))
