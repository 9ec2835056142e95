import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Tenant } from '../../test/given.ts'
import { startService } from '../../test/harness.ts'
import { logTo } from '../../test/log_to.ts'
import { startObjectStore } from '../../test/object_store.ts'
import { until } from '../../test/until.ts'
import { fileUrl } from '../api/file_links.ts'
import { plainName } from '../domain/file_names.ts'
import { findFiles, purgeUploads } from '../files/uploads.ts'
import { disposition } from './files.ts'

let now = new Date('2026-11-14T12:00:00Z')
const service = await startService({ now: () => now })
const { call, given, database, app } = service
const tenant = await given.tenant()
const stranger = await given.tenant()
const token = await given.token(tenant)
const foreign = await given.token(stranger)

type Upload = { checksum: string; url: string; expires_at: string }
type Announced = { checksum: string; byte_size: number | string; content_type: string }

const checksumOf = (bytes: Uint8Array): string => createHash('sha3-512').update(bytes).digest('base64')
const announcedOf = (bytes: Uint8Array, content_type = 'application/pdf'): Announced => ({
  checksum: checksumOf(bytes),
  byte_size: bytes.length,
  content_type,
})

async function announce(files: readonly Announced[], as: { tenant: Tenant; token: string } = { tenant, token }) {
  const json = { administration_id: as.tenant.administration_id, files }
  const answer = await call('POST /v1/files', { token: as.token, json })
  assert.equal(answer.status, 201, answer.text)
  return answer.body as Upload[]
}

async function announceOne(bytes: Uint8Array, as?: { tenant: Tenant; token: string }): Promise<Upload> {
  const [upload] = await announce([announcedOf(bytes)], as)
  return upload ?? assert.fail('the file was not asked for')
}

async function put(url: string, bytes: Uint8Array | ReadableStream, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': 'application/pdf', ...headers },
    body: bytes,
    ...(bytes instanceof ReadableStream ? { duplex: 'half' } : {}),
  } as RequestInit)
  const text = await response.text()
  return { status: response.status, text, message: text === '' ? '' : String(JSON.parse(text).message) }
}

const incoming = (): Promise<string[]> => readdir(join(service.data_dir, 'files', 'incoming'))
const isKnown = async (bytes: Uint8Array): Promise<boolean> => (await announce([announcedOf(bytes)])).length === 0

test('a file is announced, uploaded, and known from then on', async () => {
  const bytes = randomBytes(200_000)
  const other = randomBytes(10)
  const uploads = await announce([announcedOf(bytes), { ...announcedOf(other), byte_size: '10' }])
  assert.deepEqual(
    uploads.map(({ checksum }) => checksum),
    [checksumOf(bytes), checksumOf(other)],
  )
  const [first] = uploads
  assert.equal(first?.expires_at, '2026-11-14T16:00:00.000Z')
  assert.ok(first.url.startsWith(`${app.base_url}/files/uploads/${tenant.administration_id}/dunlinupload`))
  assert.deepEqual(await put(first.url, bytes), { status: 204, text: '', message: '' })
  assert.deepEqual(
    (await announce([announcedOf(bytes), announcedOf(other)])).map(({ checksum }) => checksum),
    [checksumOf(other)],
  )
  assert.deepEqual(await incoming(), [])
})

test('a form announces files as well', async () => {
  const { checksum } = announcedOf(randomBytes(5))
  const file = `files[][byte_size]=5&files[][checksum]=${encodeURIComponent(checksum)}&files[][content_type]=text/xml`
  const answer = await call('POST /v1/files', { token, form: `administration_id=${tenant.administration_id}&${file}` })
  assert.equal(answer.status, 201, answer.text)
  assert.equal((answer.body as Upload[])[0]?.checksum, checksum)
})

