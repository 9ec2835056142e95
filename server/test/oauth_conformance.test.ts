import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApplication } from '../src/auth/applications.ts'
import { createGrant } from '../src/auth/oauth/family.ts'
import { createPerson } from '../src/auth/people.ts'
import { permission_names } from '../src/auth/permissions.ts'
import { hashSecret } from '../src/auth/secrets.ts'
import { type Answer, startService } from './harness.ts'
import { leaks } from './leaks.ts'
import { logTo } from './log_to.ts'
import { type Basic, challengeOf, partnerOf, redirect_uri, refused, soon, tokensOf } from './oauth.ts'
import { until } from './until.ts'
import { givenPerson } from './visitor.ts'

// Numbers in the titles are the rows of the checklist by which the server was designed.

const start = new Date('2026-11-14T09:30:00Z')
let now = start
const later = (seconds: number): void => {
  now = new Date(now.getTime() + seconds * 1000)
}
const day_s = 86_400
const lines: string[] = []
const service = await startService({
  now: () => now,
  log: logTo('trace', (line: string) => void lines.push(line)),
})
const { call, given, database, app } = service
const { db } = database
const partner = partnerOf(service, () => now)
const { token, exchange, refresh, introspect, revoke, connect, code, tokens, debtors } = partner

const header = (text: string, scheme = 'Basic') => ({
  headers: { authorization: `${scheme} ${Buffer.from(text).toString('base64')}` },
})
const machine_request = { grant_type: 'client_credentials' }
const machineOf = async (options: { permissions?: string[]; ip_allow_list?: string[] } = {}) => {
  const tenant = await given.tenant()
  const machine = await given.machine(tenant, options)
  partner.secrets.add(machine.client_secret)
  return { tenant, machine }
}
const setSecret = (application: { id: string }, secret: string) =>
  db
    .updateTable('applications')
    .set({ client_secret_hash: hashSecret(secret) })
    .where('id', '=', application.id)
    .execute()
const setApplication = (id: string, values: { permissions?: string[]; redirect_uri?: string; deleted_at?: string }) =>
  db.updateTable('applications').set(values).where('id', '=', id).execute()
const audited = async (grant_id: string) =>
  (
    await db
      .selectFrom('audit_entries')
      .select(['action', 'ip', 'details'])
      .where('grant_id', '=', grant_id)
      .orderBy('id')
      .execute()
  ).map(({ action, ip, details }) => `${action} ${ip} ${JSON.stringify(details)}`)

test('21, 22, 23: Basic is understood form-encoded and raw, and in any spelling of its name', async () => {
  const { machine } = await machineOf()
  for (const secret of ['a:b', 'a+b', 'a%b', 'a%2Bb', 'a b', 'a-b_c', 'ü']) {
    await setSecret(machine, secret)
    const encoded = encodeURIComponent(secret).replaceAll('%20', '+').replaceAll('-', '%2D').replaceAll('_', '%5F')
    for (const sent of [secret, encoded]) {
      for (const scheme of ['Basic', 'bAsIc']) {
        const answer = await token(null, machine_request, header(`${machine.client_id}:${sent}`, scheme))
        assert.equal(answer.status, 200, `${scheme} ${sent}: ${answer.text}`)
      }
    }
  }
})

test('24, 25, 53: a wrong secret, an unknown client and none at all are answered the same', async () => {
  const { application, grant_id } = await connect()
  const fields = { grant_type: 'authorization_code', code: await code(grant_id), redirect_uri }
  const wrong = await token({ ...application, client_secret: 'wrong' }, fields)
  const unknown = await token({ client_id: 'nobody', client_secret: 'wrong' }, fields)
  const none = await token(null, { ...fields, client_id: application.client_id })
  for (const answer of [wrong, unknown, none]) refused(answer, 401, 'invalid_client')
  assert.equal(wrong.text, unknown.text)
  assert.equal(wrong.text, none.text)
  tokensOf(await token(application, fields))
})

test('24: an unknown client takes about as much work as a wrong secret', async () => {
  const { application } = await connect()
  const took = async (client_id: string): Promise<number> => {
    // Time of the processor, and not of a clock on the wall: the machine may have other things to do.
    const begun = process.cpuUsage()
    await token({ client_id, client_secret: 'wrong' }, machine_request)
    const { user, system } = process.cpuUsage(begun)
    return (user + system) / 1000
  }
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
  for (let count = 0; count < 60; count++) {
    times.known.push(await took(application.client_id))
    times.unknown.push(await took('nobody'))
  }
  const median = (all: number[]): number => all.sort((one, other) => one - other)[all.length / 2] ?? 0
  const ratio = median(times.known) / median(times.unknown)
  assert.ok(ratio > 0.5 && ratio < 2, `known ${median(times.known)} ms, unknown ${median(times.unknown)} ms`)
})

test('26: who says twice who it is must say the same twice', async () => {
  const { machine } = await machineOf()
  const { machine: other } = await machineOf()
  const { client_id, client_secret } = machine
  for (const same of [{ client_id }, { client_secret }, { client_id, client_secret }]) {
    tokensOf(await token(machine, { ...machine_request, ...same }))
    const json = { ...machine_request, ...same }
    tokensOf(await call('POST /oauth/token', { basic: machine, json }))
    assert.equal((await partner.post('/oauth/introspect', machine, { token: 'x', ...same })).status, 200)
    assert.equal((await partner.post('/oauth/revoke', machine, { token: 'x', ...same })).status, 200)
  }
  const encoded = header(`${client_id}:${client_secret.replaceAll('d', '%64')}`)
  tokensOf(await token(null, { ...machine_request, client_id, client_secret }, encoded))
  for (const different of [
    { client_id: 'another' },
    { client_id: other.client_id },
    { client_secret: other.client_secret },
    { client_secret: client_secret.slice(1) },
    { client_id, client_secret: `${client_secret} ` },
    { client_id: other.client_id, client_secret: other.client_secret },
  ]) {
    const answer = await token(machine, { ...machine_request, ...different })
    refused(answer, 400, 'invalid_request')
    assert.doesNotMatch(answer.text, /dunlin(secret|client)/)
  }
})

test('28: broken Basic headers are refused, and never our fault', async () => {
  const broken = ['Basic', 'Basic ', 'Basic !!!', 'Basic aWQ=', 'Basic Og==', 'Bearer abc', 'Basic a b', '%zz']
  for (const authorization of broken)
    refused(await token(null, {}, { headers: { authorization } }), 401, 'invalid_client')
  for (const text of ['id:%zz', '%00:x', 'id:\u0000', ':', 'x:', ':x', '%zz:%zz']) {
    refused(await token(null, {}, header(text)), 401, 'invalid_client')
  }
})

