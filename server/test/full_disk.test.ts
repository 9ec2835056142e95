import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startChild } from '../faults/child.ts'
import { givenIn } from './given.ts'
import { addressOf, testDatabase } from './harness.ts'

// A service whose disk takes no more than 512 kB of a file.

const database = await testDatabase()
const given = givenIn(database.db)
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
const data_dir = await mkdtemp(join(tmpdir(), 'dunlin-full-'))
after(() => rm(data_dir, { recursive: true, force: true }))
const child = await startChild(
  { DATABASE_URL: addressOf(database.connection), DATA_DIR: data_dir },
  { file_blocks_max: 1024 },
)
after(child.stop)

async function isRefused(answer: Response): Promise<void> {
  assert.equal(answer.status, 503, await answer.clone().text())
  assert.equal(answer.headers.get('retry-after'), '60')
  assert.match(await answer.text(), /There is no room for more files; nothing was kept/)
  assert.deepEqual(await readdir(join(data_dir, 'files', 'incoming')), [])
}

const announce = async (bytes: Buffer): Promise<string> => {
  const checksum = createHash('sha3-512').update(bytes).digest('base64')
  const files = [{ byte_size: bytes.length, checksum, content_type: 'application/pdf' }]
  const answer = await fetch(`${child.base_url}/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ administration_id, files }),
  })
  const [place] = (await answer.json()) as { url: string }[]
  return place?.url ?? assert.fail('it was not announced')
}

for (const megabytes of [1, 20]) {
  test(`an upload of ${megabytes} MB is refused because there is no room, and not as broken off`, async () => {
    const bytes = randomBytes(megabytes * 1024 * 1024)
    const url = await announce(bytes)
    const headers = { 'content-type': 'application/pdf' }
    for (let round = 0; round < 5; round++) await isRefused(await fetch(url, { method: 'PUT', headers, body: bytes }))
  })

  test(`a form with a file of ${megabytes} MB is refused for the same reason`, async () => {
    const form = new FormData()
    form.append('administration_id', administration_id)
    form.append('order[file]', new Blob([randomBytes(megabytes * 1024 * 1024)]), 'declaration.txt')
    const headers = { authorization: `Bearer ${token}` }
    await isRefused(await fetch(`${child.base_url}/v1/orders`, { method: 'POST', headers, body: form }))
  })
}

test('what fits is still taken', async () => {
  const bytes = randomBytes(100_000)
  const url = await announce(bytes)
  const { status } = await fetch(url, { method: 'PUT', headers: { 'content-type': 'application/pdf' }, body: bytes })
  assert.equal(status, 204)
})
