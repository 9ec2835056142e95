import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { readPdf } from '../../../test/read_pdf.ts'
import type { LetterFacts } from '../rendering/facts.ts'
import { writeLetter } from '../rendering/letter.ts'
import { letterPdf } from '../rendering/pdf.ts'
import { default_texts } from '../texts/letter_texts.ts'
import { readPicture } from './picture.ts'

const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 }

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

type Drawn = {
  width: number
  kind: number
  rows: readonly Buffer[]
  depth?: number
  interlaced?: boolean
  extra?: Buffer
}

/** A PNG whose lines take each filter in turn. */
function png({ width, kind, rows, depth = 8, interlaced = false, extra = Buffer.alloc(0) }: Drawn): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(rows.length, 4)
  header.set([depth, kind, 0, 0, interlaced ? 1 : 0], 8)
  const step = Math.max(1, ((channels[kind] ?? 1) * depth) >> 3)
  const lines = rows.map((row, y) => Buffer.concat([Buffer.from([y % 5]), filtered(row, rows[y - 1], y % 5, step)]))
  const data = chunk('IDAT', deflateSync(Buffer.concat(lines)))
  const parts = [chunk('IHDR', header), extra, data, chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

/** What a line says instead of its values, by the formulas of the format. */
function filtered(row: Buffer, above_row: Buffer | undefined, filter: number, step: number): Buffer {
  return Buffer.from(
    row.map((value, x) => {
      const [before, above, corner] = [row[x - step] ?? 0, above_row?.[x] ?? 0, above_row?.[x - step] ?? 0]
      const plane = before + above - corner
      const near = [before, above, corner].toSorted((a, b) => Math.abs(plane - a) - Math.abs(plane - b))[0] ?? 0
      return value - ([0, before, above, (before + above) >> 1, near][filter] ?? 0)
    }),
  )
}

const drawn = fc
  .record({
    width: fc.integer({ min: 1, max: 12 }),
    height: fc.integer({ min: 1, max: 11 }),
    kind: fc.constantFrom(0, 2, 4, 6),
  })
  .chain(({ width, height, kind }) => {
    const length = width * (channels[kind] ?? 1)
    const row = fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => Buffer.from(bytes))
    return fc.record({
      width: fc.constant(width),
      kind: fc.constant(kind),
      rows: fc.array(row, { minLength: height, maxLength: height }),
    })
  })

test('every point of a PNG has its colour and its cover, whatever the filters', () => {
  fc.assert(
    fc.property(drawn, ({ width, kind, rows }) => {
      const picture = readPicture(png({ width, kind, rows })) ?? assert.fail('it is not read')
      assert.deepEqual([picture.width, picture.height], [width, rows.length])
      const each = channels[kind] ?? 1
      for (let at = 0; at < width * rows.length; at++) {
        const row = rows[Math.floor(at / width)] ?? Buffer.alloc(0)
        const point = row.subarray((at % width) * each, (at % width) * each + each)
        const colours = kind === 2 || kind === 6 ? [...point.subarray(0, 3)] : [point[0], point[0], point[0]]
        assert.deepEqual([...picture.data.subarray(at * 3, at * 3 + 3)], colours)
        const cover = kind === 4 || kind === 6 ? point[each - 1] : 255
        assert.equal(picture.cover?.[at] ?? 255, cover)
      }
    }),
  )
})

test('a palette with clear colours, and less than a byte for a point', () => {
  const palette = chunk('PLTE', Buffer.from([10, 20, 30, 40, 50, 60]))
  const extra = Buffer.concat([palette, chunk('tRNS', Buffer.from([255, 0]))])
  const picture = readPicture(png({ width: 3, kind: 3, depth: 1, rows: [Buffer.from([0b01000000])], extra }))
  assert.deepEqual([...(picture?.data ?? [])], [10, 20, 30, 40, 50, 60, 10, 20, 30])
  assert.deepEqual([...(picture?.cover ?? [])], [255, 0, 255])
})

