import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { startProxy } from '../../faults/proxy.ts'
import { declarationOf, fileOf, mz301, writeDeclaration } from '../../test/declarations.ts'
import type { Tenant } from '../../test/given.ts'
import { startService } from '../../test/harness.ts'
import { connect } from '../db/connect.ts'
import { purgeAdministrations } from '../jobs/purge_administrations.ts'
import { keptMails } from '../mail/kept.ts'
import { noteBytes, notingStore, removeAbandoned } from './abandoned.ts'
import { openStore } from './store.ts'
import { forgetUnused, users_of_files } from './unused.ts'

let now = new Date('2026-11-14T03:20:00Z')
const service = await startService({ now: () => now })
const { call, given, database, app } = service
const { db } = database
const store = await openStore({ data_dir: service.data_dir, files_url: null, now })
const hours = (count: number): Date => new Date(now.getTime() + count * 3_600_000)
const there = async (checksum: string): Promise<boolean> => {
  const stream = await store.open(checksum)
  stream?.destroy()
  return stream !== null
}
const remove = async (at: Date): Promise<number> => (await removeAbandoned(db, store, at)).stored_files ?? 0
const notes = async (checksum: string): Promise<number> =>
  (await db.selectFrom('abandoned_bytes').select('since').where('checksum', '=', checksum).execute()).length

/** Announces and uploads bytes, as a client does. */
async function upload(tenant: Tenant, bytes: Buffer<ArrayBuffer>): Promise<string> {
  const token = await given.token(tenant)
  const checksum = createHash('sha3-512').update(bytes).digest('base64')
  const files = [{ byte_size: bytes.length, checksum, content_type: 'application/pdf' }]
  const json = { administration_id: tenant.administration_id, files }
  const answer = await call('POST /v1/files', { token, json })
  assert.equal(answer.status, 201, answer.text)
  const [place] = answer.body as { url: string }[]
  if (place === undefined) return checksum
  const path = place.url.slice(app.base_url.length)
  const sent = await call(`PUT ${path}`, { body: bytes, headers: { 'content-type': 'application/pdf' } })
  assert.equal(sent.status, 204, sent.text)
  return checksum
}

async function endAdministration({ administration_id }: Tenant): Promise<void> {
  await db
    .updateTable('administrations')
    .set({ status: 'deleted', deleted_at: hours(-24 * 31).toISOString() })
    .where('id', '=', administration_id)
    .execute()
  await purgeAdministrations(db, { kept: keptMails(service.data_dir), now })
}

test('files that somebody has stay, however old their note is', async () => {
  const checksum = await upload(await given.tenant(), randomBytes(2000))
  assert.equal(await notes(checksum), 1)
  assert.equal(await remove(hours(48)), 0)
  assert.equal(await there(checksum), true)
  assert.equal(await notes(checksum), 0)
})

test('with an administration its files go, a day later and unless somebody else has them', async () => {
  const [leaving, staying] = [await given.tenant(), await given.tenant()]
  const bytes = randomBytes(3000)
  const [own, shared] = [await upload(leaving, randomBytes(3000)), await upload(leaving, bytes)]
  assert.equal(await upload(staying, bytes), shared)
  await remove(hours(48))
  await endAdministration(leaving)
  assert.equal(await remove(hours(23)), 0)
  assert.deepEqual([await there(own), await there(shared)], [true, true])
  assert.equal(await remove(hours(25)), 1)
  assert.deepEqual([await there(own), await there(shared)], [false, true])
  await endAdministration(staying)
  assert.equal(await remove(hours(25)), 1)
  assert.equal(await there(shared), false)
})

test('what came with a request that was refused in the end goes as well', async () => {
  const tenant = await given.tenant()
  const token = await given.token(tenant)
  const send = (bytes: Buffer<ArrayBuffer>) => {
    const form = new FormData()
    form.append('administration_id', tenant.administration_id)
    form.append('order[file]', new Blob([bytes]), 'declaration.txt')
    return call('POST /v1/orders', { token, multipart: form })
  }
  const declaration = declarationOf(3, { prefix: 'A' })
  assert.equal((await send(fileOf(writeDeclaration(mz301, declaration)))).status, 201)
  // The same lines in another file would be claimed twice.
  const again = fileOf(writeDeclaration(mz301, { ...declaration, invoice_number: 'D2026-002' }))
  assert.equal((await send(again)).status, 422)
  const checksum = createHash('sha3-512').update(again).digest('base64')
  assert.equal(await there(checksum), true)
  assert.equal(await remove(hours(25)), 1)
  assert.equal(await there(checksum), false)
})