test('what cannot be a file is refused, and every problem reported', async () => {
  const good = announcedOf(randomBytes(5))
  const json = {
    administration_id: tenant.administration_id,
    files: [
      { ...good, checksum: '../../etc/passwd', byte_size: -1 },
      { ...good, content_type: 'text/html\r\nx-injected: 1' },
      { byte_size: 200 * 1024 * 1024, checksum: good.checksum.slice(1), content_type: 'application/pdf' },
    ],
  }
  const answer = await call('POST /v1/files', { token, json })
  assert.equal(answer.status, 422)
  const { message } = answer.body as { message: string }
  for (const problem of [
    'files[0].byte_size: must be between 0 and 104857600',
    'files[0].checksum: must be a SHA3-512 in base64, which has 88 characters',
    'files[1].content_type: must be a media type like application/pdf',
    'files[2].byte_size: must be between',
    'files[2].checksum: must be',
  ]) {
    assert.ok(message.includes(problem), `${problem} is not in ${message}`)
  }
  const twice = { administration_id: tenant.administration_id, files: [good, { ...good, byte_size: 6 }] }
  assert.match((await call('POST /v1/files', { token, json: twice })).text, /files\[1\]\.checksum: .*more than once/)
  assert.equal((await announce([good, good])).length, 1)
})

test('bytes that do not match are refused, leave nothing, and the file stays unknown', async () => {
  const bytes = randomBytes(5_000)
  const { url } = await announceOne(bytes)
  const wrong = Buffer.from(bytes)
  wrong[0] = (wrong[0] ?? 0) ^ 1
  const stream = (content: Uint8Array) => new Blob([Buffer.from(content)]).stream() as unknown as ReadableStream
  const cases: readonly [string, Promise<{ status: number; message: string }>, RegExp][] = [
    ['wrong checksum', put(url, wrong), /^checksum: is not the one of these bytes$/],
    ['too short', put(url, bytes.subarray(1)), /^byte_size: 5000 bytes were announced, and 4999 are to come$/],
    ['too long', put(url, Buffer.concat([bytes, bytes])), /^byte_size: 5000 bytes were announced, and 10000 are to/],
    ['too short, without saying so', put(url, stream(bytes.subarray(1))), /announced, and 4999 came$/],
    ['too long, without saying so', put(url, stream(Buffer.concat([bytes, bytes]))), /announced, and more came$/],
    ['another type', put(url, bytes, { 'content-type': 'text/html' }), /^content_type: application\/pdf was announced/],
  ]
  for (const [name, answer, expected] of cases) {
    const { status, message } = await answer
    assert.equal(status, 422, name)
    assert.match(message, expected, name)
  }
  assert.deepEqual(await incoming(), [])
  assert.equal(await isKnown(bytes), false)
  assert.equal((await put(url, bytes)).status, 204)
  assert.equal(await isKnown(bytes), true)
})

test('an upload that is broken off leaves nothing, and can be repeated', async () => {
  const bytes = randomBytes(1_000_000)
  const { url } = await announceOne(bytes)
  const sending = request(url, {
    method: 'PUT',
    headers: { 'content-type': 'application/pdf', 'content-length': bytes.length },
  })
  sending.on('error', () => {})
  sending.write(bytes.subarray(0, 300_000))
  // Broken off only after the service has begun to take it.
  await until('it is taken in', async () => (await incoming()).length === 1)
  sending.destroy()
  await until('it is forgotten', async () => (await incoming()).length === 0)
  assert.equal(await isKnown(bytes), false)
  assert.equal((await put(url, bytes)).status, 204)
})

