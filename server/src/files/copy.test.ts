import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { startService } from '../../test/harness.ts'
import { startObjectStore } from '../../test/object_store.ts'
import { uploadDocument } from '../../test/upload_document.ts'
import { nameOf } from './checksum.ts'
import { copyFiles } from './copy.ts'
import { openStore } from './store.ts'

const now = new Date('2026-11-14T03:20:00Z')
const service = await startService({ now: () => now })
const { given, database, data_dir } = service
const bucket = await startObjectStore()
const from = await openStore({ data_dir, files_url: null, now })
const to = await openStore({ data_dir, files_url: bucket.url, now })
const checksumOf = (bytes: Buffer): string => createHash('sha3-512').update(bytes).digest('base64')
const pathOf = (bytes: Buffer): string => {
  const name = nameOf(checksumOf(bytes))
  return join(data_dir, 'files', name.slice(0, 2), name.slice(2, 4), name)
}

async function stored(bytes: Buffer): Promise<Buffer> {
  const tenant = await given.tenant()
  const invoice_id = await given.invoice(tenant, await given.debtor(tenant))
  await uploadDocument(service, tenant, { invoice_id, bytes, filename: 'F1.pdf' })
  return bytes
}

test('files move to a bucket, whatever stopped that before; what is damaged stays out, and what is missing is told', async () => {
  const [whole, later, damaged, missing] = [
    await stored(randomBytes(2_000)),
    await stored(randomBytes(3_000)),
    await stored(randomBytes(2_000)),
    await stored(randomBytes(2_000)),
  ]
  await writeFile(pathOf(damaged), randomBytes(2_000))
  await rm(pathOf(missing))
  const lost = { missing: [checksumOf(missing)], damaged: [checksumOf(damaged)] }
  assert.deepEqual(await copyFiles(database.db, { from, to }), { copied: 2, there_already: 0, ...lost })
  for (const bytes of [whole, later]) {
    const there = (await to.open(checksumOf(bytes))) ?? assert.fail('it is not in the bucket')
    assert.deepEqual(await buffer(there), bytes)
  }
  assert.equal(await to.open(checksumOf(damaged)), null)
  await writeFile(pathOf(damaged), damaged)
  const again = { copied: 1, there_already: 2, missing: lost.missing, damaged: [] }
  assert.deepEqual(await copyFiles(database.db, { from, to }), again)
})