test('29, 30: a secret in the address or in the body proves nothing', async () => {
  const { machine } = await machineOf()
  const fields = { client_id: machine.client_id, client_secret: machine.client_secret }
  const query = new URLSearchParams({ ...machine_request, ...fields })
  refused(await call(`POST /oauth/token?${query}`, { form: 'grant_type=client_credentials' }), 401, 'invalid_client')
  refused(await token(null, { ...machine_request, ...fields }), 401, 'invalid_client')
  refused(await call(`POST /oauth/token?${query}`, { basic: machine, form: '' }), 400, 'invalid_request')
})

test('31: JSON is as good as a form, on every endpoint', async () => {
  const { application, grant_id } = await connect()
  const json = { grant_type: 'authorization_code', code: await code(grant_id), redirect_uri }
  const pair = tokensOf(await call('POST /oauth/token', { basic: application, json }))
  partner.secrets.add(pair.access_token).add(pair.refresh_token)
  const ask = { basic: application, json: { token: pair.access_token } }
  assert.equal((await call('POST /oauth/introspect', ask)).body instanceof Object, true)
  assert.equal((await call('POST /oauth/revoke', ask)).text, '{}')
  assert.equal((await call('POST /oauth/introspect', ask)).text, '{"active":false}')
})

test('32: whatever stands in the body, the answer is an error of the standard', async () => {
  const { application: basic } = await connect()
  const types = [['refresh_token'], 5, true, {}, [], { a: 1 }]
  for (const grant_type of types)
    refused(await call('POST /oauth/token', { basic, json: { grant_type } }), 400, 'invalid_request')
  for (const json of [[], 'x', 5, true, null, {}, { grant_type: null }, { grant_type: '' }])
    refused(await call('POST /oauth/token', { basic, json }), 400, 'invalid_request')
  for (const grant_type of ['__proto__', 'constructor', 'toString', 'has', 'refresh_token ', 'REFRESH_TOKEN'])
    refused(await call('POST /oauth/token', { basic, json: { grant_type } }), 400, 'unsupported_grant_type')
  const bodies = ['{"__proto__":{"grant_type":"refresh_token"}}', '{"constructor":{"prototype":{"grant_type":"x"}}}']
  for (const body of bodies)
    refused(
      await call('POST /oauth/token', { basic, body, headers: { 'content-type': 'application/json' } }),
      400,
      'invalid_request',
    )
  const odd = [['x'], 7, { token: 'x' }]
  for (const value of odd) {
    refused(await call('POST /oauth/introspect', { basic, json: { token: value } }), 400, 'invalid_request')
    refused(await call('POST /oauth/revoke', { basic, json: { token: value } }), 400, 'invalid_request')
    const json = { grant_type: 'refresh_token', refresh_token: value }
    refused(await call('POST /oauth/token', { basic, json }), 400, 'invalid_request')
  }
  for (const form of ['grant_type=a&grant_type=b', 'grant_type[]=refresh_token', 'grant_type[a]=b'])
    refused(await call('POST /oauth/token', { basic, form }), 400, 'invalid_request')
  const odd_texts = ['\u0000', 'ü'.repeat(5000), 'a'.repeat(60_000)]
  for (const refresh_token of odd_texts)
    refused(
      await call('POST /oauth/token', { basic, json: { grant_type: 'refresh_token', refresh_token } }),
      400,
      'invalid_grant',
    )
})

test('32: no parameter may come twice, whoever asks for it, in a form or in JSON, also when it is escaped', async () => {
  const { application: basic } = await connect()
  const { machine } = await machineOf({ permissions: ['debtors:read', 'tasks:read'] })
  const twice = (answer: Answer) => refused(answer, 400, 'invalid_request', /^Send each parameter once\.$/)
  const json = (path: string, who: Basic, body: string) =>
    call(`POST ${path}`, { basic: who, body, headers: { 'content-type': 'application/json' } })
  const usual = '"grant_type":"client_credentials"'
  for (const more of [
    'scope=tasks:read&scope=debtors:read',
    'state=a&state=a',
    'state=&state=',
    'client_id=&client_id=',
  ])
    twice(await call('POST /oauth/token', { basic: machine, form: `grant_type=client_credentials&${more}` }))
  for (const more of [
    usual,
    '"scope":"tasks:read","scope":"debtors:read"',
    '"scope":"tasks:read","\\u0073cope":"tasks:read"',
    '"state":1,"state" : {"state":2}',
    '"__proto__":"x","__proto__":"x"',
  ])
    twice(await json('/oauth/token', machine, `{${usual},${more}}`))
  for (const path of ['/oauth/introspect', '/oauth/revoke']) {
    twice(await call(`POST ${path}`, { basic, form: 'token=x&token_type_hint=a&token_type_hint=b' }))
    twice(await json(path, basic, '{"token":"x","token":"y"}'))
  }
  const nested = `{${usual},"state":{"a":1,"b":{"a":"\\"a\\":"}},"a":"state: \\"state\\":1","b":2}`
  tokensOf(await json('/oauth/token', machine, nested))
})

test('33: broken bodies, unknown types and bodies that are too long are refused with the reason', async () => {
  const { application: basic } = await connect()
  const send = (body: string, type: string) =>
    call('POST /oauth/token', { basic, body, headers: { 'content-type': type } })
  refused(await send('{"grant_type":', 'application/json'), 400, 'invalid_request', /JSON/)
  refused(await send('grant_type=%zz', 'application/x-www-form-urlencoded'), 400, 'invalid_request')
  refused(await send('grant_type=refresh_token', 'text/plain'), 400, 'invalid_request')
  refused(await send('', 'application/json'), 400, 'invalid_request')
  refused(await send('a'.repeat(70_000), 'application/x-www-form-urlencoded'), 413, 'invalid_request')
})

test('35, 36, 37, 38: parameters that are empty, unknown, missing, or not for this application', async () => {
  const { application } = await connect()
  const { machine } = await machineOf()
  tokensOf(await token(machine, { ...machine_request, scope: '', refresh_token: '', whatever: 'x' }))
  refused(await token(machine, { grant_type: 'password' }), 400, 'unsupported_grant_type')
  refused(await token(machine, {}), 400, 'invalid_request', /^Missing required parameter: grant_type\.$/)
  refused(await token(machine, { grant_type: '' }), 400, 'invalid_request')
  refused(await token(application, machine_request), 400, 'unauthorized_client')
  for (const grant_type of ['refresh_token', 'authorization_code'])
    refused(await token(machine, { grant_type, refresh_token: 'x', code: 'x' }), 400, 'unauthorized_client')
})

