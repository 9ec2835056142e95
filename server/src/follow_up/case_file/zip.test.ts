import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readArchive } from '../../files/archive.ts'
import { type ZipEntry, zipOf } from './zip.ts'

const folder = await mkdtemp(join(tmpdir(), 'dunlin-zip-'))
after(() => rm(folder, { recursive: true }))

async function collected(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

test('an archive holds what was put in, under names of any language', async () => {
  const entries: ZipEntry[] = [
    { name: 'invoices/Größe.pdf', bytes: [Buffer.from('%PDF'), Buffer.from('-1.7')], compressed: true },
    { name: 'letters/001.txt', bytes: [Buffer.from('Please pay. '.repeat(500))], compressed: false },
    { name: 'empty.txt', bytes: [], compressed: false },
  ]
  const path = join(folder, 'one.zip')
  const bytes = await collected(zipOf(entries, '2026-11-16'))
  await writeFile(path, bytes)
  const found: [string, string][] = []
  for await (const file of readArchive(path, { files_max: 10, bytes_max: 100_000 })) {
    found.push([file.name, (await collected(file.bytes)).toString()])
  }
  assert.deepEqual(found, [
    ['invoices/Größe.pdf', '%PDF-1.7'],
    ['letters/001.txt', 'Please pay. '.repeat(500)],
    ['empty.txt', ''],
  ])
  assert.deepEqual(await collected(zipOf(entries, '2026-11-16')), bytes)
})

test('what was read is passed on before more is read, so that memory stays flat', async () => {
  let read = 0
  let passed_on = 0
  let ahead_max = 0
  const piece = Buffer.alloc(64 * 1024, 7)
  async function* large(): AsyncGenerator<Uint8Array> {
    for (let count = 0; count < 512; count++) {
      read += piece.length
      ahead_max = Math.max(ahead_max, read - passed_on)
      yield piece
    }
  }
  for await (const out of zipOf([{ name: 'large.pdf', bytes: large(), compressed: true }], '2026-11-16')) {
    passed_on += out.length
  }
  assert.ok(passed_on > read, 'everything went through')
  assert.ok(ahead_max <= 2 * piece.length, `${ahead_max} bytes were held`)
})

test('bytes that cannot be read fail the archive', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('begins')
    throw new Error('The disk is gone.')
  }
  const archive = zipOf([{ name: 'a.pdf', bytes: broken(), compressed: true }], '2026-11-16')
  await assert.rejects(collected(archive), /The disk is gone/)
})
