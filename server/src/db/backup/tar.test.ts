import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Damaged, tarEnd, tarEntries, tarHeader, tarPadding } from './tar.ts'

const moment = new Date('2026-11-15T00:00:00Z')
type File = { name: string; bytes: Buffer }

const packed = (files: readonly File[]): Buffer =>
  Buffer.concat([
    ...files.flatMap(({ name, bytes }) => [tarHeader(name, bytes.length, moment), bytes, tarPadding(bytes.length)]),
    tarEnd(),
  ])

async function* inPieces(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function unpack(bytes: Buffer, length: number): Promise<File[]> {
  const files: File[] = []
  for await (const entry of tarEntries(inPieces(bytes, length))) {
    const parts: Buffer[] = []
    for await (const piece of entry.bytes) parts.push(Buffer.from(piece))
    files.push({ name: entry.name, bytes: Buffer.concat(parts) })
  }
  return files
}

const file = fc
  .tuple(fc.stringMatching(/^[a-z0-9/._=-]{1,250}$/), fc.uint8Array({ maxLength: 2000 }))
  .map(([name, bytes]): File => ({ name, bytes: Buffer.from(bytes) }))

test('what was packed is unpacked, however long the names are and in whatever pieces it comes', () =>
  fc.assert(
    fc.asyncProperty(fc.array(file, { maxLength: 6 }), fc.integer({ min: 1, max: 3000 }), async (files, length) => {
      assert.deepEqual(await unpack(packed(files), length), files)
    }),
    { numRuns: 60 },
  ))

test('what ends too early, or was never packed, is reported as damage', async () => {
  const whole = packed([{ name: 'tables/debtors/000001.copy', bytes: Buffer.alloc(3000, 'x') }])
  for (const length of [0, 1, 511, 512, 513, 2000, 3512, 3583, 3584]) {
    await assert.rejects(unpack(whole.subarray(0, length), 700), Damaged, `${length} bytes of it`)
  }
  await assert.rejects(unpack(Buffer.alloc(2048, 'no tar'), 700), Damaged)
})
