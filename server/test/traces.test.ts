import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readConfig } from '../src/config.ts'
import { enqueue } from '../src/queue/enqueue.ts'
import { statementName } from '../src/tracing/statement_name.ts'
import { startService } from './harness.ts'
import { until } from './until.ts'

type Value = { stringValue?: string; intValue?: number }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  status: { code?: number }
  attributes: { key: string; value: Value }[]
}
type Sent = { resourceSpans: { resource: { attributes: unknown }; scopeSpans: { spans: Span[] }[] }[] }

/** A collector that takes traces over HTTP, as any would. */
const spans: Span[] = []
let everything = ''
const collector = createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8').on('data', (part) => {
    text += part
  })
  request.on('end', () => {
    everything += text
    const { resourceSpans } = JSON.parse(text) as Sent
    if (request.url === '/v1/traces' && request.method === 'POST')
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    response.setHeader('content-type', 'application/json').end('{}')
  })
})
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
after(() => collector.close())

const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
const traces = { endpoint, service_name: 'dunlin test', ratio: 1, every_ms: 50 }
const { call, given, database } = await startService({ traces })
const tenant = await given.tenant()
const token = await given.token(tenant)
await given.debtors(tenant, 3)
const task = await given.task(tenant)

const attributesOf = ({ attributes }: Span): Record<string, string | number | undefined> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

/** The trace with this id, once its request has ended. */
async function trace(id: string): Promise<{ request: Span; statements: Span[] }> {
  const mine = (): Span[] => spans.filter(({ traceId }) => traceId === id)
  await until('the trace arrives', () => mine().some(({ kind }) => kind === 2))
  const request = mine().find(({ kind }) => kind === 2) ?? assert.fail('there is no span of a request')
  return { request, statements: mine().filter(({ kind }) => kind === 3) }
}

const traceId = (headers: Headers): string => headers.get('traceresponse')?.split('-')[1] ?? ''

