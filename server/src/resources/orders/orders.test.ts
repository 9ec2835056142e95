import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { zipSync } from 'fflate'
import { sql } from 'kysely'
import { ap304_7, ap304_8, declarationOf, fileOf, mz301, writeDeclaration } from '../../../test/declarations.ts'
import type { Tenant } from '../../../test/given.ts'
import { data, startService } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'

const service = await startService()
const { call, given, database, app } = service
const tenant = await given.tenant()
const stranger = await given.tenant()
const token = await given.token(tenant)
const foreign = await given.token(stranger)

/** A form with a file, as a browser or an HTTP client makes it. */
function formOf(bytes: Uint8Array, options: { tenant?: Tenant; filename?: string; name?: string } = {}): FormData {
  const form = new FormData()
  form.append('administration_id', (options.tenant ?? tenant).administration_id)
  form.append(options.name ?? 'order[file]', new Blob([Buffer.from(bytes)]), options.filename ?? 'declaration.mz301')
  return form
}

const send = (bytes: Uint8Array, options: Parameters<typeof formOf>[1] = {}, as = token) =>
  call('POST /v1/orders', { token: as, multipart: formOf(bytes, options) })
const messageOf = (answer: { body: unknown }): string => (answer.body as { message: string }).message

async function linesOf(prefix: string, as: { tenant: Tenant; token: string } = { tenant, token }) {
  const fields = 'order_line_identifier,product_identifier,claim,claim_status,amount,customer'.split(',')
  const only = encodeURIComponent(JSON.stringify({ only: fields }))
  const path = `/v1/order_lines?administration_id=${as.tenant.administration_id}&per_page=500&fields=${only}`
  return data(await call(`GET ${path}`, as)).filter((one) => String(one.order_line_identifier).startsWith(prefix))
}

const incoming = (): Promise<string[]> => readdir(join(service.data_dir, 'files', 'incoming'))

async function settled(): Promise<string[]> {
  // What came in is forgotten when the answer is out, which is a moment after we have it.
  await until('it is forgotten', async () => (await incoming()).length === 0)
  return incoming()
}

test('a declaration becomes lines in draft, with what its records say', async () => {
  const bytes = fileOf(writeDeclaration(mz301, declarationOf(12, { prefix: 'A' })))
  const answer = await send(bytes, { filename: 'C:\\claims\\October.mz301' })
  assert.equal(answer.status, 201, answer.text)
  const { deeplink_url } = answer.body as { deeplink_url: string }
  assert.match(deeplink_url, new RegExp(`^${app.base_url}/administrations/${tenant.administration_id}/orders/\\d+$`))
  const lines = await linesOf('A')
  assert.equal(lines.length, 12)
  assert.deepEqual(lines[0], {
    order_line_identifier: 'A1',
    product_identifier: 'C11',
    claim: true,
    claim_status: 'draft',
    amount: '25.00',
    customer: { email_address: 'patient0@example.com' },
  })
  assert.equal(lines[9]?.amount, '-12.50')
  assert.equal(lines[5]?.customer, null)
  const { rows } = await sql`
    select o.filename, f.byte_size, f.uploaded_at is not null as uploaded
    from orders o join files f on f.administration_id = o.administration_id and f.id = o.file_id
    where o.id = ${deeplink_url.split('/').at(-1)}::bigint`.execute(database.db)
  assert.deepEqual(rows, [{ filename: 'October.mz301', byte_size: String(bytes.length), uploaded: true }])
  assert.deepEqual(await settled(), [])
})

test('both versions of AP304 are taken, and a line without an amount claims nothing', async () => {
  for (const [index, layout] of [ap304_7, ap304_8].entries()) {
    const declaration = declarationOf(3, { prefix: `B${index}-` })
    const [first] = declaration.insured[0]?.services ?? []
    if (first) first.amount = 0n
    const answer = await send(fileOf(writeDeclaration(layout, declaration)))
    assert.equal(answer.status, 201, answer.text)
    const lines = await linesOf(`B${index}-`)
    assert.deepEqual(
      lines.map(({ claim, amount }) => [claim, amount]),
      [
        [false, '0.00'],
        [true, '25.01'],
        [true, '25.02'],
      ],
    )
  }
})

