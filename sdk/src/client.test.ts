import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { declarationOf, fileOf, mz301, writeDeclaration } from '../../server/test/declarations.ts'
import { startService } from '../../server/test/harness.ts'
import { createClient, DunlinError } from './client.ts'

const service = await startService()
const { given } = service
const { base_url } = service.app
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
await given.debtors(tenant, 7)
const dunlin = createClient({ base_url, token })

test('a list answers one page', async () => {
  const page = await dunlin.call('debtors.list', { administration_id, per_page: 3 })
  assert.equal(page.data.length, 3)
  assert.ok(page.pagination?.cursor)
  assert.match(page.data[0]?.name ?? '', /^Debtor /)
})

test('a file travels with a call', async () => {
  const declaration = declarationOf(2, { prefix: 'SDK-' })
  const file = new File([fileOf(writeDeclaration(mz301, declaration))], 'declaration.mz301')
  const { deeplink_url } = await dunlin.call('orders.upload', { administration_id, order: { file } })
  assert.match(deeplink_url, /\/orders\/\d+$/)
  const lines = await dunlin.call('order_lines.list', { administration_id })
  assert.deepEqual(
    lines.data.map((one) => one.order_line_identifier),
    ['SDK-1', 'SDK-2'],
  )
})

test('what is to be uploaded is answered as a list', async () => {
  const files = [{ byte_size: 1, checksum: `${'B'.repeat(85)}A==`, content_type: 'application/pdf' }]
  const uploads = await dunlin.call('files.announce', { administration_id, files })
  assert.deepEqual(
    uploads.map((one) => one.checksum),
    [files[0]?.checksum],
  )
})

test('a record is shown by what its path names', async () => {
  const { data } = await dunlin.call('debtors.list', { administration_id, per_page: 1 })
  const debtor_number: string = data[0]?.debtor_number ?? ''
  const shown = await dunlin.call('debtors.show', {
    id: debtor_number,
    identifier_type: 'debtor_number',
    administration_id,
  })
  assert.equal(shown.id, data[0]?.id)
})

test('an answer has exactly the fields that were asked for, in its type too', async () => {
  const fields = { only: ['name', { postal_address: ['country_code'] }] } as const
  const { data } = await dunlin.call('debtors.list', { administration_id, per_page: 1, fields })
  const first: { name: string; postal_address: { country_code: string } } | undefined = data[0]
  assert.deepEqual(Object.keys(first ?? {}), ['name', 'postal_address'])
  // @ts-expect-error: the id was not asked for.
  assert.equal(data[0]?.id, undefined)
})

test('fields that are only known at run time may each be absent', async () => {
  const only: string[] = ['id']
  const { data } = await dunlin.call('debtors.list', { administration_id, per_page: 1, fields: { only } })
  const name: string | undefined = data[0]?.name
  assert.equal(name, undefined)
})

test('parameters are checked by the operation they belong to', () => {
  const wrong = () => [
    // @ts-expect-error: a list of debtors needs an administration.
    dunlin.call('debtors.list', {}),
    // @ts-expect-error: there is no such filter.
    dunlin.call('debtors.list', { administration_id, updated_before: '2026-11-14T09:30:00Z' }),
    // @ts-expect-error: a company has no choice of fields.
    dunlin.call('companies.show', { id: '1', fields: { only: ['id'] } }),
    // @ts-expect-error: one record has no pages.
    dunlin.each('debtors.show', { id: '1', administration_id }),
    // @ts-expect-error: companies cannot be followed by when they changed.
    dunlin.sync('companies.list', {}, () => {}),
  ]
  assert.equal(typeof wrong, 'function')
})

test('pages follow the cursor to the last page', async () => {
  const sizes: number[] = []
  for await (const debtors of dunlin.pages('debtors.list', { administration_id, per_page: 3 })) {
    sizes.push(debtors.length)
  }
  assert.deepEqual(sizes, [3, 3, 1])
})

test('each goes over the records of all pages once', async () => {
  const numbers = new Set<string>()
  for await (const { debtor_number } of dunlin.each('debtors.list', { administration_id, per_page: 2 })) {
    numbers.add(debtor_number)
  }
  assert.equal(numbers.size, 7)
})

test('verbs send their body and answer what they did', async () => {
  const id = await given.task(tenant)
  const comment = await dunlin.call('tasks.comment', { id, administration_id, comment: 'Called; pays on Friday. ✓' })
  assert.deepEqual(comment, { success: true, count: 1, errors: {} })
  const done = await dunlin.call('tasks.mark_completed', {
    id,
    administration_id,
    completed_status: 'succeeded',
    fields: { only: ['completed_status', { comments: ['content'] }] },
  })
  assert.deepEqual(done, { completed_status: 'succeeded', comments: [{ content: 'Called; pays on Friday. ✓' }] })
})

test('a batch reports which records it skipped', async () => {
  const id = await given.message(tenant)
  const messages = [
    { id, read: true },
    { id: '999999999', read: true },
  ]
  const result = await dunlin.call('messages.update', { administration_id, messages })
  assert.equal(result.count, 1)
  assert.equal(Object.keys(result.errors).length, 1)
})