test('a request and its statements are one trace, which goes on with that of the caller', async () => {
  const theirs = { id: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' }
  const secret_search = 'searched-for-by-a-person'
  const answer = await call(
    `GET /v1/debtors?administration_id=${tenant.administration_id}&debtor_numbers=${secret_search}`,
    { token, headers: { traceparent: `00-${theirs.id}-${theirs.span}-01` } },
  )
  assert.equal(answer.status, 200)
  assert.equal(traceId(answer.headers), theirs.id)
  const { request, statements } = await trace(theirs.id)
  assert.equal(request.name, 'GET /v1/debtors')
  assert.equal(request.parentSpanId, theirs.span)
  const { 'dunlin.request_id': request_id, ...attributes } = attributesOf(request)
  assert.deepEqual(attributes, {
    'http.request.method': 'GET',
    'http.route': '/v1/debtors',
    'http.response.status_code': 200,
    'dunlin.caller': 'api_token',
  })
  assert.equal(request_id, answer.headers.get('x-request-id'))
  const page = statements.find(({ name }) => name === 'select debtors')
  assert.equal(page?.parentSpanId, request.spanId)
  assert.equal(attributesOf(page ?? request)['db.response.returned_rows'], 0)
  assert.ok(statements.length >= 2, 'who the caller is was asked as well')
  const all = await call(`GET /v1/debtors?administration_id=${tenant.administration_id}`, { token })
  const { statements: others } = await trace(traceId(all.headers))
  assert.equal(
    attributesOf(others.find(({ name }) => name === 'select debtors') ?? request)['db.response.returned_rows'],
    3,
  )
  assert.ok(!everything.includes(secret_search), 'what was asked for is nowhere')
})

test('a write is followed beyond the arrival of its body', async () => {
  const json = { administration_id: tenant.administration_id, comment: 'a-private-remark' }
  const answer = await call(`POST /v1/tasks/${task}/comment`, { token, json })
  assert.equal(answer.status, 201, answer.text)
  const { request, statements } = await trace(traceId(answer.headers))
  const names = statements.map(({ name }) => name)
  for (const name of ['begin', 'select tasks', 'insert task_comments', 'insert events', 'commit'])
    assert.ok(names.includes(name), `${name} in ${names}`)
  assert.ok(statements.every(({ parentSpanId }) => parentSpanId === request.spanId))
  assert.ok(!everything.includes('a-private-remark'))
})

test('a failure is marked, with the code of the database and without its words', async () => {
  await database.pool.query('alter table notes rename to notes_away')
  const answer = await call(`GET /v1/notes?administration_id=${tenant.administration_id}`, { token })
  await database.pool.query('alter table notes_away rename to notes')
  assert.equal(answer.status, 500)
  const { request, statements } = await trace(traceId(answer.headers))
  assert.equal(request.status.code, 2)
  const failed = statements.find(({ status }) => status.code === 2)
  assert.equal(attributesOf(failed ?? request)['db.response.status_code'], '42P01')
  const refused = await call('GET /v1/debtors', {})
  const { request: stranger } = await trace(traceId(refused.headers))
  assert.equal(attributesOf(stranger)['dunlin.caller'], 'nobody')
  assert.notEqual(stranger.status.code, 2, 'a refusal is no failure of ours')
})

test('a job is a trace of its own', async () => {
  await enqueue(database.db, 'send_mail', { mail_id: '12345' })
  await until('the span of the job arrives', () => spans.some(({ name }) => name === 'job send_mail'))
  const job = spans.find(({ name }) => name === 'job send_mail') ?? assert.fail('it was there')
  await until('its statements too', () =>
    spans.some(({ parentSpanId, name }) => parentSpanId === job.spanId && name.endsWith(' mails')),
  )
})

test('no secret is in any span', async () => {
  const basic = { client_id: 'someone', client_secret: 'dunlinsecret-of-nobody' }
  await call('GET /v1/companies', { basic })
  await call('POST /oauth/token', { form: 'grant_type=refresh_token&refresh_token=dunlin-refresh-value', basic })
  await until('they arrive', () => spans.some(({ name }) => name.startsWith('POST /oauth/token')))
  for (const secret of [token, 'dunlinsecret-of-nobody', 'dunlin-refresh-value', 'Bearer ', 'Basic '])
    assert.ok(!everything.includes(secret), 'a secret was sent to the collector')
  const http = 'http.request.method http.route http.response.status_code dunlin.caller dunlin.request_id'
  const db = 'db.system.name db.operation.name db.collection.name db.response.returned_rows db.response.status_code'
  const allowed = new Set(`${http} ${db}`.split(' '))
  const keys = new Set(spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)))
  assert.deepEqual(
    [...keys].filter((key) => !allowed.has(key)),
    [],
  )
})

test('without a collector nothing is loaded for it', async () => {
  const hook = `import { registerHooks } from 'node:module'
    registerHooks({ resolve(name, context, next) {
      const found = next(name, context)
      if (/opentelemetry.(sdk|exporter|core|resources)|tracing\\/tracing/.test(found.url)) console.error('loaded ' + found.url)
      return found
    } })`
  const bin = fileURLToPath(new URL('../bin/dunlin.js', import.meta.url))
  const args = ['--import', `data:text/javascript,${encodeURIComponent(hook)}`, bin, 'openapi']
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env: { PATH: process.env.PATH } })
  assert.match(stdout, /"openapi"/)
  assert.equal(stderr, '')
  assert.equal(readConfig({}).traces, null)
  assert.throws(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' }), /OTEL_EXPORTER_OTLP_ENDPOINT must be/)
})

test('a statement is named by what it does and to which table', () => {
  const cases: [string, string][] = [
    ['select r.id::text from debtors r where r.administration_id = $1', 'select debtors'],
    ['select "id" from "mails" where "id" = $1', 'select mails'],
    [
      'select r.id from unnest($4::bigint[]) with ordinality as wanted (id) cross join lateral (select * from notes r) r',
      'select notes',
    ],
    ['with known as (select 1) insert into pgboss.job (name) select name from known', 'insert pgboss.job'],
    ['update "tasks" set "x" = $1', 'update tasks'],
    ['delete from sessions where x = $1', 'delete sessions'],
    ['select r.* from tasks r where r.id = $1 for update of r', 'select tasks'],
    ['begin', 'begin null'],
  ]
  for (const [text, name] of cases) {
    const { operation, table } = statementName(text)
    assert.equal(`${operation} ${table}`, name, text)
  }
})