test('an archive of declarations is one order', async () => {
  const zip = zipSync({
    'one.mz301': fileOf(writeDeclaration(mz301, declarationOf(4, { prefix: 'C1-' }))),
    'inner/two.ap304': fileOf(writeDeclaration(ap304_7, declarationOf(3, { prefix: 'C2-' }))),
  })
  const answer = await send(zip, { filename: 'claims.zip' })
  assert.equal(answer.status, 201, answer.text)
  assert.equal((await linesOf('C')).length, 7)
})

test('the same file again changes nothing, also when it comes several times at once', async () => {
  const bytes = fileOf(writeDeclaration(mz301, declarationOf(5, { prefix: 'D' })))
  const answers = await Promise.all([send(bytes), send(bytes), send(bytes)])
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  assert.equal((await send(bytes, { filename: 'again.mz301' })).text, answers[0]?.text)
  assert.equal((await linesOf('D')).length, 5)
})

test('a line that came in before is refused, unless its claim failed', async () => {
  assert.equal((await send(fileOf(writeDeclaration(mz301, declarationOf(3, { prefix: 'E' }))))).status, 201)
  const again = fileOf(writeDeclaration(mz301, declarationOf(4, { prefix: 'E', invoice_number: 'CORRECTED' })))
  const refused = await send(again)
  assert.equal(refused.status, 422)
  assert.match(
    messageOf(refused),
    /^order\.file: line 4: the reference number «E1» was taken in before, order\.file: line 5/,
  )
  assert.equal((await linesOf('E')).length, 3)
  await sql`update order_lines set claim_status = 'failed' where order_line_identifier like 'E%'`.execute(database.db)
  assert.equal((await send(again)).status, 201)
  assert.equal((await linesOf('E')).length, 7)
})

test('a file with anything wrong in it is refused as a whole, and every problem is reported', async () => {
  const lines = writeDeclaration(mz301, declarationOf(3, { prefix: 'F' }))
  const broken = lines.map((line, index) => (index === 3 || index === 4 ? line.replace('D', 'X') : line))
  const answer = await send(fileOf(broken))
  assert.equal(answer.status, 422)
  assert.match(
    messageOf(answer),
    /^order\.file: line 4, position 156: expected 8 digits .*, order\.file: line 5, position 156: /,
  )
  const zip = zipSync({ 'good.mz301': fileOf(lines), 'bad.mz301': fileOf(broken), 'readme.txt': Buffer.from('hello') })
  const packed = messageOf(await send(zip))
  assert.match(packed, /order\.file: bad\.mz301, line 4, position 156: expected 8 digits/)
  assert.match(packed, /order\.file: readme\.txt, line 1, position 1: expected a header \(record 01\), found «he»/)
  const twice = zipSync({ 'a.mz301': fileOf(lines), 'b.mz301': fileOf(lines) })
  assert.match(
    messageOf(await send(twice)),
    /order\.file: b\.mz301, line 4: the reference number «F1» is in another file/,
  )
  assert.deepEqual(await linesOf('F'), [])
  assert.deepEqual(await settled(), [])
})

test('what is no declaration is refused: pictures, bombs, broken archives, nothing', async () => {
  const cases: readonly [string, Uint8Array, RegExp][] = [
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]), /^order\.file: line 1, position \d/],
    ['nothing', Buffer.alloc(0), /^order\.file: line 1: the file is empty$/],
    ['an empty archive', zipSync({}), /^order\.file: there is no service in it$/],
    ['no services', fileOf(writeDeclaration(mz301, declarationOf(0))), /^order\.file: there is no service in it$/],
    ['a broken archive', zipSync({ a: Buffer.alloc(100) }).subarray(0, 60), /^order\.file: the archive is broken/],
    ['a bomb', zipSync({ a: new Uint8Array(200_000_000) }), /^order\.file: the archive unpacks to more than 128 MB$/],
    ['an archive in an archive', zipSync({ 'a.zip': zipSync({ b: Buffer.alloc(9) }) }), /a\.zip, line 1, position \d/],
  ]
  for (const [name, bytes, expected] of cases) {
    const answer = await send(bytes)
    assert.equal(answer.status, 422, name)
    assert.match(messageOf(answer), expected, name)
  }
  assert.deepEqual(await settled(), [])
})

