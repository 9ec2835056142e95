/** Where the parts of a TrueType file are. */
type Tables = ReadonlyMap<string, Buffer>

/** A TrueType font that was read once, and from which any number of documents take the letters that they need. */
export type Font = {
  readonly name: string
  /** In thousandths of the size of the letters, as PDF counts. */
  readonly ascent: number
  readonly descent: number
  readonly box: readonly [number, number, number, number]
  /** The glyph of a character; 0 where the font has none. */
  readonly glyphOf: (code_point: number) => number
  /** How wide a glyph is, in thousandths. */
  readonly widthOf: (glyph: number) => number
  /** A font that holds these glyphs alone, under the numbers of their places in the list; the first one is 0. */
  readonly subset: (glyphs: readonly number[]) => Buffer
}

/** Reads a font. Fonts come with the service, so one that cannot be read is our fault. */
export function readFont(name: string, file: Buffer): Font {
  const tables = tablesOf(file)
  const table = (tag: string): Buffer => {
    const found = tables.get(tag)
    if (!found) throw new Error(`The font ${name} has no table ${tag}.`)
    return found
  }
  const [head, hhea] = [table('head'), table('hhea')]
  const per_em = head.readUInt16BE(18)
  const thousandths = (units: number): number => Math.round((units * 1000) / per_em)
  const widths = widthsIn(table('hmtx'), hhea.readUInt16BE(34), thousandths)
  const characters = charactersIn(table('cmap'))
  const place = placesIn(table('loca'), head.readInt16BE(50) === 1)
  const box = [36, 38, 40, 42].map((at) => thousandths(head.readInt16BE(at)))
  return {
    name,
    ascent: thousandths(hhea.readInt16BE(4)),
    descent: thousandths(hhea.readInt16BE(6)),
    box: [box[0] ?? 0, box[1] ?? 0, box[2] ?? 0, box[3] ?? 0],
    glyphOf: (code_point) => characters.get(code_point) ?? 0,
    widthOf: (glyph) => widths[Math.min(glyph, widths.length - 1)] ?? 0,
    subset: (glyphs) => subsetOf({ tables, place, glyphs: table('glyf'), metrics: table('hmtx') }, glyphs),
  }
}

function tablesOf(file: Buffer): Tables {
  const count = file.readUInt16BE(4)
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const at = 12 + 16 * index
      const [offset, length] = [file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)]
      return [file.toString('latin1', at, at + 4), file.subarray(offset, offset + length)]
    }),
  )
}

const widthsIn = (hmtx: Buffer, count: number, thousandths: (units: number) => number): number[] =>
  Array.from({ length: count }, (_, glyph) => thousandths(hmtx.readUInt16BE(4 * glyph)))

/** Where the outline of each glyph begins and ends. */
const placesIn =
  (loca: Buffer, long: boolean) =>
  (glyph: number): [from: number, to: number] =>
    long
      ? [loca.readUInt32BE(4 * glyph), loca.readUInt32BE(4 * glyph + 4)]
      : [2 * loca.readUInt16BE(2 * glyph), 2 * loca.readUInt16BE(2 * glyph + 2)]

/** The glyphs of Unicode's characters: of the basic plane (format 4), or of all (format 12). */
function charactersIn(cmap: Buffer): Map<number, number> {
  const found = new Map<number, number>()
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const at = 4 + 8 * index
    const [platform, encoding] = [cmap.readUInt16BE(at), cmap.readUInt16BE(at + 2)]
    const unicode = platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10))
    if (!unicode) continue
    const table = cmap.subarray(cmap.readUInt32BE(at + 4))
    if (table.readUInt16BE(0) === 4) readSegments(table, found)
    if (table.readUInt16BE(0) === 12) readGroups(table, found)
  }
  return found
}

function readSegments(table: Buffer, found: Map<number, number>): void {
  const twice = table.readUInt16BE(6)
  for (let at = 0; at < twice; at += 2) {
    const end = table.readUInt16BE(14 + at)
    const start = table.readUInt16BE(16 + twice + at)
    const delta = table.readUInt16BE(16 + 2 * twice + at)
    const range_at = 16 + 3 * twice + at
    const range = table.readUInt16BE(range_at)
    for (let code = start; code <= end && code < 0xffff; code++) {
      const glyph = range === 0 ? code : table.readUInt16BE(range_at + range + 2 * (code - start))
      if (glyph !== 0) found.set(code, (glyph + delta) & 0xffff)
    }
  }
}

function readGroups(table: Buffer, found: Map<number, number>): void {
  for (let index = 0; index < table.readUInt32BE(12); index++) {
    const at = 16 + 12 * index
    const [start, end, glyph] = [table.readUInt32BE(at), table.readUInt32BE(at + 4), table.readUInt32BE(at + 8)]
    for (let code = start; code <= end; code++) found.set(code, glyph + code - start)
  }
}

