import { inflateSync } from 'node:zlib'

/** A picture as a PDF takes it: points in one of its colour spaces, and how much each covers, where that differs. */
export type Picture = {
  width: number
  height: number
  colours: 'DeviceRGB' | 'DeviceGray' | 'DeviceCMYK'
  /** `jpeg`: as it came. `raw`: a byte for each colour of each point. */
  coding: 'jpeg' | 'raw'
  data: Buffer
  /** A byte for each point; null where all of it is seen. */
  cover: Buffer | null
}

/** More points than a printer shows in a head; a picture of a few bytes may claim any number. */
const points_max = 1_000_000

/** Reads a JPEG or a PNG; null when it is neither, too large, or of a kind that is not drawn. */
export function readPicture(bytes: Buffer): Picture | null {
  try {
    if (bytes[0] === 0xff && bytes[1] === 0xd8) return readJpeg(bytes)
    return bytes.toString('latin1', 0, 8) === '\u0089PNG\r\n\u001a\n' ? readPng(bytes) : null
  } catch {
    // A file that ends too early, or whose parts do not fit together, is a letter without a picture.
    return null
  }
}

const jpeg_colours = { 1: 'DeviceGray', 3: 'DeviceRGB' } as const

/** A JPEG goes into the file as it is; only its frame is read. CMYK is left out: programs differ about its sign. */
function readJpeg(bytes: Buffer): Picture | null {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    // Frames are C0 to CF, but for tables and restarts.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
      const colours = jpeg_colours[bytes[at + 9] as keyof typeof jpeg_colours]
      return colours && fits(width, height)
        ? { width, height, colours, coding: 'jpeg', data: bytes, cover: null }
        : null
    }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

const fits = (width: number, height: number): boolean => width > 0 && height > 0 && width * height <= points_max

/** How many values each kind of PNG has for a point: gray, colours, palette, gray and cover, colours and cover. */
const png_channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** How many bits such a value has; a file may claim any number, and a line would be as long as that. */
const png_depths = [1, 2, 4, 8, 16]

type PngParts = { header: Buffer; palette: Buffer; clear: Buffer; packed: Buffer }

function readPng(bytes: Buffer): Picture | null {
  const { header, palette, clear, packed } = pngParts(bytes)
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [depth = 0, kind = 0, , , interlaced] = header.subarray(8)
  const channels = png_channels[kind]
  // Those in several passes are rare, and only save time where a line is slow.
  if (channels === undefined || !png_depths.includes(depth) || interlaced !== 0 || !fits(width, height)) return null
  const line_bytes = Math.ceil((width * channels * depth) / 8)
  const lines = inflateSync(packed, { maxOutputLength: (line_bytes + 1) * height })
  const values = unfiltered(lines, { height, line_bytes, step: Math.max(1, (channels * depth) >> 3) })
  const { data, cover } = painted(readerOf(values, depth, line_bytes), { width, height, depth, kind, palette, clear })
  const whole = cover.every((one) => one === 255)
  return { ...{ width, height, colours: 'DeviceRGB', coding: 'raw', data }, cover: whole ? null : cover }
}

type Painting = { width: number; height: number; depth: number; kind: number; palette: Buffer; clear: Buffer }
type ValueAt = (line: number, index: number) => number

/** The colours of each point, and how much it covers. */
function painted(valueAt: ValueAt, { width, height, depth, kind, palette, clear }: Painting) {
  const data = Buffer.alloc(width * height * 3)
  const cover = Buffer.alloc(width * height, 255)
  const channels = png_channels[kind] ?? 1
  const scale = depth < 8 ? 255 / (2 ** depth - 1) : 1
  const [green, blue] = kind === 2 || kind === 6 ? [1, 2] : [0, 0]
  for (let at = 0; at < width * height; at++) {
    const [line, index] = [Math.floor(at / width), (at % width) * channels]
    const first = valueAt(line, index)
    if (kind === 3) {
      palette.copy(data, at * 3, first * 3, first * 3 + 3)
      cover[at] = clear[first] ?? 255
      continue
    }
    data[at * 3] = Math.round(first * scale)
    data[at * 3 + 1] = Math.round(valueAt(line, index + green) * scale)
    data[at * 3 + 2] = Math.round(valueAt(line, index + blue) * scale)
    if (kind === 4 || kind === 6) cover[at] = valueAt(line, index + channels - 1)
  }
  return { data, cover }
}

function pngParts(bytes: Buffer): PngParts {
  const found = new Map<string, Buffer[]>()
  for (let at = 8; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    // Of one name there may be as many as the file has room for.
    const parts = found.get(name) ?? []
    parts.push(bytes.subarray(at + 8, at + 8 + length))
    found.set(name, parts)
    at += 12 + length
  }
  const part = (name: string): Buffer => Buffer.concat(found.get(name) ?? [])
  return { header: part('IHDR'), palette: part('PLTE'), clear: part('tRNS'), packed: part('IDAT') }
}

/** The value of a channel of a line; of two bytes the first says enough, and of less than one the bits are counted. */
function readerOf(values: Buffer, depth: number, line_bytes: number): ValueAt {
  if (depth === 8) return (line, index) => values[line * line_bytes + index] ?? 0
  if (depth === 16) return (line, index) => values[line * line_bytes + index * 2] ?? 0
  const mask = 2 ** depth - 1
  return (line, index) => {
    const bit = index * depth
    return ((values[line * line_bytes + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & mask
  }
}

type Lines = { height: number; line_bytes: number; step: number }

/** Each line says how it differs from what stands before and above it: by which guess, and by how much. */
function unfiltered(lines: Buffer, { height, line_bytes, step }: Lines): Buffer {
  const values = Buffer.alloc(line_bytes * height)
  for (let y = 0; y < height; y++) {
    const from = y * (line_bytes + 1)
    const guess = guesses[lines[from] ?? 0] ?? guesses[0]
    const at = y * line_bytes
    for (let x = 0; x < line_bytes; x++) {
      const before = x >= step ? (values[at + x - step] ?? 0) : 0
      const above = y > 0 ? (values[at + x - line_bytes] ?? 0) : 0
      const corner = x >= step && y > 0 ? (values[at + x - line_bytes - step] ?? 0) : 0
      values[at + x] = ((lines[from + 1 + x] ?? 0) + guess(before, above, corner)) & 255
    }
  }
  return values
}

type Guess = (before: number, above: number, corner: number) => number

/** In the order of the numbers that lines begin with. */
const guesses: readonly [Guess, ...Guess[]] = [
  () => 0,
  (before) => before,
  (_, above) => above,
  (before, above) => (before + above) >> 1,
  nearest,
]

/** The neighbour that is nearest to their plane, as the format has it. */
function nearest(before: number, above: number, corner: number): number {
  const plane = before + above - corner
  const [to_before, to_above, to_corner] = [Math.abs(plane - before), Math.abs(plane - above), Math.abs(plane - corner)]
  if (to_before <= to_above && to_before <= to_corner) return before
  return to_above <= to_corner ? above : corner
}
