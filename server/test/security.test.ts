import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { operations } from '../src/api/operations.ts'
import { families } from '../src/resources/index.ts'
import { type Answer, type CallOptions, startService } from './harness.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const service = await startService()
const { call, given, app, database } = service
const tenant = await given.tenant()
const other = await given.tenant()
const token = await given.token(tenant)
const task = await given.task(tenant)
const { administration_id } = tenant

const paths = [
  '/',
  '/docs/',
  '/openapi.json',
  '/health',
  '/metrics',
  '/v1/debtors',
  '/v1/nothing',
  '/nothing',
  '/oauth/token',
]

test('every answer says what it is, and none says what we are made of or lets other sites read it', async () => {
  for (const path of paths) {
    const { headers } = await call(`GET ${path}`, {
      headers: { origin: 'https://evil.example.com', accept: 'text/html' },
    })
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
    for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'strict-transport-security'])
      assert.equal(headers.get(name), null, `${name} on ${path}`)
  }
  const asked = { origin: 'https://evil.example.com', 'access-control-request-method': 'POST' }
  const preflight = await call('OPTIONS /v1/debtors', { headers: asked })
  assert.equal(preflight.headers.get('access-control-allow-origin'), null)
  assert.equal(preflight.headers.get('access-control-allow-methods'), null)
})

test('pages run our own files alone, and cannot be framed; only the reference runs what stands in it', async () => {
  const policy = async (path: string): Promise<string> =>
    (await call(`GET ${path}`, { headers: { accept: 'text/html' } })).headers.get('content-security-policy') ?? ''
  for (const path of ['/', '/sign_in', '/settings', '/nothing']) {
    const directives = await policy(path)
    assert.match(directives, /script-src 'self';/, path)
    assert.match(directives, /frame-ancestors 'none'/, path)
    const { headers } = await call(`GET ${path}`, { headers: { accept: 'text/html' } })
    assert.equal(headers.get('x-frame-options'), 'DENY', path)
    assert.match(directives, /default-src 'self'/, path)
    assert.match(directives, /connect-src 'self'/, path)
  }
  assert.match(await policy('/docs/'), /script-src 'self' 'unsafe-inline';/)
})

test('where people come by https, browsers are told to use nothing else', async () => {
  const safe = await startService({ base_url: 'https://dunlin.example.com' })
  for (const path of ['/', '/health', '/v1/debtors', '/nothing'])
    assert.equal((await safe.call(`GET ${path}`)).headers.get('strict-transport-security'), 'max-age=31536000', path)
})

/** An answer within bounds, and not because something broke. */
async function calm(line: string, options: CallOptions): Promise<Answer> {
  // Time of the processor, and not of a clock on the wall: the machine may have other things to do.
  const began = process.cpuUsage()
  const answer = await call(line, options)
  const { user, system } = process.cpuUsage(began)
  const ms = (user + system) / 1000
  assert.ok(answer.status < 500, `${line}: ${answer.status} ${answer.text.slice(0, 200)}`)
  assert.ok(ms < 5_000, `${line} took ${Math.round(ms)} ms`)
  return answer
}

const hostile: [string, string][] = [
  ['deep lists', `{"administration_id":${'['.repeat(500_000)}${']'.repeat(500_000)}}`],
  ['deep objects', `${'{"a":'.repeat(300_000)}1${'}'.repeat(300_000)}`],
  ['deep lists that never end', '['.repeat(2_000_000)],
  ['many keys', `{${Array.from({ length: 300_000 }, (_, key) => `"k${key}":1`).join(',')}}`],
  ['a long key', `{"${'k'.repeat(5_000_000)}":1}`],
  ['a long text', `{"administration_id":"${'1'.repeat(5_000_000)}"}`],
  ['a long number', `{"administration_id":${'1'.repeat(1_000_000)}}`],
  ['keys of the prototype', '{"__proto__":{"administration_id":"1"},"constructor":{"prototype":{"polluted":true}}}'],
]