test('half a letter or a NUL in any parameter is an error of the request, and never ours', async () => {
  const connected = await connect()
  const { application } = connected
  const { machine } = await machineOf()
  const names = ['grant_type', 'code', 'redirect_uri', 'code_verifier', 'refresh_token', 'scope', 'token']
  const requests = [
    {
      basic: application,
      fields: { grant_type: 'authorization_code', code: await code(connected.grant_id), redirect_uri },
    },
    {
      basic: application,
      fields: { grant_type: 'refresh_token', refresh_token: (await tokens(connected)).refresh_token },
    },
    { basic: machine, fields: machine_request },
  ]
  for (const odd of ['\u0000', 'debtors:read\u0000', '\ud800', 'tasks:read \udc00']) {
    for (const { basic, fields } of requests) {
      for (const name of [...names, 'client_id', 'client_secret']) {
        // What nobody reads in this request is ignored.
        if (!(name in fields) && !['client_id', 'client_secret'].includes(name) && name !== 'scope') continue
        if (name === 'scope' && fields.grant_type === 'authorization_code') continue
        const answer = await call('POST /oauth/token', { basic, json: { ...fields, [name]: odd } })
        const { error } = answer.body as { error: string }
        refused(answer, 400, name === 'scope' ? 'invalid_scope' : error)
      }
    }
    for (const path of ['/oauth/introspect', '/oauth/revoke']) {
      const answer = await call(`POST ${path}`, { basic: application, json: { token: odd, token_type_hint: odd } })
      assert.equal(answer.status, 200, answer.text)
    }
  }
  for (const scope of ['debtors:read"', 'a\\b', 'ü'])
    refused(await token(machine, { ...machine_request, scope }), 400, 'invalid_scope')
})

test('an error never repeats what was sent as a secret', async () => {
  const { application: basic } = await connect()
  const secret = 'dunlinrefreshAbCdEfGhIjKlMnOpQr'
  for (const form of [
    `grant_type=refresh_token&refresh_token=${secret}%zz`,
    `grant_type=refresh_token&refresh_token=%zz${secret}`,
    `grant_type=authorization_code&code=${secret}%`,
    `token=%${secret}`,
    `${secret}%zz`,
  ]) {
    const answer = await call('POST /oauth/token', { basic, form })
    refused(answer, 400, 'invalid_request', /percent-encoding/)
    assert.doesNotMatch(answer.text, /dunlinrefresh|AbCd/)
  }
})

test('39, 83: only POST is possible, also with everything in the address', async () => {
  const { application, ...connected } = await connect()
  const { access_token } = await tokens({ application, ...connected })
  for (const path of ['/oauth/token', '/oauth/introspect', '/oauth/revoke']) {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await call(`${method} ${path}?token=${access_token}&grant_type=refresh_token`, {
        basic: application,
        headers: { accept: 'text/html' },
      })
      refused(answer, 405, 'invalid_request')
      assert.equal(answer.headers.get('allow'), 'POST')
    }
  }
})

test('39: what describes the server is only got, and people are only sent to it or send a form', async () => {
  for (const [path, others, allow] of [
    ['/.well-known/oauth-authorization-server', ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], 'GET, HEAD'],
    ['/oauth/authorize', ['PUT', 'PATCH', 'DELETE', 'OPTIONS'], 'GET, POST, HEAD'],
  ] as const) {
    for (const method of others) {
      const answer = await call(`${method} ${path}`)
      assert.deepEqual([answer.status, answer.headers.get('allow')], [405, allow], `${method} ${path}`)
      assert.equal((answer.body as { code: string }).code, 'method_not_allowed')
    }
    assert.notEqual((await call(`HEAD ${path}`)).status, 405)
  }
})

test('40, 41, 82: answers are JSON and stay out of caches', async () => {
  const connected = await connect()
  const { application } = connected
  const issued = await exchange(application, await code(connected.grant_id))
  const { access_token } = tokensOf(issued)
  for (const answer of [issued, await introspect(application, access_token), await revoke(application, access_token)]) {
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.equal(answer.headers.get('pragma'), 'no-cache')
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
    assert.equal(answer.headers.has('www-authenticate'), false)
  }
})

test('43: wrong secrets are limited for one client and address, and the right one always works', async () => {
  const { machine } = await machineOf()
  const guess = (basic: Basic, address = '192.0.2.7') =>
    token(basic, machine_request, { headers: { 'x-forwarded-for': address } })
  const wrong = { ...machine, client_secret: 'wrong' }
  for (let count = 0; count < 10; count++) refused(await guess(wrong), 401, 'invalid_client')
  const limited = await guess(wrong)
  refused(limited, 429, 'too_many_requests')
  assert.equal(limited.headers.get('retry-after'), '60')
  tokensOf(await guess(machine))
  refused(await guess(wrong, '192.0.2.8'), 401, 'invalid_client')
  refused(await guess({ ...wrong, client_id: 'other' }), 401, 'invalid_client')
  later(60)
  refused(await guess(wrong), 401, 'invalid_client')
})

test('44: the answer to a code has exactly its keys, in their order', async () => {
  const { application, grant_id } = await connect({ permissions: ['tasks:read', 'debtors:read'] })
  const answer = await exchange(application, await code(grant_id))
  const body = tokensOf(answer) as unknown as Record<string, unknown>
  const keys = ['access_token', 'token_type', 'expires_in', 'refresh_token', 'scope', 'created_at']
  assert.deepEqual(Object.keys(body), keys)
  assert.match(String(body.access_token), /^dunlinaccess[A-Za-z0-9]{40}$/)
  assert.match(String(body.refresh_token), /^dunlinrefresh[A-Za-z0-9]{40}$/)
  assert.equal(body.token_type, 'Bearer')
  assert.equal(body.expires_in, 7200)
  assert.equal(body.scope, 'debtors:read tasks:read')
  assert.equal(body.created_at, now.getTime() / 1000)
  assert.deepEqual(await audited(grant_id), ['grant_created 192.0.2.9 {}', 'code_exchanged 127.0.0.1 {}'])
})

test('45: redirect_uri is the one of the authorization request, and still the one of the application', async () => {
  const { application, grant_id } = await connect()
  const made = await code(grant_id)
  for (const other of [`${redirect_uri}/`, `${redirect_uri}?x=1`, 'https://APP.example.com/callback', 'x']) {
    const answer = await exchange(application, made, { redirect_uri: other })
    refused(answer, 400, 'invalid_grant', /redirect_uri/)
    assert.equal((answer.body as { code: string }).code, 'bad_request')
  }
  refused(await token(application, { grant_type: 'authorization_code', code: made }), 400, 'invalid_request')
  refused(await exchange(application, '', {}), 400, 'invalid_request', /code/)
  await setApplication(application.id, { redirect_uri: 'https://app.example.com/elsewhere' })
  refused(await exchange(application, made), 400, 'invalid_grant', /redirect_uri/)
  refused(
    await exchange(application, made, { redirect_uri: 'https://app.example.com/elsewhere' }),
    400,
    'invalid_grant',
  )
  await setApplication(application.id, { redirect_uri })
  tokensOf(await exchange(application, made))
})

test('46: a code that is used twice ends everything that it gave', async () => {
  const connected = await connect()
  const { application, grant_id, tenant } = connected
  const made = await code(grant_id)
  const first = tokensOf(await exchange(application, made))
  assert.equal(await debtors(first.access_token, tenant), 200)
  refused(await exchange(application, made), 400, 'invalid_grant')
  assert.equal(await debtors(first.access_token, tenant), 401)
  refused(await refresh(application, first.refresh_token), 400, 'invalid_grant')
  assert.equal((await introspect(application, first.access_token)).text, '{"active":false}')
  assert.equal((await audited(grant_id)).at(-1), 'grant_revoked 127.0.0.1 {"reason":"code_reused"}')
})