test('the same file from several sides at once is one file', async () => {
  const bytes = randomBytes(400_000)
  const uploads = await Promise.all(Array.from({ length: 6 }, () => announceOne(bytes)))
  assert.equal(new Set(uploads.map(({ url }) => url)).size, 6)
  const answers = await Promise.all(uploads.map(({ url }) => put(url, bytes)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [204, 204, 204, 204, 204, 204],
  )
  const { rows } = await sql<{ count: string; uploaded: string }>`
    select count(*) as count, count(uploaded_at) as uploaded from files where checksum = ${checksumOf(bytes)}::text
  `.execute(database.db)
  assert.deepEqual(rows, [{ count: '1', uploaded: '1' }])
  assert.deepEqual(await incoming(), [])
})

test('an address for an upload is good for four hours, and nobody finds one by guessing', async () => {
  const bytes = randomBytes(100)
  const { url } = await announceOne(bytes)
  const before = now
  now = new Date(before.getTime() + 4 * 3_600_000)
  const late = await put(url, bytes)
  now = before
  assert.deepEqual([late.status, late.message], [403, 'This address has expired; announce the file again.'])
  for (const wrong of [
    url.slice(0, -1) + (url.endsWith('A') ? 'B' : 'A'),
    url.replace(`/${tenant.administration_id}/`, `/${stranger.administration_id}/`),
    url.replace(/dunlinupload.*/, '..%2F..%2Fetc%2Fpasswd'),
    url.replace(`/${tenant.administration_id}/`, '/x/'),
  ]) {
    assert.equal((await put(wrong, bytes)).status, 404, wrong)
  }
  assert.equal(await isKnown(bytes), false)
})

test('what is kept of an address opens nothing', async () => {
  const { url } = await announceOne(randomBytes(50))
  const secret = url.split('/').at(-1) ?? ''
  const { rows } = await sql<{ dump: string }>`select json_agg(u)::text as dump from file_uploads u`.execute(
    database.db,
  )
  assert.ok(secret.length > 50)
  assert.equal(rows[0]?.dump.includes(secret), false)
  assert.equal(rows[0]?.dump.includes(Buffer.from(secret).toString('hex')), false)
})

test('what is written to the log opens nothing', async () => {
  const lines: string[] = []
  const log = logTo('trace', (line: string) => void lines.push(line))
  const other = await startService({ log, now: () => now })
  const owner = await other.given.tenant()
  const bytes = randomBytes(70)
  const json = { administration_id: owner.administration_id, files: [announcedOf(bytes)] }
  const answer = await other.call('POST /v1/files', { token: await other.given.token(owner), json })
  const url = (answer.body as Upload[])[0]?.url ?? ''
  assert.equal((await put(url, Buffer.alloc(70))).status, 422)
  assert.equal((await put(url, bytes)).status, 204)
  const signature = '5'.repeat(64)
  await fetch(`${other.app.base_url}/files/invoice_documents/1/1?until=1&signature=${signature}`)
  const logged = lines.join('')
  assert.match(logged, /PUT \/files\/uploads\/:administration_id\/:token/)
  assert.equal(logged.includes(url.split('/').at(-1) ?? ''), false)
  assert.equal(logged.includes(signature), false)
})

test('another company has to bring the same bytes itself', async () => {
  const bytes = randomBytes(2_000)
  const { url } = await announceOne(bytes)
  assert.equal((await put(url, bytes)).status, 204)
  const found = (of: Tenant) => findFiles(database.db, of.administration_id, [checksumOf(bytes), 'unknown'])
  assert.deepEqual([...(await found(tenant)).keys()], [checksumOf(bytes)])
  // The bytes are in the store; knowing their checksum must not be enough to get at them.
  const theirs = await announceOne(bytes, { tenant: stranger, token: foreign })
  assert.equal((await found(stranger)).size, 0)
  assert.equal((await put(theirs.url, bytes)).status, 204)
  assert.deepEqual(await announce([announcedOf(bytes)], { tenant: stranger, token: foreign }), [])
})

/** An invoice with a document; returns what a read of its links says. */
async function givenDocument(
  bytes: Buffer,
  options: { filename?: string; kind?: string; tenant?: Tenant; token?: string } = {},
) {
  const as = { tenant: options.tenant ?? tenant, token: options.token ?? token }
  const [upload] = await announce([announcedOf(bytes)], as)
  if (upload) assert.equal((await put(upload.url, bytes)).status, 204)
  const { rows } = await sql<{ id: string }>`
    select id from files where administration_id = ${as.tenant.administration_id}::bigint
      and checksum = ${checksumOf(bytes)}::text`.execute(database.db)
  const invoice_id = await given.invoice(as.tenant, await given.debtor(as.tenant))
  const document_id = await given.row('invoice_documents', as.tenant, {
    invoice_id,
    kind: options.kind ?? 'document',
    file_id: rows[0]?.id,
    filename: options.filename ?? 'F1.pdf',
    created_at: 'stamp',
  })
  return { invoice_id, document_id, links: () => linksOf(invoice_id, as) }
}

async function linksOf(invoice_id: string, as: { tenant: Tenant; token: string }) {
  const fields = encodeURIComponent('{"only":["document_url","ubl_document_url"]}')
  const { administration_id } = as.tenant
  const answer = await call(
    `GET /v1/invoices/${invoice_id}?administration_id=${administration_id}&fields=${fields}`,
    as,
  )
  assert.equal(answer.status, 200, answer.text)
  return answer.body as { document_url: string | null; ubl_document_url: string | null }
}

test('an invoice shows a link to its document, and the link gives the bytes as something to save', async () => {
  const bytes = randomBytes(100_000)
  const { links, document_id } = await givenDocument(bytes)
  const { document_url, ubl_document_url } = await links()
  assert.equal(ubl_document_url, null)
  // The database signs as the service itself does.
  const until = Date.parse('2026-11-14T17:00:00Z') / 1000
  const { administration_id } = tenant
  const link = { holder: 'invoice_documents' as const, administration_id, id: document_id, until }
  const key = await readFile(join(service.data_dir, 'files', 'link_key'))
  assert.equal(document_url, fileUrl(app.base_url, key, link))
  const response = await fetch(document_url ?? '')
  assert.equal(response.status, 200)
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes)
  const headers = Object.fromEntries(response.headers)
  assert.equal(headers['content-type'], 'application/pdf')
  assert.equal(headers['content-length'], '100000')
  assert.equal(headers['content-disposition'], 'attachment; filename="F1.pdf"')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox")
  assert.equal(headers['cache-control'], 'private, no-store')
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.equal((await fetch(document_url ?? '', { method: 'HEAD' })).headers.get('content-length'), '100000')
})

