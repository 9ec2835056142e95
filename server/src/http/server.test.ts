import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, startService } from '../../test/harness.ts'
import { pause } from '../../test/pause.ts'
import { until } from '../../test/until.ts'
import { toRefusal } from './errors.ts'

const { call, given, app, database } = await startService()
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
const task = await given.task(tenant)

function refused(answer: Answer, status: number, code: string): string {
  assert.equal(answer.status, status, answer.text)
  const body = answer.body as { code: string; message: string }
  assert.deepEqual(Object.keys(body), ['code', 'message'])
  assert.equal(body.code, code)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
  assert.ok(answer.headers.get('x-request-id'))
  return body.message
}

test('without a token, or with one that nobody knows, the answer says how to send one', async () => {
  const none = await call(`GET /v1/debtors?administration_id=${administration_id}`)
  assert.match(refused(none, 401, 'unauthorized'), /Authorization: Bearer/)
  assert.equal(none.headers.get('www-authenticate'), 'Bearer realm="Dunlin"')
  const unknown = await call(`GET /v1/debtors?administration_id=${administration_id}`, { token: 'nonsense' })
  refused(unknown, 401, 'unauthorized')
  assert.match(unknown.headers.get('www-authenticate') ?? '', /error="invalid_token"/)
  const inQuery = await call(`GET /v1/debtors?administration_id=${administration_id}&access_token=${token}`)
  refused(inQuery, 401, 'unauthorized')
})

test('an unknown, foreign or not granted administration is forbidden; a malformed one is reported', async () => {
  const other = await given.tenant()
  const second = await given.tenant({ company_id: tenant.company_id })
  const narrow = await given.token(tenant, { administration_ids: [administration_id] })
  const list = (id: string, by = token) => call(`GET /v1/debtors?administration_id=${id}`, { token: by })
  assert.equal(refused(await list('999999'), 403, 'forbidden'), 'Access to administration denied')
  refused(await list(other.administration_id), 403, 'forbidden')
  refused(await list(second.administration_id, narrow), 403, 'forbidden')
  assert.equal((await list(second.administration_id)).status, 200)
  assert.equal(
    refused(await list('abc'), 422, 'unprocessable_entity'),
    'administration_id: must be an identifier of digits',
  )
  refused(await call('GET /v1/debtors', { token }), 422, 'unprocessable_entity')
})

test('every problem of a request is reported at once', async () => {
  const answer = await call('GET /v1/debtors?per_page=0&ids=1,x&updated_after=yesterday', { token })
  assert.equal(
    refused(answer, 422, 'unprocessable_entity'),
    'administration_id: is missing, ids: must be an identifier of digits, unlike «x», ' +
      'updated_after: must be a moment like 2026-11-14T09:30:00Z, per_page: must be between 1 and 500',
  )
})

test('parameters at and beyond their bounds', async () => {
  const list = (query: string) => call(`GET /v1/debtors?administration_id=${administration_id}&${query}`, { token })
  for (const query of [
    'per_page=1',
    'per_page=500',
    'cursor=0',
    'cursor=9223372036854775807',
    'ids=',
    'updated_after=2026-11-14',
    'updated_after=2026-11-14T10:00:00%2B01:00',
    'updated_after=2026-11-14T09:30:00.123456789Z',
    `ids=${Array.from({ length: 1000 }, (_, index) => 10 ** 14 + index).join(',')}`,
    'ids[]=1',
    'ids[]=1&ids[]=2,3&ids=4',
    'unknown=1',
    'page=2',
    'updated_before=2026-01-01',
    'ids=',
  ]) {
    assert.equal((await list(query)).status, 200, query)
  }
  for (const query of [
    'per_page=501',
    'per_page=-1',
    'per_page=1.5',
    'per_page=x',
    'cursor=x',
    'cursor=-1',
    'cursor=1.5',
    'cursor=9223372036854775808',
    'cursor=1.99999999999999999999',
    'updated_after=2026-02-30',
    'updated_after=2026-11-14T25:00:00Z',
    'updated_after=0',
    'ids=-1',
    'ids=,',
    'id=1',
    'debtor_number=7',
    'debtor_nubmers=7',
    'per_pages=5',
    'ids=9223372036854775808',
    `ids=${Array.from({ length: 1001 }, (_, index) => index + 1).join(',')}`,
    'debtor_numbers=%00',
    'per_page=1&per_page=2',
    'fields=x',
    'fields={}',
    'fields=%7B%22only%22%3A1%7D',
    'fields=[]',
    'fields=%7B%22only%22%3A%5B1%5D%7D',
    'fields=%7B%22only%22%3A%5B%7B%22name%22%3A%5B%22x%22%5D%7D%5D%7D',
  ]) {
    refused(await list(query), 422, 'unprocessable_entity')
  }
  const slip = refused(await list('debtor_number=7'), 422, 'unprocessable_entity')
  assert.equal(slip, 'debtor_number: is not known; did you mean debtor_numbers?')
  assert.equal((await list('administrations=all')).status, 200)
})