test('48: a code lives for 600 seconds', async () => {
  const { application, grant_id } = await connect()
  const [one, other] = [await code(grant_id), await code(grant_id)]
  later(599)
  tokensOf(await exchange(application, one))
  later(1)
  refused(await exchange(application, other), 400, 'invalid_grant')
})

test('49: a code in the hands of another client stays good for its own', async () => {
  const { application, grant_id } = await connect()
  const { application: other } = await connect()
  const made = await code(grant_id)
  refused(await exchange(other, made), 400, 'invalid_grant')
  const { access_token } = tokensOf(await exchange(application, made))
  refused(await exchange(other, made), 400, 'invalid_grant')
  assert.notEqual((await introspect(application, access_token)).text, '{"active":false}')
})

test('50, 51, 52: the verifier belongs to the challenge, and neither comes without the other', async () => {
  const { application, grant_id } = await connect()
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  const made = await code(grant_id, await challengeOf(verifier))
  const wrong = [
    verifier.slice(1),
    `${verifier}x`,
    verifier.toLowerCase(),
    'x'.repeat(42),
    'x'.repeat(129),
    '+'.repeat(43),
  ]
  for (const code_verifier of wrong)
    refused(await exchange(application, made, { code_verifier }), 400, 'invalid_grant', /code_verifier/)
  refused(await exchange(application, made), 400, 'invalid_grant', /code_verifier/)
  tokensOf(await exchange(application, made, { code_verifier: verifier }))
  for (const odd of ['x'.repeat(42), 'x'.repeat(129), `${'x'.repeat(42)}+`]) {
    const fits = await code(grant_id, await challengeOf(odd))
    refused(await exchange(application, fits, { code_verifier: odd }), 400, 'invalid_grant')
  }
  const plain = await code(grant_id)
  refused(await exchange(application, plain, { code_verifier: verifier }), 400, 'invalid_grant')
})

test('54: a scope in the exchange changes nothing', async () => {
  const { application, grant_id } = await connect({ permissions: ['debtors:read', 'tasks:read'] })
  const { scope } = tokensOf(await exchange(application, await code(grant_id), { scope: 'invoices:write' }))
  assert.equal(scope, 'debtors:read tasks:read')
})

test('56: a refresh gives a new pair; the old access token lives on until its own end', async () => {
  const connected = await connect()
  const { application, tenant } = connected
  const first = await tokens(connected)
  later(60)
  const answer = await refresh(application, first.refresh_token)
  const second = tokensOf(answer)
  const keys = ['access_token', 'token_type', 'expires_in', 'refresh_token', 'scope', 'created_at']
  assert.deepEqual(Object.keys(second), keys)
  assert.equal(second.created_at, first.created_at + 60)
  assert.notEqual(second.access_token, first.access_token)
  assert.notEqual(second.refresh_token, first.refresh_token)
  for (const { access_token } of [first, second]) assert.equal(await debtors(access_token, tenant), 200)
  assert.equal((await introspect(application, first.refresh_token)).text, '{"active":false}')
  later(7140)
  assert.equal(await debtors(first.access_token, tenant), 401)
  assert.equal(await debtors(second.access_token, tenant), 200)
})

test('57: an old refresh token that comes again later ends the family', async () => {
  const connected = await connect()
  const { application, tenant, grant_id } = connected
  const first = await tokens(connected)
  const second = tokensOf(await refresh(application, first.refresh_token))
  later(31)
  refused(await refresh(application, first.refresh_token), 400, 'invalid_grant')
  for (const { access_token } of [first, second]) assert.equal(await debtors(access_token, tenant), 401)
  refused(await refresh(application, second.refresh_token), 400, 'invalid_grant')
  assert.equal((await introspect(application, second.access_token)).text, '{"active":false}')
  assert.equal((await audited(grant_id)).at(-1), 'grant_revoked 127.0.0.1 {"reason":"refresh_token_reused"}')
  const { revoked_reason } = await db
    .selectFrom('grants')
    .select('revoked_reason')
    .where('id', '=', grant_id)
    .executeTakeFirstOrThrow()
  assert.equal(revoked_reason, 'refresh_token_reused')
})

test('59b: an answer that was lost can be had again for 30 seconds, and lasts no longer for it', async () => {
  const connected = await connect({ permissions: ['debtors:read', 'tasks:read'] })
  const { application, tenant } = connected
  const first = await tokens(connected)
  const second = tokensOf(await refresh(application, first.refresh_token, { scope: 'debtors:read' }))
  later(30)
  const again = await refresh(application, first.refresh_token)
  assert.deepEqual(again.body, { ...second, expires_in: 7170 })
  refused(await refresh(application, first.refresh_token, { scope: 'invoices:read' }), 400, 'invalid_scope')
  assert.equal(await debtors(second.access_token, tenant), 200)
  tokensOf(await refresh(application, second.refresh_token))
})

test('59b: once the new token was used the old one gives nothing, and within 10 seconds ends nothing', async () => {
  const connected = await connect()
  const { application, tenant } = connected
  const first = await tokens(connected)
  const second = tokensOf(await refresh(application, first.refresh_token))
  const third = tokensOf(await refresh(application, second.refresh_token))
  later(10)
  refused(await refresh(application, first.refresh_token), 400, 'invalid_grant')
  assert.deepEqual((await refresh(application, second.refresh_token)).body, { ...third, expires_in: 7190 })
  assert.equal(await debtors(third.access_token, tenant), 200)
  later(1)
  refused(await refresh(application, first.refresh_token), 400, 'invalid_grant')
  assert.equal(await debtors(third.access_token, tenant), 401)
})

test('59b: once the new access token was used the answer did arrive, and the old refresh token gives nothing', async () => {
  for (const { after_s, dies } of [
    { after_s: 0, dies: false },
    { after_s: 10, dies: false },
    { after_s: 11, dies: true },
    { after_s: 29, dies: true },
  ]) {
    const connected = await connect()
    const { application, tenant } = connected
    const first = await tokens(connected)
    const second = tokensOf(await refresh(application, first.refresh_token))
    assert.deepEqual((await refresh(application, first.refresh_token)).body, second)
    // Asking about it is no use of it, and neither is the use of the one before.
    assert.equal((await introspect(application, second.access_token)).status, 200)
    assert.equal(await debtors(first.access_token, tenant), 200)
    assert.deepEqual((await refresh(application, first.refresh_token)).body, second)
    assert.equal(await debtors(second.access_token, tenant), 200)
    later(after_s)
    refused(await refresh(application, first.refresh_token), 400, 'invalid_grant')
    assert.equal(await debtors(second.access_token, tenant), dies ? 401 : 200)
    assert.equal((await refresh(application, second.refresh_token)).status, dies ? 400 : 200)
  }
})