test('what one process gave out is good at another', async () => {
  const other = await startService({ beside: service, data_dir: service.data_dir, now: () => now })
  const elsewhere = (url: string): string => url.replace(app.base_url, other.app.base_url)
  const bytes = randomBytes(80)
  const { url } = await announceOne(bytes)
  assert.equal((await put(elsewhere(url), bytes)).status, 204)
  const { links } = await givenDocument(bytes)
  const answer = await fetch(elsewhere((await links()).document_url ?? ''))
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes)
})

test('the newest document of a kind is the one that is shown', async () => {
  const { invoice_id, links } = await givenDocument(randomBytes(10), { kind: 'ubl_document', filename: 'F1.xml' })
  const { ubl_document_url, document_url } = await links()
  assert.equal(document_url, null)
  const bytes = randomBytes(20)
  const { document_id } = await givenDocument(bytes)
  await sql`update invoice_documents set invoice_id = ${invoice_id}::bigint, kind = 'ubl_document'
            where id = ${document_id}::bigint`.execute(database.db)
  const newest = (await links()).ubl_document_url ?? ''
  assert.notEqual(newest, ubl_document_url)
  assert.deepEqual(Buffer.from(await (await fetch(newest)).arrayBuffer()), bytes)
})

test('a link ends: with its time, and with what it leads to', async () => {
  const { links, document_id } = await givenDocument(randomBytes(30))
  const url = (await links()).document_url ?? ''
  const before = now
  now = new Date('2026-11-14T16:59:59Z')
  assert.equal((await fetch(url)).status, 200)
  now = new Date('2026-11-14T17:00:00Z')
  const late = await fetch(url)
  now = before
  assert.equal(late.status, 403)
  assert.deepEqual(await late.json(), { code: 'forbidden', message: 'This link has expired; ask for a new one.' })
  await sql`delete from invoice_documents where id = ${document_id}::bigint`.execute(database.db)
  const gone = await fetch(url)
  assert.equal(gone.status, 404)
  assert.deepEqual(await gone.json(), { code: 'not_found', message: 'There is no such file any more.' })
})

