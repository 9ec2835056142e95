import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { withFileLimit } from '../../faults/child.ts'
import { startObjectStore } from '../../test/object_store.ts'
import { until } from '../../test/until.ts'
import { readBucketUrl } from './bucket.ts'
import { nameOf } from './checksum.ts'
import { keepSweeping } from './incoming.ts'
import { StoreProblem } from './problem.ts'
import { type FileStore, openStore } from './store.ts'

const now = new Date('2026-11-14T12:00:00Z')
const checksumOf = (bytes: Uint8Array): string => createHash('sha3-512').update(bytes).digest('base64')

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'dunlin-store-'))
  after(() => rm(made, { recursive: true, force: true }))
  return made
}

async function* inPieces(bytes: Uint8Array, size = 1000): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

async function keep(store: FileStore, bytes: Uint8Array): Promise<string> {
  const incoming = await store.receive(inPieces(bytes), bytes.length)
  await store.keep(incoming)
  return incoming.checksum
}

async function readBack(
  store: FileStore,
  checksum: string,
  range?: { from: number; to: number },
): Promise<Buffer | null> {
  const stream = await store.open(checksum, range)
  return stream === null ? null : Buffer.concat(await stream.toArray())
}

const incomingOf = (data_dir: string): Promise<string[]> => readdir(join(data_dir, 'files', 'incoming'))

const objects = await startObjectStore()
for (const kind of ['disk', 'bucket'] as const) {
  const files_url = kind === 'disk' ? null : objects.url

  test(`${kind}: what is removed is gone, and can be kept again`, async () => {
    const store = await openStore({ data_dir: await folder(), files_url, now })
    const bytes = randomBytes(5_000)
    const checksum = await keep(store, bytes)
    await store.remove(checksum)
    assert.equal(await readBack(store, checksum), null)
    await store.remove(checksum)
    assert.equal(await keep(store, bytes), checksum)
    assert.deepEqual(await readBack(store, checksum), bytes)
  })

  test(`${kind}: what is kept can be read again, whole or in part, and the same bytes lie there once`, async () => {
    const data_dir = await folder()
    const store = await openStore({ data_dir, files_url, now })
    const bytes = randomBytes(300_000)
    const checksum = await keep(store, bytes)
    assert.equal(checksum, checksumOf(bytes))
    assert.deepEqual(await readBack(store, checksum), bytes)
    assert.deepEqual(await readBack(store, checksum, { from: 10, to: 99_999 }), bytes.subarray(10, 100_000))
    await Promise.all([keep(store, bytes), keep(store, bytes), keep(store, bytes)])
    assert.deepEqual(await readBack(store, checksum), bytes)
    assert.deepEqual(await incomingOf(data_dir), [])
    const empty = await keep(store, Buffer.alloc(0))
    assert.deepEqual(await readBack(store, empty), Buffer.alloc(0))
  })

  test(`${kind}: nothing can be read before it is kept, and what is not there is not an error`, async () => {
    const data_dir = await folder()
    const store = await openStore({ data_dir, files_url, now })
    const incoming = await store.receive(inPieces(randomBytes(5_000)), 5_000)
    assert.equal(await store.open(incoming.checksum), null)
    await incoming.discard()
    assert.deepEqual(await incomingOf(data_dir), [])
    assert.equal(await store.open(checksumOf(Buffer.from('never sent'))), null)
  })

  test(`${kind}: too many bytes, and a sender that breaks off, leave nothing behind`, async () => {
    const data_dir = await folder()
    const store = await openStore({ data_dir, files_url, now })
    let taken = 0
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        taken += 1000
        yield Buffer.alloc(1000)
      }
    }
    await assert.rejects(store.receive(endless(), 10_000), { name: 'StoreProblem', reason: 'too_long' })
    assert.ok(taken <= 11_000, 'it stops at once')
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(1000)
      throw new Error('gone')
    }
    await assert.rejects(store.receive(broken(), 10_000), /gone/)
    assert.deepEqual(await incomingOf(data_dir), [])
  })

  test(`${kind}: every process signs links with the same key`, async () => {
    const data_dir = await folder()
    const stores = await Promise.all([1, 2, 3, 4].map(() => openStore({ data_dir, files_url, now })))
    const keys = new Set(stores.map(({ link_key }) => link_key.toString('hex')))
    assert.equal(keys.size, 1)
    assert.match([...keys][0] ?? '', /^[0-9a-f]{64}$/)
    assert.deepEqual(await incomingOf(data_dir), [])
  })
}

test('on disk, only the owner can read files, and their key', async () => {
  const data_dir = await folder()
  const store = await openStore({ data_dir, files_url: null, now })
  const name = nameOf(await keep(store, randomBytes(10)))
  const path = join(data_dir, 'files', name.slice(0, 2), name.slice(2, 4), name)
  for (const one of [path, join(data_dir, 'files', 'link_key')]) assert.equal((await stat(one)).mode & 0o777, 0o600)
  assert.equal((await stat(join(path, '..'))).mode & 0o777, 0o700)
})