test('59b: what makes an answer repeatable is gone when the next token is used', async () => {
  const connected = await connect()
  const { application, grant_id } = connected
  let { refresh_token } = await tokens(connected)
  const nonces = async () => {
    const rows = await db
      .selectFrom('refresh_tokens')
      .select('nonce')
      .where('grant_id', '=', grant_id)
      .orderBy('id')
      .execute()
    return rows.map(({ nonce }) => nonce?.length ?? 0)
  }
  assert.deepEqual(await nonces(), [0])
  for (let count = 0; count < 3; count++)
    refresh_token = tokensOf(await refresh(application, refresh_token)).refresh_token
  assert.deepEqual(await nonces(), [0, 0, 32, 0])
})

test('62: more than was granted is refused and costs nothing; less is honoured, and only for that token', async () => {
  const connected = await connect({ permissions: ['debtors:read', 'tasks:read'] })
  const { application, tenant } = connected
  const first = await tokens(connected)
  for (const scope of ['debtors:read invoices:read', 'nonsense', 'debtors:read\ttasks:read', 'DEBTORS:READ'])
    refused(await refresh(application, first.refresh_token, { scope }), 400, 'invalid_scope')
  const narrow = tokensOf(await refresh(application, first.refresh_token, { scope: ' tasks:read  tasks:read ' }))
  assert.equal(narrow.scope, 'tasks:read')
  assert.equal(await debtors(narrow.access_token, tenant), 403)
  assert.equal(tokensOf(await refresh(application, narrow.refresh_token)).scope, 'debtors:read tasks:read')
})

test('63: a refresh token in the hands of another client harms nobody', async () => {
  const connected = await connect()
  const { application: other } = await connect()
  const first = await tokens(connected)
  refused(await refresh(other, first.refresh_token), 400, 'invalid_grant')
  const second = tokensOf(await refresh(connected.application, first.refresh_token))
  later(60)
  refused(await refresh(other, first.refresh_token), 400, 'invalid_grant')
  assert.equal(await debtors(second.access_token, connected.tenant), 200)
})

test('64: a refresh token lives 90 days without use, and each use begins them anew', async () => {
  const connected = await connect()
  const { application } = connected
  let { refresh_token } = await tokens(connected)
  for (let hop = 0; hop < 4; hop++) {
    later(60 * day_s)
    refresh_token = tokensOf(await refresh(application, refresh_token)).refresh_token
  }
  later(90 * day_s - 1)
  refresh_token = tokensOf(await refresh(application, refresh_token)).refresh_token
  later(90 * day_s)
  refused(await refresh(application, refresh_token), 400, 'invalid_grant')
})

test('65, 66: each token is good for its own use alone', async () => {
  const connected = await connect()
  const { application, tenant } = connected
  const { access_token, refresh_token } = await tokens(connected)
  refused(await refresh(application, access_token), 400, 'invalid_grant')
  assert.equal(await debtors(refresh_token, tenant), 401)
  refused(await token(application, { grant_type: 'refresh_token' }), 400, 'invalid_request', /refresh_token/)
  tokensOf(await refresh(application, refresh_token))
})

test('68: after the secret was changed only the new one refreshes, and access tokens live on', async () => {
  const connected = await connect()
  const { application, tenant } = connected
  const { access_token, refresh_token } = await tokens(connected)
  await setSecret(application, 'another secret')
  await soon(async () => (await introspect(application, 'x')).status, 401)
  refused(await refresh(application, refresh_token), 401, 'invalid_client')
  assert.equal(await debtors(access_token, tenant), 200)
  tokensOf(await refresh({ ...application, client_secret: 'another secret' }, refresh_token))
})

test('69: a grant reaches what its person still administers, and ends with the person', async () => {
  const tenant = await given.tenant()
  const second = await given.tenant({ company_id: tenant.company_id })
  const { application } = await connect()
  const user_id = await createPerson(db, {
    company_id: tenant.company_id,
    first_name: 'Robin',
    last_name: 'Example',
    email_address: 'robin@example.com',
    password: 'correct horse battery staple',
    company_role: 'administrator',
    now,
  })
  const grant_id = await createGrant(db, {
    application_id: application.id,
    company_id: tenant.company_id,
    user_id,
    permissions: ['debtors:read'],
    administration_ids: null,
    address: null,
    now,
  })
  const { access_token, refresh_token } = await tokens({ application, grant_id, tenant })
  const reach = async () => {
    const { administrations } = (await introspect(application, access_token)).body as {
      administrations?: { id: string }[]
    }
    const seen = administrations?.map(({ id }) => id) ?? []
    for (const one of [tenant, second]) {
      assert.equal(await debtors(access_token, one), seen.includes(one.administration_id) ? 200 : 403)
    }
    return seen
  }
  assert.deepEqual(await reach(), [tenant.administration_id, second.administration_id])
  await db.updateTable('users').set({ company_role: null }).where('id', '=', user_id).execute()
  const right = { user_id, administration_id: second.administration_id, role: 'administrator' }
  await db.insertInto('user_administrations').values(right).execute()
  await soon(() => debtors(access_token, tenant), 403)
  assert.deepEqual(await reach(), [second.administration_id])
  await db.updateTable('users').set({ deleted_at: now.toISOString() }).where('id', '=', user_id).execute()
  await soon(() => debtors(access_token, second), 401)
  assert.equal((await introspect(application, access_token)).text, '{"active":false}')
  refused(await refresh(application, refresh_token), 400, 'invalid_grant')
})

test('69: a grant for all administrations whose person administers nothing any more is not active', async () => {
  const tenant = await given.tenant()
  const { application } = await connect()
  const user = await givenPerson(service, tenant.company_id)
  const grant_id = await createGrant(db, {
    application_id: application.id,
    company_id: tenant.company_id,
    user_id: user.id,
    permissions: ['administrations:write', 'debtors:read'],
    administration_ids: null,
    address: null,
    now,
  })
  const pair = await tokens({ application, grant_id, tenant })
  const active = async (one: string) => ((await introspect(application, one)).body as { active: boolean }).active
  assert.equal(await active(pair.access_token), true)
  await db.updateTable('users').set({ company_role: 'standard' }).where('id', '=', user.id).execute()
  await soon(() => debtors(pair.access_token, tenant), 403)
  for (const one of [pair.access_token, pair.refresh_token]) {
    await until('it is known everywhere', async () => (await introspect(application, one)).text === '{"active":false}')
  }
  await db.updateTable('users').set({ company_role: 'administrator' }).where('id', '=', user.id).execute()
  await soon(() => debtors(pair.access_token, tenant), 200)
  assert.equal(await active(pair.access_token), true)
  // Who administers a company without administrations can make the first.
  await db
    .updateTable('administrations')
    .set({ status: 'deleted', deleted_at: now.toISOString() })
    .where('id', '=', tenant.administration_id)
    .execute()
  await soon(() => debtors(pair.access_token, tenant), 403)
  assert.equal(await active(pair.access_token), true)
})