test('a link, and an address for an upload, end with their administration', async () => {
  const as = { tenant: await given.tenant({ company_id: tenant.company_id }), token: '' }
  as.token = await given.token(tenant)
  const { links } = await givenDocument(randomBytes(30), as)
  const url = (await links()).document_url ?? ''
  const bytes = randomBytes(20)
  const upload = await announceOne(bytes, as)
  assert.equal((await fetch(url)).status, 200)
  await sql`update administrations set status = 'deleted', deleted_at = now()
    where id = ${as.tenant.administration_id}::bigint`.execute(database.db)
  assert.equal((await fetch(url)).status, 404)
  assert.equal((await put(upload.url, bytes)).status, 404)
})

test('a link is bound to its file, its administration and its end', async () => {
  const bytes = randomBytes(40)
  const mine = await givenDocument(bytes)
  const theirs = await givenDocument(bytes, { tenant: stranger, token: foreign })
  const url = (await mine.links()).document_url ?? ''
  const their_url = (await theirs.links()).document_url ?? ''
  assert.equal((await fetch(their_url)).status, 200)
  const until = /until=(\d+)/.exec(url)?.[1] ?? ''
  for (const forged of [
    url.replace(`/${tenant.administration_id}/`, `/${stranger.administration_id}/`),
    url.replace(`/${mine.document_id}?`, `/${theirs.document_id}?`),
    their_url.replace(/signature=.*/, url.slice(url.indexOf('signature='))),
    url.replace(until, String(Number(until) + 3600)),
    url.replace('invoice_documents', 'message_attachments'),
    url.replace(/signature=.*/, 'signature='),
    url.replace(/signature=.*/, `signature=${'0'.repeat(64)}`),
    url.replace(/&signature=.*/, ''),
    url.replace(/until=\d+/, 'until=1e99'),
    `${url}&signature=${'0'.repeat(64)}`,
  ]) {
    const answer = await fetch(forged)
    assert.equal(answer.status, 403, forged)
    assert.equal(((await answer.json()) as { message: string }).message, 'This link is not valid; ask for a new one.')
  }
  for (const path of ['/files/users/1/1', '/files/invoice_documents/x/1', '/files/invoice_documents/1/..%2F..%2Fx']) {
    assert.equal((await fetch(app.base_url + path, { headers: { accept: 'text/html' } })).status, 404, path)
  }
})

test('a part of a file can be asked for', async () => {
  const bytes = randomBytes(1_000)
  const { links } = await givenDocument(bytes)
  const url = (await links()).document_url ?? ''
  const part = async (range: string, more: Record<string, string> = {}) => {
    const answer = await fetch(url, { headers: { range, ...more } })
    return {
      status: answer.status,
      content_range: answer.headers.get('content-range'),
      bytes: Buffer.from(await answer.arrayBuffer()),
    }
  }
  assert.deepEqual(await part('bytes=10-19'), {
    status: 206,
    content_range: 'bytes 10-19/1000',
    bytes: bytes.subarray(10, 20),
  })
  assert.deepEqual(await part('bytes=990-'), {
    status: 206,
    content_range: 'bytes 990-999/1000',
    bytes: bytes.subarray(990),
  })
  assert.deepEqual(await part('bytes=-5'), {
    status: 206,
    content_range: 'bytes 995-999/1000',
    bytes: bytes.subarray(995),
  })
  assert.deepEqual(await part('bytes=0-99999'), { status: 206, content_range: 'bytes 0-999/1000', bytes })
  assert.equal((await part('bytes=1000-')).status, 416)
  assert.equal((await part('bytes=5-1')).status, 200)
  assert.equal((await part('bytes=0-1,5-6')).status, 200)
  assert.equal((await part('bytes=0-1', { 'if-range': '"something else"' })).status, 200)
  assert.equal((await part('bytes=0-1', { 'if-range': `"${checksumOf(bytes)}"` })).status, 206)
})

