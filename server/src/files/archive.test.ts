import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { zipSync } from 'fflate'
import { ArchiveProblem, isArchive, readArchive } from './archive.ts'

const folder = await mkdtemp(join(tmpdir(), 'dunlin-archive-'))
after(() => rm(folder, { recursive: true, force: true }))
const limits = { files_max: 10, bytes_max: 1_000_000 }
let made = 0

async function read(bytes: Uint8Array, bounds = limits): Promise<Record<string, Buffer>> {
  const path = join(folder, String(++made))
  await writeFile(path, bytes)
  const files: Record<string, Buffer> = {}
  for await (const { name, bytes: content } of readArchive(path, bounds)) {
    const pieces: Uint8Array[] = []
    for await (const piece of content) pieces.push(piece)
    files[name] = Buffer.concat(pieces)
  }
  return files
}

const refused = (bytes: Uint8Array, problem: RegExp, bounds = limits): Promise<void> =>
  assert.rejects(read(bytes, bounds), (error) => {
    assert.ok(error instanceof ArchiveProblem, String(error))
    assert.match(error.message, problem)
    return true
  })

/** Where a record of the archive begins. */
const at = (zip: Uint8Array, signature: number, which = 0): number => {
  const buffer = Buffer.from(zip)
  const places = [...buffer.keys()].filter((one) => one + 4 <= buffer.length && buffer.readUInt32LE(one) === signature)
  return places[which] ?? assert.fail('there is no such record')
}

const central = 0x02014b50
const local = 0x04034b50

/** A copy with a number of two or four bytes put at a place. */
function changed(zip: Uint8Array, place: number, value: number, bytes: 2 | 4): Buffer {
  const copy = Buffer.from(zip)
  copy.writeUIntLE(value, place, bytes)
  return copy
}

test('files are read, packed or not, and folders are no files', async () => {
  const content = {
    'a.txt': Buffer.from('a'.repeat(50_000)),
    'inner/b.bin': randomBytes(70_000),
    'c.txt': Buffer.alloc(0),
  }
  const zip = zipSync({ ...content, 'empty/': new Uint8Array(), 'raw.txt': [Buffer.from('raw'), { level: 0 }] })
  assert.ok(isArchive(Buffer.from(zip)))
  assert.deepEqual(await read(zip), { ...content, 'raw.txt': Buffer.from('raw') })
  assert.deepEqual(await read(zipSync({})), {})
  assert.equal(isArchive(Buffer.from('01176')), false)
  assert.equal(isArchive(Buffer.alloc(0)), false)
})

test('a comment behind the end does not confuse it', async () => {
  const zip = Buffer.from(zipSync({ 'a.txt': Buffer.from('a') }))
  const comment = Buffer.from('written by hand')
  zip.writeUInt16LE(comment.length, zip.length - 2)
  assert.deepEqual(await read(Buffer.concat([zip, comment])), { 'a.txt': Buffer.from('a') })
})

test('a bomb is refused before anything of it is unpacked', async () => {
  const bomb = zipSync({ 'zeros.txt': new Uint8Array(50_000_000) })
  assert.ok(bomb.length < 60_000)
  await refused(bomb, /unpacks to more than 0 MB/)
  await refused(
    zipSync(Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`${i}`, new Uint8Array(1)]))),
    /more than 10 files/,
  )
})

test('a bomb that lies about its size is stopped at the size that it claimed', async () => {
  const bomb = zipSync({ 'zeros.txt': new Uint8Array(50_000_000) })
  const liar = changed(bomb, at(bomb, central) + 24, 1000, 4)
  await refused(liar, /zeros\.txt is larger than the archive says/)
})

test('files that share their bytes are refused', async () => {
  const zip = zipSync({ 'a.txt': Buffer.from('a'.repeat(500)), 'b.txt': Buffer.from('b'.repeat(500)) })
  const place = Buffer.from(zip).readUInt32LE(at(zip, central, 0) + 42)
  await refused(changed(zip, at(zip, central, 1) + 42, place, 4), /its files overlap/)
})

test('what is broken, encrypted or packed in another way is reported', async () => {
  const zip = zipSync({ 'a.txt': Buffer.from('a'.repeat(5_000)), 'b.txt': randomBytes(5_000) })
  await refused(zip.subarray(0, zip.length - 5), /it has no end/)
  await refused(zip.subarray(100), /no directory|not where the directory says|ends early/)
  await refused(changed(zip, at(zip, central) + 8, 1, 2), /a\.txt is encrypted/)
  await refused(changed(zip, at(zip, central) + 10, 12, 2), /a\.txt is packed in an unusual way/)
  await refused(changed(zip, at(zip, central) + 16, 1, 4), /a\.txt is damaged/)
  await refused(changed(zip, at(zip, central) + 24, 5_001, 4), /a\.txt is damaged/)
  await refused(changed(zip, at(zip, local), 0, 4), /a\.txt is not where the directory says/)
  await refused(changed(zip, at(zip, local) + 38, 0xffff_ffff, 4), /a\.txt (cannot be unpacked|is damaged|is larger)/)
  await refused(changed(zip, zip.length - 22 + 4, 1, 2), /in several parts/)
  await refused(changed(zip, zip.length - 22 + 16, 0xffff_ffff, 4), /no directory/)
})

test('names are returned and nothing else: no path is made of them', async () => {
  const zip = zipSync({ '../../outside.txt': Buffer.from('x'), 'bell\u0007.txt': Buffer.from('y') })
  assert.deepEqual(Object.keys(await read(zip)), ['../../outside.txt', 'bell?.txt'])
})

test('whatever is done to an archive, it is read, or its problem is reported', async () => {
  const zip = Buffer.from(zipSync({ 'a.txt': Buffer.from('abc'.repeat(300)), 'b.txt': randomBytes(300) }))
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat({ max: zip.length - 1 }), fc.integer({ min: 0, max: 255 })), {
        minLength: 1,
        maxLength: 5,
      }),
      fc.nat({ max: zip.length }),
      async (changes, length) => {
        const copy = Buffer.from(zip)
        for (const [place, byte] of changes) copy[place] = byte
        for (const bytes of [copy, copy.subarray(0, length)]) {
          await read(bytes).catch((error: unknown) => assert.ok(error instanceof ArchiveProblem, String(error)))
        }
      },
    ),
    { numRuns: 200 },
  )
})