test('a name that is almost known is refused on single reads and verbs as it is on lists', async () => {
  const one = (query: string) =>
    call(`GET /v1/tasks/${task}?administration_id=${administration_id}&${query}`, { token })
  assert.equal((await one('unknown=1&cursor=2')).status, 200)
  const field = refused(await one('field=%7B%22only%22%3A%5B%22id%22%5D%7D'), 422, 'unprocessable_entity')
  assert.equal(field, 'field: is not known; did you mean fields?')
  const line = `GET /v1/debtors/7?administration_id=${administration_id}&identifier_typ=debtor_number`
  const type = refused(await call(line, { token }), 422, 'unprocessable_entity')
  assert.equal(type, 'identifier_typ: is not known; did you mean identifier_type?')
  const complete = (json: object) =>
    call(`PATCH /v1/tasks/${task}/mark_completed`, { token, json: { administration_id, ...json } })
  const slip = refused(await complete({ completed_stauts: 'failed' }), 422, 'unprocessable_entity')
  assert.equal(slip, 'completed_stauts: is not known; did you mean completed_status?')
  assert.equal((await complete({ sent_by: 'us', completed_status: 'succeeded' })).status, 200)
  assert.equal(
    (await call(`PATCH /v1/tasks/${task}/unmark_completed`, { token, json: { administration_id } })).status,
    200,
  )
})

test('a body may begin with a byte order mark, and is nothing else for it', async () => {
  const headers = { 'content-type': 'application/json' }
  const sent = (text: string) => call('POST /v1/debtors', { token, body: new TextEncoder().encode(text), headers })
  const debtor = { debtor_number: 'bom', debtor_identifier: 'bom', name: 'Marked' }
  const answer = await sent(`\ufeff${JSON.stringify({ administration_id, debtors: [debtor] })}`)
  assert.deepEqual(answer.body, { success: true, count: 1, errors: {} })
  assert.equal(refused(await sent('\ufeff'), 422, 'unprocessable_entity'), 'body: is not valid JSON')
  assert.equal(refused(await sent('\ufeff\ufeff{}'), 422, 'unprocessable_entity'), 'body: is not valid JSON')
})

test('a path that is not there, and a method that is not possible', async () => {
  refused(await call('GET /v1/nothing', { token }), 404, 'not_found')
  refused(await call('GET /v2/debtors', { token }), 404, 'not_found')
  const answer = await call('POST /v1/payments', { token, json: {} })
  refused(answer, 405, 'method_not_allowed')
  assert.equal(answer.headers.get('allow'), 'GET, HEAD')
  refused(await call('PUT /v1/payments', { token, json: {} }), 405, 'method_not_allowed')
  refused(await call(`GET /v1/tasks/${task}/unmark_completed`, { token }), 405, 'method_not_allowed')
  refused(await call('GET /v1/debtors/%zz', { token }), 400, 'bad_request')
})

