import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { startService } from '../../server/test/harness.ts'
import { partnerOf } from '../../server/test/oauth.ts'
import { until } from '../../server/test/until.ts'
import { checksumOf, createClient, DunlinError, type TokenPair } from './client.ts'
import { operations } from './generated.ts'
import { sha3_512 } from './sha3.ts'

const service = await startService()
const { given, database } = service
const { base_url } = service.app
const tenant = await given.tenant()
const { administration_id } = tenant
const dunlin = createClient({ base_url, token: await given.token(tenant) })
await given.debtors(tenant, 5)

test('every operation is a method under its own name', () => {
  for (const name of Object.keys(operations)) {
    let found: unknown = dunlin
    for (const part of name.split('.')) found = (found as Record<string, unknown>)[part]
    assert.equal(typeof found, 'function', name)
  }
})

test('a list is a page when awaited, and all its records when iterated over', async () => {
  const list = dunlin.debtors.list({ administration_id, per_page: 2, fields: { only: ['id', 'name'] } })
  const { data, pagination } = await list
  assert.deepEqual(Object.keys(data[0] ?? {}), ['id', 'name'])
  assert.equal(data.length, 2)
  assert.ok(pagination)
  const names: string[] = []
  for await (const { name } of list) names.push(name)
  assert.equal(names.length, 5)
  const sizes: number[] = []
  for await (const page of list.pages()) sizes.push(page.length)
  assert.deepEqual(sizes, [2, 2, 1])
  // @ts-expect-error: updated_at was not asked for.
  assert.equal(data[0]?.updated_at, undefined)
})

test('a record is named first, and a verb does what it says', async () => {
  const id = await given.task(tenant)
  const task = await dunlin.tasks.mark_completed(id, { administration_id, completed_status: 'failed' })
  assert.equal(task.completed_status, 'failed')
  const shown = await dunlin.tasks.show(id, { administration_id, fields: { only: ['completed_status'] } })
  assert.deepEqual(shown, { completed_status: 'failed' })
  assert.deepEqual((await dunlin.invoices.deleted.list({ administration_id })).data, [])
})

test('what to delete is given in the query', async () => {
  const parameters = { administration_id, psp_mandate_ids: ['999999', '999998'] }
  const { count, errors } = await dunlin.psp_mandates.delete(parameters)
  assert.equal(count, 0)
  assert.deepEqual(errors.not_found?.sort(), ['999998', '999999'])
})

test('a bulk write reports what became of each record', async () => {
  const { success, count, errors } = await dunlin.vat_rates.create({
    administration_id,
    vat_rates: [
      { code: 'H', rate: '21', name: 'High' },
      { code: 'L', rate: 'nine', name: 'Low' },
    ],
  })
  assert.deepEqual([success, count, Object.keys(errors)], [true, 1, ['L']])
})

test('files are brought once, and named by their checksum', async () => {
  const pdf = new Blob(['%PDF-1.7 one'], { type: 'application/pdf' })
  const files = [pdf, new Blob(['plain'])]
  const checksums = await dunlin.upload({ administration_id, files })
  assert.equal(checksums[0], createHash('sha3-512').update('%PDF-1.7 one').digest('base64'))
  const rows = await database.db.selectFrom('files').select(['content_type', 'uploaded_at']).orderBy('id').execute()
  assert.deepEqual(
    rows.map(({ content_type }) => content_type),
    ['application/pdf', 'application/octet-stream'],
  )
  assert.ok(rows.every(({ uploaded_at }) => uploaded_at !== null))
  assert.deepEqual(await dunlin.upload({ administration_id, files }), checksums)
})

test('an attachment travels with a message', async () => {
  const { debtor_number } = await given.debtorKeys(tenant, await given.debtor(tenant))
  const message = await dunlin.messages.create({
    administration_id,
    debtor_number,
    message: {
      subject: 'Your order',
      body: 'See the attachment.',
      email: 'pay@example.com',
      attachments: [new File(['text'], 'note.txt', { type: 'text/plain' })],
    },
  })
  assert.equal(message.sender_type, 'creditor')
  const rows = await database.db.selectFrom('message_attachments').select('filename').execute()
  assert.deepEqual(rows, [{ filename: 'note.txt' }])
})

test('our own SHA3-512 is that of everybody', () => {
  for (const length of [0, 1, 71, 72, 73, 143, 144, 1000, 100_003]) {
    const bytes = randomBytes(length)
    const expected = createHash('sha3-512').update(bytes).digest('base64')
    assert.equal(Buffer.from(sha3_512(bytes)).toString('base64'), expected, String(length))
    assert.equal(checksumOf(bytes), expected)
  }
})

// Tokens that are renewed.

const partner = partnerOf(service, () => new Date())

async function connected(store: (tokens: TokenPair) => void | Promise<void>) {
  const connection = await partner.connect()
  const { access_token, refresh_token } = await partner.tokens(connection)
  const { client_id, client_secret } = connection.application
  const oauth = { client_id, client_secret, tokens: { access_token, refresh_token }, store }
  const own = { administration_id: connection.tenant.administration_id }
  return { client: createClient({ base_url, oauth }), own, access_token }
}

/** Ends an access token as time would. */
async function expire(access_token: string): Promise<void> {
  const hash = createHash('sha256').update(access_token).digest()
  const { numUpdatedRows } = await database.db
    .updateTable('access_tokens')
    .set({ expires_at: '2020-01-01T00:00:00Z', created_at: '2019-12-31T00:00:00Z' })
    .where('token_hash', '=', hash)
    .executeTakeFirstOrThrow()
  assert.equal(numUpdatedRows, 1n)
  // Whoever remembers the token hears of it a moment later.
  const headers = { authorization: `Bearer ${access_token}` }
  await until(
    'the token is refused',
    async () => (await fetch(`${base_url}/v1/administrations`, { headers })).status === 401,
  )
}

test('an expired token is renewed once, however many calls notice', async () => {
  const stored: TokenPair[] = []
  const { client, own, access_token } = await connected((pair) => void stored.push(pair))
  await client.debtors.list(own)
  await expire(access_token)
  const pages = await Promise.all(Array.from({ length: 8 }, async () => await client.debtors.list(own)))
  assert.deepEqual(pages, Array(8).fill({ data: [] }))
  assert.equal(stored.length, 1)
  assert.notEqual(stored[0]?.access_token, access_token)
  await client.debtors.list(own)
  assert.equal(stored.length, 1)
})

test('when the new pair cannot be stored, the call fails, and the stored pair is good for another attempt', async () => {
  let attempts = 0
  const { client, own, access_token } = await connected(() => {
    if (++attempts === 1) throw new Error('The disk is full.')
  })
  await expire(access_token)
  await assert.rejects(async () => await client.debtors.list(own), /disk is full/)
  assert.deepEqual(await client.debtors.list(own), { data: [] })
  assert.equal(attempts, 2)
})

test('a connection that has ended is reported as such', async () => {
  const { client, own, access_token } = await connected(() => assert.fail('there is nothing to store'))
  const { grant_id } = await database.db
    .selectFrom('access_tokens')
    .select('grant_id')
    .where('token_hash', '=', createHash('sha256').update(access_token).digest())
    .executeTakeFirstOrThrow()
  await database.db
    .updateTable('grants')
    .set({ revoked_at: new Date().toISOString() })
    .where('id', '=', grant_id)
    .execute()
  await assert.rejects(
    async () => await client.debtors.list(own),
    (error) => error instanceof DunlinError && [400, 401].includes(error.status),
  )
})