test('a refusal is an error with its status, code, message and request id', async () => {
  await assert.rejects(dunlin.call('debtors.show', { id: '999999999', administration_id }), (error) => {
    assert.ok(error instanceof DunlinError)
    assert.equal(error.status, 404)
    assert.equal(error.code, 'not_found')
    assert.equal(error.message, 'There is no such debtor.')
    assert.match(error.request_id ?? '', /^[\w-]{36}$/)
    return true
  })
})

test('an application calls with its own credential', async () => {
  const application = await given.application(tenant)
  await given.grant(application.id, tenant.company_id)
  const own = createClient({ base_url: `${base_url}/`, application })
  const { data } = await own.call('companies.list', {})
  assert.deepEqual(
    data.map(({ id }) => id),
    [tenant.company_id],
  )
  await assert.rejects(own.call('debtors.list', { administration_id }), /debtors\.list is called with a token/)
})

test('a sync hands over everything, then only what changed, and stands still when nothing did', async () => {
  const own = await given.tenant({ company_id: tenant.company_id })
  const takes = { administration_id: own.administration_id, per_page: 2 }
  const keep = () => assert.fail('nothing changed')
  assert.equal(await dunlin.sync('debtors.list', takes, keep), '1970-01-01T00:00:00Z')

  await given.debtors(own, 5)
  const seen: string[] = []
  const first = await dunlin.sync('debtors.list', takes, (debtors) => void seen.push(...debtors.map(({ id }) => id)))
  assert.equal(seen.length, 5)
  assert.equal(await dunlin.sync('debtors.list', { ...takes, updated_after: first }, keep), first)
  // In another zone it looks later than it is.
  const elsewhere = `${new Date(Date.parse(first) + 7_200_000 - 60_000).toISOString().slice(0, -1)}+02:00`
  const from_elsewhere = await dunlin.sync('debtors.list', { ...takes, updated_after: elsewhere }, () => {})
  assert.equal(from_elsewhere, first)

  const changed = await given.debtor(own)
  const later: string[] = []
  const second = await dunlin.sync('debtors.list', { ...takes, updated_after: first }, (debtors) => {
    later.push(...debtors.map(({ id }) => id))
  })
  assert.deepEqual(later, [changed])
  assert.ok(second > first)
})

test('a sync whose fields lack updated_at is refused before it can lose its place', async () => {
  const fields = { only: ['id'] } as const
  await assert.rejects(
    dunlin.sync('debtors.list', { administration_id, fields }, () => {}),
    /updated_at/,
  )
})

test('a call over the limit of the service waits and goes on', async () => {
  const limited = await startService({ rate_limit: 2 })
  const there = await limited.given.tenant()
  const own = createClient({ base_url: limited.app.base_url, token: await limited.given.token(there) })
  const takes = { administration_id: there.administration_id }
  const pages = await Promise.all(Array.from({ length: 5 }, () => own.call('debtors.list', takes)))
  assert.deepEqual(pages, Array(5).fill({ data: [] }))

  const impatient = createClient({
    base_url: limited.app.base_url,
    token: await limited.given.token(there),
    retries: 0,
  })
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => impatient.call('debtors.list', takes)))
  const refused = outcomes.find((outcome) => outcome.status === 'rejected')
  assert.equal(refused?.reason.code, 'too_many_requests')
})

// What follows needs answers that a healthy service does not give, so a small server gives them.

test('a call that may not be repeated is sent once', async () => {
  const busy = await answering((_, response) => response.writeHead(503, { 'retry-after': '0' }).end())
  const own = createClient({ base_url: busy.base_url, token, retries: 2 })
  const takes = { id: '1', administration_id }
  await assert.rejects(own.call('tasks.comment', { ...takes, comment: 'Once.' }), { status: 503, code: 'unreadable' })
  assert.equal(busy.requests(), 1)
  await assert.rejects(own.call('tasks.mark_completed', takes), { status: 503 })
  assert.equal(busy.requests(), 4)
})

test('a wait ends when the caller gives up', async () => {
  const busy = await answering((_, response) => response.writeHead(429, { 'retry-after': '20' }).end())
  const own = createClient({ base_url: busy.base_url, token })
  const signal = AbortSignal.timeout(100)
  await assert.rejects(own.call('debtors.list', { administration_id }, { signal }), { name: 'TimeoutError' })
  assert.equal(busy.requests(), 1)
})

test('a service that asks for more patience than allowed is not waited for', async () => {
  const busy = await answering((_, response) => response.writeHead(503, { 'retry-after': '3600' }).end())
  const own = createClient({ base_url: busy.base_url, token })
  await assert.rejects(own.call('debtors.list', { administration_id }), { status: 503 })
  assert.equal(busy.requests(), 1)
})

test('an answer that is not from Dunlin is reported as such', async () => {
  const other = await answering((_, response) => response.end('<!doctype html>'))
  const own = createClient({ base_url: other.base_url, token })
  await assert.rejects(own.call('debtors.list', { administration_id }), { status: 200, code: 'unreadable' })
})

async function answering(answer: RequestListener): Promise<{ base_url: string; requests: () => number }> {
  let count = 0
  const server = createServer((request, response) => {
    count++
    request.resume()
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  return { base_url: `http://127.0.0.1:${port}`, requests: () => count }
}