test('whoever sends too much can send all of it, and hears that it was too much', async () => {
  const { hostname, port } = new URL(app.base_url)
  const length = 40 * 1024 * 1024
  const chunk = Buffer.alloc(1024 * 1024, ' ')
  const socket = net.connect(Number(port), hostname)
  let heard = ''
  socket.on('data', (bytes) => (heard += bytes))
  const broken = once(socket, 'error').then(([error]) => Promise.reject(error))
  const sending = async (): Promise<void> => {
    socket.write(
      `PATCH /v1/tasks/${task}/unmark_completed HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n` +
        `content-type: application/json\r\ncontent-length: ${length}\r\n\r\n`,
    )
    // As a client on a slow line does: much of it is still to come when it is refused.
    for (let sent = 0; sent < length; sent += chunk.length) {
      await new Promise((resolve) => socket.write(chunk, resolve))
      await pause(5, 'a line on which much is still to come when the answer is there')
    }
    await until('it hears', () => heard.includes('content_too_large'))
  }
  await Promise.race([sending(), broken])
  assert.match(heard, /^HTTP\/1\.1 413 /)
  // The connection is good for another request.
  socket.write(`GET /health HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`)
  await until('it is answered', () => heard.includes('HTTP/1.1 200'))
  broken.catch(() => {})
  socket.destroy()
})