test('a name is written so that every program reads it, and none is misled', () => {
  assert.equal(disposition('F1.pdf'), 'attachment; filename="F1.pdf"')
  assert.equal(
    disposition('Rechnung «Müller» 10€.pdf'),
    `attachment; filename="Rechnung _M_ller_ 10_.pdf"; filename*=UTF-8''Rechnung%20%C2%ABM%C3%BCller%C2%BB%2010%E2%82%AC.pdf`,
  )
  assert.doesNotMatch(disposition('a"; filename="b.exe\r\nset-cookie: x'), /[\r\n]|"b\.exe/)
  assert.equal(plainName('C:\\invoices\\F1.pdf'), 'F1.pdf')
  assert.equal(plainName('../../etc/passwd'), 'passwd')
  assert.equal(plainName('a\u0000b\u202e.pdf'), 'ab.pdf')
  assert.equal(plainName('..'), 'file')
  assert.equal(plainName(undefined), 'file')
})

test('addresses that are no longer good are removed, and files that never came', async () => {
  const bytes = randomBytes(60)
  const came = randomBytes(61)
  await announceOne(bytes)
  assert.equal((await put((await announceOne(came)).url, came)).status, 204)
  const removed = await purgeUploads(database.db, new Date(now.getTime() + 4 * 3_600_000))
  assert.ok((removed.file_uploads ?? 0) >= 2)
  const { rows } = await sql`select from file_uploads`.execute(database.db)
  assert.equal(rows.length, 0)
  const later = await purgeUploads(database.db, new Date(Date.now() + 3 * 86_400_000))
  assert.ok((later.files ?? 0) >= 1)
  assert.equal(await isKnown(came), true)
})

test('an object store serves as well, and its silence is reported as such', async () => {
  const objects = await startObjectStore()
  const other = await startService({ files_url: objects.url, now: () => now })
  const owner = await other.given.tenant()
  const key = await other.given.token(owner)
  const bytes = randomBytes(150_000)
  const json = { administration_id: owner.administration_id, files: [announcedOf(bytes), announcedOf(randomBytes(5))] }
  const uploads = (await other.call('POST /v1/files', { token: key, json })).body as Upload[]
  assert.equal((await put(uploads[0]?.url ?? '', bytes)).status, 204)
  const { rows } = await sql<{ id: string }>`select id from files where uploaded_at is not null`.execute(
    other.database.db,
  )
  const invoice_id = await other.given.invoice(owner, await other.given.debtor(owner))
  const stamps = { created_at: 'stamp' }
  const document = { invoice_id, kind: 'document', file_id: rows[0]?.id, filename: 'F1.pdf', ...stamps }
  await other.given.row('invoice_documents', owner, document)
  const path = `/v1/invoices/${invoice_id}?administration_id=${owner.administration_id}`
  const fields = encodeURIComponent('{"only":["document_url"]}')
  const { document_url } = (await other.call(`GET ${path}&fields=${fields}`, { token: key })).body as {
    document_url: string
  }
  assert.deepEqual(Buffer.from(await (await fetch(document_url)).arrayBuffer()), bytes)
  const part = await fetch(document_url, { headers: { range: 'bytes=5-9' } })
  assert.deepEqual([part.status, Buffer.from(await part.arrayBuffer())], [206, bytes.subarray(5, 10)])
  await objects.stop()
  const silent = await fetch(document_url)
  assert.equal(silent.status, 503)
  assert.deepEqual(await silent.json(), { code: 'service_unavailable', message: 'Files cannot be reached right now.' })
  const [, second] = uploads
  const refused = await put(second?.url ?? '', Buffer.alloc(5))
  assert.equal(refused.status, 422)
})

test('a request that is refused before its end does not hold the service', async () => {
  const { url } = await announceOne(randomBytes(100))
  const sending = request(url, { method: 'PUT', headers: { 'content-type': 'application/pdf' } })
  sending.on('error', () => {})
  sending.write(Buffer.alloc(200_000))
  const [response] = await once(sending, 'response')
  assert.equal(response.statusCode, 422)
  assert.equal(response.headers.connection, 'close')
  sending.destroy()
})