test('what cannot be drawn is no picture, and nothing is thrown', () => {
  const whole = png({ width: 2, kind: 2, rows: [Buffer.alloc(6), Buffer.alloc(6)] })
  for (const bytes of [
    Buffer.from('RIFF....WEBP'),
    png({ width: 1, kind: 2, rows: [Buffer.alloc(3)], interlaced: true }),
  ])
    assert.equal(readPicture(bytes), null)
  // A few bytes that claim a billion points.
  const huge = Buffer.from(whole)
  huge.writeUInt32BE(40_000, 16)
  huge.writeUInt32BE(40_000, 20)
  assert.equal(readPicture(huge), null)
  fc.assert(
    fc.property(fc.nat({ max: whole.length - 1 }), fc.integer({ min: 0, max: 255 }), (at, byte) => {
      const broken = Buffer.from(whole)
      broken[at] = byte
      readPicture(broken)
      readPicture(broken.subarray(0, at))
    }),
  )
})

const facts: LetterFacts = {
  ...{ language: 'nl', day: '2026-11-24', channel: 'post' },
  creditor: {
    ...{ name: 'Voorbeeld Techniek B.V.', address: ['Havenkade 12'], country_code: 'NL', registration_number: null },
    ...{ email_address: 'debiteuren@example.com', bank_account: null },
  },
  debtor: { name: 'Groothandel Søn', debtor_number: 'D118', address: ['Keizersgracht 8', '1017 AB Amsterdam'] },
  ...{
    contact_name: null,
    case_number: null,
    owner_name: null,
    currency_code: 'EUR',
    invoices: [],
    more_invoices: null,
  },
  ...{ costs_amount: null, total_amount: '1910.00', credit_amount: null, stated_costs: null },
  ...{ term: { days: 14, ends_on: null }, portal_url: null, legal: [] },
}

const paper = (bytes: Buffer | null, checksum: string, colour: string | null = null): Promise<Buffer> => {
  const logo = { file_id: '1', checksum, filename: 'logo.png', content_type: 'image/png' }
  const creditor = { ...facts.creditor, look: { colour, logo } }
  const letter = writeLetter(default_texts.nl.steps.reminder_1, { ...facts, creditor })
  return letterPdf(letter, async () => bytes && Readable.from([bytes]))
}

test('the logo stands in the head of a letter, and the name beside it', async () => {
  const logo = png({ width: 2, kind: 6, rows: [Buffer.from([1, 2, 3, 128, 4, 5, 6, 255])] })
  const [one, again] = [await paper(logo, 'a'), await paper(logo, 'a')]
  assert.deepEqual(one, again)
  assert.match(one.toString('latin1'), /\/Subtype \/Image \/Width 2 \/Height 1 .*\/SMask \d+ 0 R/)
  // In the head, and where somebody signs.
  assert.equal((readPdf(one)[0] ?? []).filter((text) => text === 'Voorbeeld Techniek B.V.').length, 2)
})

test('a JPEG goes into the letter as it came', async () => {
  const frame = [0xff, 0xc0, 0, 17, 8, 0, 3, 0, 5, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, ...frame, 0xff, 0xd9])
  const made = await paper(jpeg, 'b')
  assert.match(made.toString('latin1'), /\/Width 5 \/Height 3 .*\/DCTDecode/)
  assert.ok(made.includes(jpeg))
})

test('a logo that is gone, or that paper does not take, leaves the name in its place', async () => {
  const plain = await paper(null, 'c')
  assert.doesNotMatch(plain.toString('latin1'), /\/Image/)
  assert.deepEqual(await paper(Buffer.from('RIFF....WEBP'), 'd'), plain)
  assert.ok((readPdf(plain)[0] ?? []).includes('Voorbeeld Techniek B.V.'))
  // #7a2048 as shares of one.
  assert.notDeepEqual(await paper(null, 'c', '#7a2048'), plain)
})

test('a file that was made to be slow is read as quickly as any other, or not at all', () => {
  // Half a megabyte is the most that a logo may have.
  const empty = chunk('IDAT', Buffer.alloc(0))
  const crumbs = Buffer.concat(Array.from({ length: 40_000 }, () => empty))
  const plain = { width: 2, kind: 0, rows: [Buffer.from([1, 2]), Buffer.from([3, 4])] }
  const began = performance.now()
  assert.equal(readPicture(png({ ...plain, extra: crumbs }))?.width, 2)
  const took_ms = performance.now() - began
  assert.ok(took_ms < 1_000, `${took_ms} ms`)
  // The format has values of 1, 2, 4, 8 and 16 bits; of more, a line would be as long as somebody likes.
  for (const depth of [0, 3, 5, 24, 32, 128, 255]) {
    assert.equal(readPicture(png({ ...plain, depth })), null, `${depth} bits`)
  }
})