test('70, 71: a machine gets a token for its own company that never expires, and nothing else', async () => {
  const { machine, tenant } = await machineOf({ permissions: ['tasks:read', 'debtors:read'] })
  const answer = await token(machine, machine_request)
  const body = tokensOf(answer)
  assert.deepEqual(Object.keys(body), ['access_token', 'token_type', 'scope', 'created_at'])
  assert.equal(body.scope, 'debtors:read tasks:read')
  const second = await given.tenant({ company_id: tenant.company_id })
  const stranger = await given.tenant()
  const before = now
  later(20 * 366 * day_s)
  assert.equal(await debtors(body.access_token, tenant), 200)
  assert.equal(await debtors(body.access_token, second), 200)
  assert.equal(await debtors(body.access_token, stranger), 403)
  const introspected = (await introspect(machine, body.access_token)).body as Record<string, unknown>
  assert.equal(introspected.active, true)
  assert.equal('exp' in introspected, false)
  now = before
})

test('70: there is one grant and one token for a machine, whoever comes first, and it acts as itself', async () => {
  const { machine, tenant } = await machineOf()
  const answers = await Promise.all(Array.from({ length: 8 }, () => token(machine, machine_request)))
  assert.equal(new Set(answers.map((answer) => JSON.stringify(tokensOf(answer)))).size, 1)
  const grants = await db.selectFrom('grants').selectAll().where('application_id', '=', machine.id).execute()
  assert.equal(grants.length, 1)
  const { system_user_id } = await db
    .selectFrom('applications')
    .select('system_user_id')
    .where('id', '=', machine.id)
    .executeTakeFirstOrThrow()
  assert.equal(grants[0]?.user_id, system_user_id)
  assert.equal(grants[0]?.company_id, tenant.company_id)
  assert.equal(grants[0]?.all_administrations, true)
  const entries = await audited(grants[0]?.id ?? '')
  assert.equal(entries.filter((entry) => entry === 'access_token_issued 127.0.0.1 {}').length, 1)
})

test('70: a machine that asks again gets its token again; another one for other permissions, another secret, or after the end', async () => {
  const { machine, tenant } = await machineOf({ permissions: ['debtors:read', 'tasks:read'] })
  const first = tokensOf(await token(machine, machine_request))
  later(3600)
  assert.deepEqual(tokensOf(await token(machine, { ...machine_request, scope: 'tasks:read debtors:read' })), first)
  const narrow = tokensOf(await token(machine, { ...machine_request, scope: 'debtors:read' }))
  assert.notEqual(narrow.access_token, first.access_token)
  assert.equal(narrow.scope, 'debtors:read')
  await revoke(machine, first.access_token)
  assert.equal(await debtors(first.access_token, tenant), 401)
  const second = tokensOf(await token(machine, machine_request))
  assert.notEqual(second.access_token, first.access_token)
  assert.equal(second.created_at, first.created_at + 3600)
  // With a new secret the old token lives on, as it should, and a new one is given.
  await setSecret(machine, 'another secret')
  const other = { ...machine, client_secret: 'another secret' }
  await soon(async () => (await introspect(other, 'x')).status, 200)
  const third = tokensOf(await token(other, machine_request))
  assert.notEqual(third.access_token, second.access_token)
  assert.deepEqual(tokensOf(await token(other, machine_request)), third)
  for (const one of [narrow, second, third]) assert.equal(await debtors(one.access_token, tenant), 200)
})

test('70: of more tokens of a machine than may live, the oldest ends, and no other', async () => {
  const permissions = permission_names.slice(0, 22)
  const { machine } = await machineOf({ permissions })
  const made: string[] = []
  for (const scope of permissions) made.push(tokensOf(await token(machine, { ...machine_request, scope })).access_token)
  const living = async (one: string) => ((await introspect(machine, one)).body as { active: boolean }).active
  const alive = await Promise.all(made.map(living))
  assert.deepEqual(alive, [...Array(2).fill(false), ...Array(20).fill(true)])
  assert.equal((await call('GET /v1/debtors?administration_id=1', { token: made[0] ?? '' })).status, 401)
})

test('72: a machine may ask for less, and not for more', async () => {
  const { machine } = await machineOf({ permissions: ['tasks:read', 'debtors:read'] })
  assert.equal(tokensOf(await token(machine, { ...machine_request, scope: 'tasks:read' })).scope, 'tasks:read')
  refused(await token(machine, { ...machine_request, scope: 'tasks:read tasks:write' }), 400, 'invalid_scope')
  await setApplication(machine.id, { permissions: ['debtors:read', 'invoices:read'] })
  assert.equal(tokensOf(await token(machine, machine_request)).scope, 'debtors:read invoices:read')
})

test('73: a machine without an IP allow list is not registered', async () => {
  const { company_id } = await given.tenant()
  const input = {
    company_id,
    name: 'Machine',
    permissions: [],
    ip_allow_list: [],
    notification_email_addresses: [],
    redirect_uri: null,
    now,
  }
  const made = createApplication(db, { ...input, grant_type: 'client_credentials' })
  await assert.rejects(made, { code: 'unprocessable_entity', message: /^ip_allow_list: is needed/ })
})

test('74, 75, 76: introspection describes the access token, whichever token is asked about', async () => {
  const connected = await connect({ permissions: ['debtors:read', 'tasks:read'] })
  const { application, tenant } = connected
  const { access_token, refresh_token, created_at } = await tokens(connected)
  const { name } = await db
    .selectFrom('companies')
    .select('name')
    .where('id', '=', tenant.company_id)
    .executeTakeFirstOrThrow()
  const administration = await db
    .selectFrom('administrations')
    .select(['id', 'name'])
    .where('id', '=', tenant.administration_id)
    .executeTakeFirstOrThrow()
  const expected = {
    active: true,
    administrations: [administration],
    client_id: application.client_id,
    company: { id: tenant.company_id, name },
    exp: created_at + 7200,
    iat: created_at,
    scope: 'debtors:read tasks:read',
    token_type: 'Bearer',
  }
  assert.equal((await introspect(application, access_token)).text, JSON.stringify(expected))
  assert.equal((await introspect(application, refresh_token)).text, JSON.stringify(expected))
  later(7200)
  assert.equal((await introspect(application, access_token)).text, '{"active":false}')
  assert.equal((await introspect(application, refresh_token)).text, '{"active":false}')
  tokensOf(await refresh(application, refresh_token))
})