test('bodies that cannot be taken', async () => {
  const path = `PATCH /v1/tasks/${task}/unmark_completed`
  refused(
    await call(path, { token, body: '<x/>', headers: { 'content-type': 'text/xml' } }),
    415,
    'unsupported_media_type',
  )
  const packed = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const zipped = refused(await call(path, { token, body: '{}', headers: packed }), 415, 'unsupported_media_type')
  assert.match(zipped, /Content-Encoding/)
  const broken = { token, body: '{"a":', headers: { 'content-type': 'application/json' } }
  assert.equal(refused(await call(path, broken), 422, 'unprocessable_entity'), 'body: is not valid JSON')
  refused(await call(path, { token }), 422, 'unprocessable_entity')
  refused(await call(path, { token, json: [1] }), 422, 'unprocessable_entity')
  const deep = {
    token,
    body: `{"administration_id":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    headers: { 'content-type': 'application/json' },
  }
  refused(await call(path, deep), 422, 'unprocessable_entity')
  const large = { token, body: 'x'.repeat(21 * 1024 * 1024), headers: { 'content-type': 'application/json' } }
  refused(await call(path, large), 413, 'content_too_large')
})

test('a body is not even read for those who may not write', async () => {
  const reader = await given.token(tenant, { permissions: ['tasks:read'] })
  const large = { token: reader, body: 'x'.repeat(30 * 1024 * 1024), headers: { 'content-type': 'application/json' } }
  const answer = await call(`PATCH /v1/tasks/${task}/unmark_completed`, large).catch(() => null)
  // The answer is sent while the body still comes in; a client may see it, or the closed connection.
  if (answer) assert.equal(refused(answer, 403, 'forbidden'), 'Missing permission: tasks:write')
})

test('what the database gives up because it takes too long is no fault, and says what to do', async () => {
  const sleeping = database.db.transaction().execute(async (db) => {
    await sql`set local statement_timeout = 10`.execute(db)
    await sql`select pg_sleep(60)`.execute(db)
  })
  const problem = toRefusal(await sleeping.catch((error: unknown) => error))
  assert.equal(problem.status, 503)
  assert.match(problem.message, /Ask for less at once/)
})

test('an old prefix serves the same interface', async () => {
  assert.equal((await call(`GET /api/v1/debtors?administration_id=${administration_id}`, { token })).status, 200)
})

test('what is not HTTP, and headers without end, get an answer in our words', async () => {
  const { port } = new URL(app.base_url)
  const speak = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = net.connect(Number(port), '127.0.0.1', () => socket.write(text))
      let heard = ''
      socket.on('data', (chunk) => {
        heard += chunk
      })
      socket.on('close', () => resolve(heard))
      socket.on('error', reject)
    })
  assert.match(await speak('NONSENSE\r\n\r\n'), /^HTTP\/1\.1 400 [\s\S]*"code":"bad_request"/)
  assert.match(
    await speak(`GET /${'x'.repeat(200_000)} HTTP/1.1\r\n\r\n`),
    /^HTTP\/1\.1 431 [\s\S]*"code":"request_header_fields_too_large"/,
  )
})

test('a revoked token is refused at once, and changed rights hold at once', async () => {
  const fresh = await given.token(tenant, { name: 'short-lived' })
  const list = () => call(`GET /v1/debtors?administration_id=${administration_id}`, { token: fresh })
  const eventually = async (status: number) => {
    await until(`it is answered with ${status}`, async () => (await list()).status === status)
    return status
  }
  assert.equal((await list()).status, 200)
  await database.db
    .updateTable('api_tokens')
    .set({ permissions: ['tasks:read'] })
    .where('name', '=', 'short-lived')
    .execute()
  assert.equal(await eventually(403), 403)
  await database.db
    .updateTable('api_tokens')
    .set({ revoked_at: '2026-11-14T00:00:00Z' })
    .where('name', '=', 'short-lived')
    .execute()
  assert.equal(await eventually(401), 401)
})

test('a right that was given just now holds for the next request', async () => {
  const poor = await given.token(tenant, { permissions: ['debtors:read'], name: 'growing' })
  const list = (path: string, id: string) => call(`GET ${path}?administration_id=${id}`, { token: poor })
  assert.equal((await list('/v1/tasks', administration_id)).status, 403)
  await database.db
    .updateTable('api_tokens')
    .set({ permissions: ['debtors:read', 'tasks:read'] })
    .where('name', '=', 'growing')
    .execute()
  assert.equal((await list('/v1/tasks', administration_id)).status, 200)
  const fresh = await given.tenant({ company_id: tenant.company_id })
  assert.equal((await list('/v1/tasks', fresh.administration_id)).status, 200)
})

test('a token with an allow list is refused from elsewhere, and lives on', async () => {
  const guarded = await given.token(tenant, { ip_allow_list: ['192.0.2.1', '2001:db8::/32'] })
  const from = (address: string) =>
    call(`GET /v1/debtors?administration_id=${administration_id}`, {
      token: guarded,
      headers: { 'x-forwarded-for': address },
    })
  assert.equal((await from('192.0.2.1')).status, 200)
  refused(await from('192.0.2.2'), 403, 'forbidden')
  assert.equal((await from('2001:db8::7')).status, 200)
})

test('a caller is known by its address, however proxies write that down', async () => {
  const guarded = await given.token(tenant, { ip_allow_list: ['192.0.2.1', '2001:db8::/32', '::ffff:c633:6407'] })
  const from = async (forwarded: string) =>
    (
      await call(`GET /v1/debtors?administration_id=${administration_id}`, {
        token: guarded,
        headers: { 'x-forwarded-for': forwarded },
      })
    ).status
  for (const listed of [
    '192.0.2.1:5678',
    '::ffff:192.0.2.1',
    '::ffff:c000:201',
    '[::FFFF:C000:201]:99',
    '0:0:0:0:0:ffff:c000:0201',
    '[2001:db8::7]',
    '[2001:db8::7]:99',
    '198.51.100.7',
    // Another proxy, which is believed, in front of the one that we hear.
    '192.0.2.1:5678, 127.0.0.1:8443',
    '203.0.113.9, 192.0.2.1:5678, ::ffff:7f00:1',
  ])
    assert.equal(await from(listed), 200, listed)
  for (const other of [
    '192.0.2.2:5678',
    '::ffff:c000:202',
    '[2001:db9::7]:99',
    '::1:ffff:c000:201',
    '192.0.2.1:5678:9',
    '[192.0.2.1',
    '192.0.2.1, 203.0.113.9:80',
    'unknown',
  ])
    assert.equal(await from(other), 403, other)
})

test('a request id of the caller comes back; a strange one is replaced', async () => {
  const ask = async (id: string) =>
    (await call('GET /health', { headers: { 'x-request-id': id } })).headers.get('x-request-id')
  assert.equal(await ask('order-12345678'), 'order-12345678')
  assert.match((await ask('<script>alert(1)</script>')) ?? '', /^[0-9a-f-]{36}$/)
})

test('the service reports how it is', async () => {
  assert.deepEqual((await call('GET /health')).body, { status: 'ok' })
  assert.deepEqual((await call('GET /ready')).body, { status: 'ok' })
  assert.match(
    (await call('GET /metrics')).text,
    /dunlin_http_request_duration_seconds_count\{route="GET \/v1\/debtors",status="200"\}/,
  )
  assert.equal(((await call('GET /openapi.json')).body as { openapi: string }).openapi, '3.1.0')
})