for (const [what, body] of hostile) {
  test(`${what} in a body: refused, and quickly`, async () => {
    const headers = { 'content-type': 'application/json' }
    const answer = await calm(`POST /v1/tasks/${task}/comment`, { token, headers, body })
    assert.ok(answer.status >= 400, String(answer.status))
    await calm('PATCH /v1/messages/mark_as_read', { token, headers, body })
    await calm('POST /oauth/token', { headers, body })
    assert.equal((await calm('GET /health', {})).status, 200)
    assert.equal(({} as { polluted?: boolean }).polluted, undefined)
  })
}

test('no value of a parameter keeps us busy', async () => {
  const reads = operations(families).filter(({ method, auth }) => method === 'GET' && auth === 'Bearer')
  assert.ok(reads.length > 20)
  const values = ['a', '1', ' ', '-', '@', '2026-01-01T00:00:00', ',1', '{"a":', '[', '%00'].map((part) =>
    part.repeat(Math.floor(20_000 / part.length)),
  )
  for (const { path, parameters } of reads) {
    const names = Object.keys(parameters).filter((name) => name !== 'administration_id')
    for (const [index, value] of values.entries()) {
      const name = names[index % names.length] ?? 'fields'
      const query = `administration_id=${administration_id}&${name}=${encodeURIComponent(value)}`
      await calm(`GET ${path.replace(/\{\w+\}/g, '1')}?${query}`, { token })
    }
  }
})

test('members that are not defined are ignored, also columns of the row', async () => {
  const json = {
    administration_id,
    comment: 'x',
    id: '1',
    task_id: '999',
    company_id: other.company_id,
    created_at: 'x',
  }
  assert.equal((await call(`POST /v1/tasks/${task}/comment`, { token, json })).status, 201)
  const { rows } = await database.pool.query('select administration_id, task_id from task_comments')
  assert.deepEqual(rows, [{ administration_id, task_id: task }])
  const twice = { ...json, administration_id: [administration_id, other.administration_id] }
  assert.equal((await call(`POST /v1/tasks/${task}/comment`, { token, json: twice })).status, 422)
  const query = `administration_id=${administration_id}&administration_id=${other.administration_id}`
  assert.equal((await call(`GET /v1/debtors?${query}`, { token })).status, 422)
})

/** As fetch does not: the path and the name of the server exactly as written. */
const raw = (path: string, host: string, method = 'GET'): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.base_url)
    const headers = { host, accept: 'text/html' }
    request({ hostname, port, path, method, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
      .on('error', reject)
      .end()
  })

test('no path leads out of the folder of pages', async () => {
  const steps = ['..', '%2e%2e', '..%2f', '%2e%2e%2f', '..%5c', '.%2e', '%252e%252e%252f', '....//']
  for (const step of steps) {
    for (const path of [
      `/${step}/${step}/${step}/package.json`,
      `/assets/${step}/${step}/${step}/server/package.json`,
    ]) {
      const { status, text } = await raw(path, 'localhost')
      assert.doesNotMatch(text, /"dependencies"|"workspaces"/, path)
      assert.ok(status < 500, `${status} ${path}`)
    }
  }
  assert.ok((await raw('/%00', 'localhost')).status < 500)
})

test('the name by which we are called is never repeated in a link', async () => {
  for (const path of ['/openapi.json', '/.well-known/oauth-authorization-server', '/', '/oauth/authorize?client_id=x'])
    assert.doesNotMatch((await raw(path, 'evil.example.com')).text, /evil\.example\.com/, path)
})

test('what the page on security names is there', () => {
  const page = readFileSync(`${root}docs/security.md`, 'utf8')
  const named = [...page.matchAll(/`([\w/.-]+\.test\.ts)`/g)].map(([, file = '']) => file)
  assert.ok(new Set(named).size > 15, 'each risk names its tests')
  assert.deepEqual(
    named.filter((file) => !existsSync(`${root}${file}`)),
    [],
  )
  for (let risk = 1; risk <= 10; risk++) {
    const [, part = ''] = new RegExp(`^### API${risk}:2023 (.*?)(?=^###? )`, 'ms').exec(`${page}\n## `) ?? []
    assert.match(part, /`[\w/.-]+\.test\.ts`/, `API${risk} names no test`)
  }
})