test('77, 102: a token that is foreign, unknown, static or empty is not active', async () => {
  const connected = await connect({ permissions: ['debtors:read'] })
  const { application, tenant } = connected
  const { application: other } = await connect()
  const { access_token, refresh_token } = await tokens(connected)
  const fixed = await given.token(tenant)
  partner.secrets.add(fixed)
  for (const one of [access_token, refresh_token, fixed, 'nonsense', await code(connected.grant_id)]) {
    const answer = await introspect(other, one)
    assert.equal(answer.status, 200)
    assert.equal(answer.text, '{"active":false}')
  }
  assert.equal((await introspect(application, fixed)).text, '{"active":false}')
  refused(await refresh(application, fixed), 400, 'invalid_grant')
  assert.equal(await debtors(fixed, tenant), 200)
  await revoke(application, fixed)
  assert.equal(await debtors(fixed, tenant), 200)
  await db
    .updateTable('administrations')
    .set({ status: 'deleted', deleted_at: now.toISOString() })
    .where('id', '=', tenant.administration_id)
    .execute()
  assert.equal((await introspect(application, access_token)).text, '{"active":false}')
  const bare = await connect({ permissions: ['debtors:read'] })
  const pair = await tokens(bare)
  await setApplication(bare.application.id, { permissions: [] })
  assert.equal((await introspect(bare.application, pair.access_token)).text, '{"active":false}')
})

test('79, 80: introspection wants a client and a token', async () => {
  const connected = await connect()
  const { access_token } = await tokens(connected)
  refused(await introspect(null, access_token), 401, 'invalid_client')
  refused(await introspect({ ...connected.application, client_secret: 'x' }, access_token), 401, 'invalid_client')
  refused(await introspect(connected.application, ''), 400, 'invalid_request', /token/)
})

test('84: an access token that is revoked ends alone, as often as one asks', async () => {
  const connected = await connect()
  const { application, tenant, grant_id } = connected
  const { access_token, refresh_token } = await tokens(connected)
  assert.equal(await debtors(access_token, tenant), 200)
  for (let count = 0; count < 2; count++) {
    const answer = await revoke(application, access_token)
    assert.equal(answer.status, 200)
    assert.equal(answer.text, '{}')
    assert.equal(await debtors(access_token, tenant), 401)
  }
  tokensOf(await refresh(application, refresh_token))
  const entries = await audited(grant_id)
  assert.equal(entries.filter((entry) => entry.startsWith('access_token_revoked')).length, 1)
})

test('85: a refresh token that is revoked takes everything of its grant along', async () => {
  const connected = await connect()
  const { application, tenant, grant_id } = connected
  const first = await tokens(connected)
  const second = tokensOf(await refresh(application, first.refresh_token))
  assert.equal((await revoke(application, second.refresh_token)).text, '{}')
  for (const { access_token } of [first, second]) assert.equal(await debtors(access_token, tenant), 401)
  refused(await refresh(application, second.refresh_token), 400, 'invalid_grant')
  assert.equal((await audited(grant_id)).at(-1), 'grant_revoked 127.0.0.1 {"reason":"revoked_by_client"}')
  assert.equal((await revoke(application, second.refresh_token)).text, '{}')
})

test('86, 87, 88, 89: revoking an unknown or foreign token does nothing, silently; a token is needed', async () => {
  const connected = await connect()
  const { application: other } = await connect()
  const { access_token, refresh_token } = await tokens(connected)
  assert.equal((await revoke(connected.application, 'nonsense')).text, '{}')
  for (const one of [access_token, refresh_token]) assert.equal((await revoke(other, one)).text, '{}')
  refused(await revoke({ ...connected.application, client_secret: 'x' }, access_token), 401, 'invalid_client')
  refused(await revoke(connected.application, ''), 400, 'invalid_request', /token/)
  assert.equal(await debtors(access_token, connected.tenant), 200)
  tokensOf(await refresh(connected.application, refresh_token))
})

test('91, 92: the server describes itself where its issuer says', async () => {
  const answer = await call('GET /.well-known/oauth-authorization-server')
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
  const body = answer.body as Record<string, unknown>
  assert.equal(body.issuer, app.base_url)
  assert.doesNotMatch(String(body.issuer), /\/$/)
  for (const name of ['authorization', 'token', 'introspection', 'revocation'])
    assert.match(String(body[`${name}_endpoint`]), new RegExp(`^${app.base_url}/oauth/`))
  assert.equal(body.authorization_response_iss_parameter_supported, true)
  assert.deepEqual(body.response_types_supported, ['code'])
  for (const [name, value] of Object.entries(body)) assert.notDeepEqual(value, [], name)
})

test('93, 94, 95: the interface tells apart no token, a bad one, and one without the permission', async () => {
  const connected = await connect({ permissions: ['tasks:read'] })
  const { access_token } = await tokens(connected)
  const path = `/v1/debtors?administration_id=${connected.tenant.administration_id}`
  const none = await call(`GET ${path}`)
  assert.equal(none.status, 401)
  assert.equal(none.headers.get('www-authenticate'), 'Bearer realm="Dunlin"')
  const bad = await call(`GET ${path}`, { token: 'nonsense' })
  assert.equal(bad.status, 401)
  assert.equal(bad.headers.get('www-authenticate'), 'Bearer realm="Dunlin", error="invalid_token"')
  const lacking = await call(`GET ${path}`, { token: access_token })
  assert.deepEqual(lacking.body, { code: 'forbidden', message: 'Missing permission: debtors:read' })
  const challenge = 'Bearer realm="Dunlin", error="insufficient_scope", scope="debtors:read"'
  assert.equal(lacking.headers.get('www-authenticate'), challenge)
  const fixed = await given.token(connected.tenant, { permissions: [] })
  partner.secrets.add(fixed)
  assert.equal((await call(`GET ${path}`, { token: fixed })).headers.get('www-authenticate'), challenge)
  const elsewhere = await call(`GET /v1/tasks?administration_id=${(await given.tenant()).administration_id}`, {
    token: access_token,
  })
  assert.equal(elsewhere.status, 403)
  assert.equal(elsewhere.headers.get('www-authenticate'), null, 'no other permission would help')
  assert.equal((await call(`GET ${path}&access_token=${access_token}`)).status, 401)
  const form = new URLSearchParams({ access_token, administration_id: connected.tenant.administration_id })
  assert.equal((await call('PATCH /v1/tasks/1/unmark_completed', { form: form.toString() })).status, 401)
})

test('93: a header that cannot hold a token is answered as a bad token, and another scheme as none', async () => {
  const ask = async (authorization: string) => {
    const answer = await call('GET /v1/debtors?administration_id=1', { headers: { authorization } })
    assert.equal(answer.status, 401, authorization)
    assert.equal((answer.body as { code: string }).code, 'unauthorized')
    return answer.headers.get('www-authenticate')
  }
  for (const broken of [
    'Bearer',
    'bEaReR',
    'Bearer a b',
    'Bearer t\u00f6ken',
    'Bearer "x"',
    `Bearer ${'x'.repeat(501)}`,
  ])
    assert.equal(await ask(broken), 'Bearer realm="Dunlin", error="invalid_token"', broken)
  for (const other of ['Basic eDp5', 'Bearerx abc', 'nonsense'])
    assert.equal(await ask(other), 'Bearer realm="Dunlin"', other)
})