test('the file has to be there, and to be a file', async () => {
  const { administration_id } = tenant
  const json = { administration_id, order: { file: { path: '/etc/passwd', filename: 'x', keep: 'y' } } }
  const forged = await call('POST /v1/orders', { token, json })
  assert.equal(messageOf(forged), 'order.file: must be a file, in a body of multipart/form-data')
  assert.equal(messageOf(await send(Buffer.from('x'), { name: 'file' })), 'order: is missing')
  const text = new FormData()
  text.append('administration_id', administration_id)
  text.append('order[file]', 'not a file')
  const plain = await call('POST /v1/orders', { token, multipart: text })
  assert.match(messageOf(plain), /order\.file: must be a file/)
  const broken = await call('POST /v1/orders', {
    token,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x\r\ncontent-disposition: form-data; name="administration_id"\r\n\r\n1',
  })
  assert.deepEqual([broken.status, messageOf(broken)], [422, 'body: is not a valid multipart/form-data'])
  const nothing = await call('POST /v1/orders', {
    token,
    headers: { 'content-type': 'multipart/form-data' },
    body: 'x',
  })
  assert.deepEqual([nothing.status, messageOf(nothing)], [422, 'body: is not a valid multipart/form-data'])
  assert.deepEqual(await settled(), [])
})

test('a body in parts is taken where files are, and nowhere else', async () => {
  const elsewhere = await call('PATCH /v1/messages', { token, multipart: formOf(Buffer.from('x')) })
  assert.equal(elsewhere.status, 415)
  assert.deepEqual(await incoming(), [])
})

test('more than 50 MB is too much', async () => {
  const answer = await send(Buffer.alloc(50 * 1024 * 1024 + 1, 'x'))
  assert.deepEqual([answer.status, messageOf(answer)], [413, 'The body is larger than 50 MB.'])
  assert.deepEqual(await settled(), [])
})

test('nobody sends orders into an administration of others, or sees theirs', async () => {
  const bytes = fileOf(writeDeclaration(mz301, declarationOf(2, { prefix: 'G' })))
  const refused = await send(bytes, { tenant }, foreign)
  assert.equal(refused.status, 403)
  assert.equal((await send(bytes)).status, 201)
  // The same bytes are an order of their own for somebody else.
  const theirs = await send(bytes, { tenant: stranger }, foreign)
  assert.equal(theirs.status, 201)
  assert.match(theirs.text, new RegExp(`/administrations/${stranger.administration_id}/orders/`))
  assert.equal((await linesOf('G', { tenant: stranger, token: foreign })).length, 2)
  assert.equal((await linesOf('G')).length, 2)
})

test('a declaration in euros does not go into an administration of another currency', async () => {
  const other = await given.tenant()
  await sql`update administrations set currency_code = 'SEK' where id = ${other.administration_id}::bigint`.execute(
    database.db,
  )
  const answer = await send(
    fileOf(writeDeclaration(mz301, declarationOf(1))),
    { tenant: other },
    await given.token(other),
  )
  assert.equal(messageOf(answer), 'order.file: is in EUR, and the administration is in SEK')
})

test('20,000 lines are taken in within a bounded time and memory', async () => {
  const bytes = fileOf(writeDeclaration(ap304_7, declarationOf(20_000, { prefix: 'H' })))
  const form = formOf(bytes)
  const before = process.memoryUsage().rss
  const started = process.cpuUsage()
  const answer = await call('POST /v1/orders', { token, multipart: form })
  const { user, system } = process.cpuUsage(started)
  const took_ms = (user + system) / 1000
  assert.equal(answer.status, 201, answer.text)
  const { rows } = await sql<{ count: string; amount: string }>`
    select count(*) as count, sum(amount) as amount from order_lines where order_line_identifier like 'H%'`.execute(
    database.db,
  )
  assert.deepEqual(rows, [{ count: '20000', amount: '433820.00' }])
  // Time of the processor, and not of a clock on the wall: the machine may have other things to do.
  assert.ok(took_ms < 30_000, `it took ${Math.round(took_ms)} ms`)
  const grown_mb = (process.memoryUsage().rss - before) / 1024 / 1024
  assert.ok(grown_mb < 200, `memory grew by ${Math.round(grown_mb)} MB`)
})