test('what a killed process left is swept away, what another one is writing is not', async () => {
  const data_dir = await folder()
  await openStore({ data_dir, files_url: null, now })
  const [old, young] = [join(data_dir, 'files', 'incoming', 'old'), join(data_dir, 'files', 'incoming', 'young')]
  await writeFile(old, 'x')
  await writeFile(young, 'x')
  await utimes(old, now, new Date(now.getTime() - 25 * 3_600_000))
  await utimes(young, now, new Date(now.getTime() - 23 * 3_600_000))
  await openStore({ data_dir, files_url: null, now })
  assert.deepEqual(await incomingOf(data_dir), ['young'])
})

test('a process that runs for long sweeps away as well, and says when it cannot', async () => {
  const data_dir = await folder()
  await openStore({ data_dir, files_url: null, now })
  let at = now
  const problems: unknown[] = []
  const sweeping = keepSweeping(data_dir, { now: () => at, log: (error) => void problems.push(error), every_ms: 5 })
  const left = join(data_dir, 'files', 'incoming', 'left')
  await writeFile(left, 'x')
  await utimes(left, now, now)
  at = new Date(now.getTime() + 25 * 3_600_000)
  await until('it is swept away', async () => (await incomingOf(data_dir)).length === 0)
  await rm(data_dir, { recursive: true })
  await until('it says so', () => problems.length > 0)
  sweeping.stop()
})

test('a name in the store is made of digits alone, whatever the checksum says', () => {
  for (const wrong of ['', '../../etc/passwd', 'A'.repeat(88), `${'../'.repeat(29)}A`]) {
    assert.throws(() => nameOf(wrong), /not the checksum/)
  }
  assert.match(nameOf(checksumOf(Buffer.from('a'))), /^[0-9a-f]{128}$/)
})

test('a full disk is reported as such, and leaves nothing behind', async () => {
  const data_dir = await folder()
  const script = `
    import { openStore } from ${JSON.stringify(new URL('./store.ts', import.meta.url).href)}
    const store = await openStore({ data_dir: process.argv[1], files_url: null, now: new Date() })
    async function* bytes() { for (let i = 0; i < 200; i++) yield Buffer.alloc(64 * 1024) }
    await store.receive(bytes(), 100_000_000).then(
      () => console.log('kept'),
      (error) => console.log(error.name, error.reason),
    )`
  const command = withFileLimit(2000, process.execPath, '--input-type=module', '-e', script, data_dir)
  const [program = '', ...args] = command
  const { stdout } = await promisify(execFile)(program, args)
  assert.equal(stdout.trim(), 'StoreProblem full')
  assert.deepEqual(await incomingOf(data_dir), [])
})

test('an unreachable bucket, or a wrong key, is reported as such, and leaves nothing behind', async () => {
  const data_dir = await folder()
  const wrong = await openStore({ data_dir, files_url: objects.url.replace(':S3RVER@', ':other@'), now })
  await assert.rejects(keep(wrong, Buffer.from('a')), (error) => {
    assert.ok(error instanceof StoreProblem)
    assert.equal(error.reason, 'unreachable')
    assert.match(error.message, /answered PUT with 403 \(SignatureDoesNotMatch\)/)
    return true
  })
  const nobody = await openStore({ data_dir, files_url: 's3://key:secret@127.0.0.1:1/bucket?tls=off', now })
  await assert.rejects(keep(nobody, Buffer.from('a')), { name: 'StoreProblem', reason: 'unreachable' })
  await assert.rejects(nobody.open(checksumOf(Buffer.from('a'))), { name: 'StoreProblem', reason: 'unreachable' })
  assert.deepEqual(await incomingOf(data_dir), [])
})

test('a bucket holds a file under its digits, behind the prefix', async () => {
  const store = await openStore({ data_dir: await folder(), files_url: objects.url, now })
  const bytes = randomBytes(2000)
  const name = nameOf(await keep(store, bytes))
  assert.deepEqual(await readFile(join(objects.folder, 'documents', 'dunlin', `${name}._S3rver_object`)), bytes)
})

test('the address of a bucket is read, and a wrong one is refused without being repeated', () => {
  assert.deepEqual(readBucketUrl('s3://key:se%2Fcret@objects.example.com:9000/documents/a/b/?region=eu-west-1'), {
    url: 'https://objects.example.com:9000/documents/a/b',
    region: 'eu-west-1',
    access_key_id: 'key',
    secret_access_key: 'se/cret',
  })
  for (const wrong of [
    'https://key:topsecret@host/bucket',
    's3://host/bucket',
    's3://key:topsecret@host',
    's3://key:topsecret@host/',
    's3://key:topsecret@host/bucket?tls=maybe',
    's3://key:topsecret@host/bucket?acl=public',
    'nonsense',
  ]) {
    assert.throws(
      () => readBucketUrl(wrong),
      (error: Error) => /FILES_URL/.test(error.message) && !/topsecret/.test(error.message),
    )
  }
})