test('bytes that are uploaded again while they are being removed are there afterwards', async () => {
  const tenant = await given.tenant()
  const start = now
  for (let turn = 0; turn < 20; turn++) {
    const bytes = randomBytes(500)
    const checksum = createHash('sha3-512').update(bytes).digest('base64')
    const incoming = await store.receive(Readable.from([bytes]), bytes.length)
    await store.keep(incoming)
    await noteBytes(db, [checksum], hours(-48))
    await Promise.all([remove(now), upload(tenant, bytes)])
    assert.equal(await there(checksum), true, `turn ${turn}`)
    now = hours(0.1)
  }
  now = start
})

test('a store that cannot be reached keeps the note, and the next time goes on', async () => {
  const checksum = createHash('sha3-512').update('lost').digest('base64')
  await noteBytes(db, [checksum], hours(-48))
  const away = { remove: () => Promise.reject(new Error('unreachable')) }
  await assert.rejects(removeAbandoned(db, away, now), /unreachable/)
  assert.equal(await notes(checksum), 1)
  assert.equal(await remove(now), 1)
  assert.equal(await notes(checksum), 0)
})

test('bytes that cannot be noted are not left aside', async () => {
  const wire = await startProxy(database.connection)
  after(wire.close)
  const apart = connect(wire.url)
  after(apart.close)
  const noting = notingStore(store, apart.db, () => now)
  const bytes = randomBytes(900)
  const incoming = await store.receive(Readable.from([bytes]), bytes.length)
  await wire.close()
  await assert.rejects(noting.keep(incoming))
  await assert.rejects(stat(incoming.path), { code: 'ENOENT' })
  assert.equal(await there(incoming.checksum), false)
})

test('a file that no record uses is forgotten after 30 days, and one that is used stays', async () => {
  const tenant = await given.tenant()
  const { administration_id } = tenant
  const token = await given.token(tenant)
  const { debtor_number } = await given.debtorKeys(tenant, await given.debtor(tenant))
  const [used, unused] = [await upload(tenant, randomBytes(700)), await upload(tenant, randomBytes(700))]
  const write = async (document: object): Promise<void> => {
    const dates = { invoice_date: '2026-10-01', due_date: '2026-10-31', currency_code: 'EUR', debtor_number }
    const amounts = { amount_total: '1', amount_open: '1', book_amount_total: '1', book_amount_open: '1' }
    const invoices = [{ invoice_number: 'F-file', ...dates, ...amounts, document }]
    const answer = await call('POST /v1/invoices', { token, json: { administration_id, invoices } })
    assert.deepEqual((answer.body as { errors: object }).errors, {}, answer.text)
  }
  await write({ checksum: used })
  // Uploads carry the clock of the database; this test has one of its own.
  const uploaded_at = now.toISOString()
  await db.updateTable('files').set({ uploaded_at }).where('administration_id', '=', administration_id).execute()
  const forgotten = async (at: Date): Promise<number> => (await forgetUnused(db, at)).unused_files ?? 0
  await forgotten(hours(24 * 29))
  const known = async (checksum: string): Promise<boolean> =>
    (await db.selectFrom('files').select('id').where('checksum', '=', checksum).execute()).length > 0
  assert.deepEqual([await known(used), await known(unused)], [true, true])
  await db.deleteFrom('file_uploads').where('administration_id', '=', administration_id).execute()
  await forgotten(hours(24 * 31))
  assert.deepEqual([await known(used), await known(unused)], [true, false])
  await remove(hours(24 * 33))
  assert.deepEqual([await there(used), await there(unused)], [true, false])
  await write({ checksum: used, destroy: true })
  await forgotten(hours(24 * 31))
  assert.equal(await known(used), false)
})

test('every table that uses files is asked before one is forgotten', async () => {
  const { rows } = await database.pool.query<{ name: string }>(`
    select conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'files'::regclass order by name`)
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['file_uploads', ...users_of_files].sort(),
  )
})