test('96: from an address off the list, access and refresh token end, and it is recorded once', async () => {
  const connected = await connect({ ip_allow_list: ['192.0.2.1', '127.0.0.1'] })
  const { application, tenant, grant_id } = connected
  const { access_token, refresh_token } = await tokens(connected)
  const from = (address: string) => debtors(access_token, tenant, { 'x-forwarded-for': address })
  assert.equal(await from('192.0.2.1'), 200)
  // Whichever comes first ends the token, and the others may find it ended.
  const statuses = await Promise.all(Array.from({ length: 4 }, () => from('203.0.113.9')))
  assert.ok(statuses.includes(403), `${statuses}`)
  for (const status of statuses) assert.ok(status === 403 || status === 401)
  assert.equal(await from('192.0.2.1'), 401)
  assert.equal(await from('203.0.113.9'), 401)
  refused(await refresh(application, refresh_token), 400, 'invalid_grant')
  assert.equal((await introspect(application, refresh_token)).text, '{"active":false}')
  const blocked = (await audited(grant_id)).filter((entry) => entry.startsWith('address_blocked'))
  assert.equal(blocked.length, 1)
  assert.match(blocked[0] ?? '', /^address_blocked 203\.0\.113\.9 \{"access_token_id":"\d+"\}$/)
})

test('96: a machine loses the token that turned up elsewhere, and can ask for another', async () => {
  const { machine, tenant } = await machineOf({ ip_allow_list: ['192.0.2.1'] })
  const one = tokensOf(await token(machine, machine_request))
  const narrow = tokensOf(await token(machine, { ...machine_request, scope: 'debtors:read' }))
  const listed = { 'x-forwarded-for': '192.0.2.1' }
  assert.equal(await debtors(one.access_token, tenant), 403)
  assert.equal(await debtors(one.access_token, tenant, listed), 401)
  assert.equal(await debtors(narrow.access_token, tenant, listed), 200)
  const next = tokensOf(await token(machine, machine_request))
  assert.notEqual(next.access_token, one.access_token)
  assert.equal(await debtors(next.access_token, tenant, listed), 200)
})

test('98, 99: a permission that is taken away is gone at once and for good; one that is added is not given', async () => {
  const connected = await connect({ permissions: ['debtors:read', 'tasks:read'] })
  const { application, tenant } = connected
  const first = await tokens(connected)
  const scope = async (one: string) => ((await introspect(application, one)).body as { scope: string }).scope
  assert.equal(await debtors(first.access_token, tenant), 200)
  await setApplication(application.id, { permissions: ['tasks:read'] })
  await soon(() => debtors(first.access_token, tenant), 403)
  assert.equal(await scope(first.access_token), 'tasks:read')
  const second = tokensOf(await refresh(application, first.refresh_token))
  assert.equal(second.scope, 'tasks:read')
  refused(await refresh(application, second.refresh_token, { scope: 'debtors:read' }), 400, 'invalid_scope')
  await setApplication(application.id, { permissions: ['debtors:read', 'invoices:read', 'tasks:read'] })
  for (const { access_token } of [first, second]) {
    assert.equal(await debtors(access_token, tenant), 403)
    assert.equal(await scope(access_token), 'tasks:read')
  }
  assert.equal(tokensOf(await refresh(application, second.refresh_token)).scope, 'tasks:read')
})

test('72, 98: where no permission is left no token is given, and nothing is used up', async () => {
  const none = (answer: Answer) => refused(answer, 400, 'invalid_scope', /^No permission is left/)
  const connected = await connect({ permissions: ['debtors:read', 'tasks:read'] })
  const { application, grant_id } = connected
  const first = await tokens(connected)
  const narrow = tokensOf(await refresh(application, first.refresh_token, { scope: 'debtors:read' }))
  const unused = await code(grant_id)
  await setApplication(application.id, { permissions: ['tasks:read'] })
  none(await refresh(application, first.refresh_token))
  await setApplication(application.id, { permissions: ['invoices:read'] })
  none(await exchange(application, unused))
  none(await refresh(application, narrow.refresh_token))
  await db
    .updateTable('grants')
    .set({ permissions: ['invoices:read'] })
    .where('id', '=', grant_id)
    .execute()
  assert.equal(tokensOf(await exchange(application, unused)).scope, 'invoices:read')
  assert.equal(tokensOf(await refresh(application, narrow.refresh_token)).scope, 'invoices:read')

  const { machine } = await machineOf({ permissions: ['debtors:read'] })
  tokensOf(await token(machine, machine_request))
  await setApplication(machine.id, { permissions: [] })
  for (let count = 0; count < 2; count++) none(await token(machine, machine_request))
})

test('101: the interface and introspection agree on the second in which a token ends', async () => {
  now = new Date(Math.floor(now.getTime() / 1000) * 1000 + 700)
  const connected = await connect()
  const { application, tenant } = connected
  const { access_token, created_at } = await tokens(connected)
  const active = async () => ((await introspect(application, access_token)).body as { active: boolean }).active
  assert.equal(created_at, Math.floor(now.getTime() / 1000))
  later(7199)
  assert.equal(await debtors(access_token, tenant), 200)
  assert.equal(await active(), true)
  now = new Date((created_at + 7200) * 1000 - 1)
  assert.equal(await debtors(access_token, tenant), 200)
  assert.equal(await active(), true)
  later(0.001)
  assert.equal(await debtors(access_token, tenant), 401)
  assert.equal(await active(), false)
})

test('103: with an application or a company everything ends at once', async () => {
  const closeCompany = (id: string) =>
    db.updateTable('companies').set({ status: 'deleted' }).where('id', '=', id).execute()
  const owner = async (application_id: string) =>
    (
      await db
        .selectFrom('applications')
        .select('company_id')
        .where('id', '=', application_id)
        .executeTakeFirstOrThrow()
    ).company_id
  const ends = [
    { by: 'application', error: 'invalid_client', status: 401 },
    { by: 'owner', error: 'invalid_client', status: 401 },
    { by: 'company', error: 'invalid_grant', status: 400 },
  ] as const
  for (const { by, error, status } of ends) {
    const connected = await connect()
    const { application, tenant, grant_id } = connected
    const { access_token, refresh_token } = await tokens(connected)
    const unused = await code(grant_id)
    assert.equal(await debtors(access_token, tenant), 200)
    if (by === 'application') await setApplication(application.id, { deleted_at: now.toISOString() })
    if (by === 'owner') await closeCompany(await owner(application.id))
    if (by === 'company') await closeCompany(tenant.company_id)
    await soon(() => debtors(access_token, tenant), 401)
    refused(await refresh(application, refresh_token), status, error)
    refused(await exchange(application, unused), status, error)
    if (by === 'company') assert.equal((await introspect(application, access_token)).text, '{"active":false}')
  }
})

// Stands last: it looks at what all the others left behind.
test('55: no code, token or secret stays in clear in a table or in the log', async () => {
  assert.ok(partner.secrets.size > 100)
  assert.ok(lines.length > 100)
  assert.deepEqual(await leaks(service, partner.secrets, lines), [])
})