type Outlines = { tables: Tables; place: (glyph: number) => [number, number]; glyphs: Buffer; metrics: Buffer }

/** Glyphs can be made of others, which come along behind those that were asked for. */
function subsetOf({ tables, place, glyphs, metrics }: Outlines, wanted: readonly number[]): Buffer {
  const taken = [...wanted]
  const numbers = new Map(taken.map((glyph, index) => [glyph, index]))
  const numberOf = (glyph: number): number => {
    const known = numbers.get(glyph)
    if (known !== undefined) return known
    numbers.set(glyph, taken.length)
    return taken.push(glyph) - 1
  }
  const outlines: Buffer[] = []
  for (let index = 0; index < taken.length; index++) {
    const outline = Buffer.from(glyphs.subarray(...place(taken[index] ?? 0)))
    if (outline.length > 0 && outline.readInt16BE(0) < 0) renumber(outline, numberOf)
    // Each begins at a multiple of four.
    outlines.push(Buffer.concat([outline, Buffer.alloc((4 - (outline.length % 4)) % 4)]))
  }
  const loca = Buffer.alloc(4 * (taken.length + 1))
  let length = 0
  for (const [index, outline] of outlines.entries()) {
    length += outline.length
    loca.writeUInt32BE(length, 4 * (index + 1))
  }
  const copied = (tag: string): [string, Buffer][] => {
    const table = tables.get(tag)
    return table ? [[tag, Buffer.from(table)]] : []
  }
  const of_all = new Map<string, Buffer>([
    ...['cvt ', 'fpgm', 'head', 'hhea', 'maxp', 'prep'].flatMap(copied),
    ['glyf', Buffer.concat(outlines)],
    ['hmtx', metricsOf(metrics, tables, taken)],
    ['loca', loca],
  ])
  of_all.get('head')?.writeInt16BE(1, 50)
  of_all.get('head')?.writeUInt32BE(0, 8)
  of_all.get('hhea')?.writeUInt16BE(taken.length, 34)
  of_all.get('maxp')?.writeUInt16BE(taken.length, 4)
  return fileOf(of_all)
}

/** In the outline of a glyph that is made of others: their new numbers. */
function renumber(outline: Buffer, numberOf: (glyph: number) => number): void {
  for (let at = 10, more = true; more; ) {
    const flags = outline.readUInt16BE(at)
    outline.writeUInt16BE(numberOf(outline.readUInt16BE(at + 2)), at + 2)
    more = (flags & 0x20) !== 0
    at += 4 + (flags & 0x01 ? 4 : 2)
    if (flags & 0x08) at += 2
    else if (flags & 0x40) at += 4
    else if (flags & 0x80) at += 8
  }
}

/** Width and left side of each glyph; those behind the last one that has a width of its own share it. */
function metricsOf(hmtx: Buffer, tables: Tables, taken: readonly number[]): Buffer {
  const count = tables.get('hhea')?.readUInt16BE(34) ?? 1
  const metrics = Buffer.alloc(4 * taken.length)
  for (const [index, glyph] of taken.entries()) {
    const own = Math.min(glyph, count - 1)
    metrics.writeUInt16BE(hmtx.readUInt16BE(4 * own), 4 * index)
    const side_at = glyph < count ? 4 * glyph + 2 : 4 * count + 2 * (glyph - count)
    metrics.writeInt16BE(hmtx.readInt16BE(side_at), 4 * index + 2)
  }
  return metrics
}

function fileOf(tables: ReadonlyMap<string, Buffer>): Buffer {
  const sorted = [...tables].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const directory = Buffer.alloc(12 + 16 * sorted.length)
  const power = Math.floor(Math.log2(sorted.length))
  directory.writeUInt32BE(0x00010000, 0)
  directory.writeUInt16BE(sorted.length, 4)
  directory.writeUInt16BE(16 * 2 ** power, 6)
  directory.writeUInt16BE(power, 8)
  directory.writeUInt16BE(16 * sorted.length - 16 * 2 ** power, 10)
  const parts: Buffer[] = [directory]
  let offset = directory.length
  for (const [index, [tag, table]] of sorted.entries()) {
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)])
    const at = 12 + 16 * index
    directory.write(tag, at, 'latin1')
    directory.writeUInt32BE(sumOf(padded), at + 4)
    directory.writeUInt32BE(offset, at + 8)
    directory.writeUInt32BE(table.length, at + 12)
    parts.push(padded)
    offset += padded.length
  }
  return Buffer.concat(parts)
}

function sumOf(table: Buffer): number {
  let sum = 0
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0
  return sum
}
