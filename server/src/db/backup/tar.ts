// The part of the tar format that a backup needs: files with a name, a size and bytes. Anybody can look into a backup
// with tar, on a machine without Dunlin.

const block = 512
/** What fits into the field of a name; longer ones stand in an entry of their own before. */
const name_bytes_max = 100
const zeros = Buffer.alloc(block)

/** What stands before the bytes of an entry. */
export function tarHeader(name: string, size: number, modified: Date): Buffer {
  if (Buffer.byteLength(name) <= name_bytes_max) return header({ name, size, modified, kind: '0' })
  const long = paxRecord('path', name)
  return Buffer.concat([
    header({ name: 'name', size: long.length, modified, kind: 'x' }),
    long,
    tarPadding(long.length),
    header({ name: name.slice(-50), size, modified, kind: '0' }),
  ])
}

/** What stands behind the bytes of an entry. */
export const tarPadding = (size: number): Buffer => zeros.subarray(0, (block - (size % block)) % block)

/** What stands at the end of all. */
export const tarEnd = (): Buffer => Buffer.alloc(2 * block)

function header(entry: { name: string; size: number; modified: Date; kind: '0' | 'x' }): Buffer {
  const out = Buffer.alloc(block)
  const octal = (value: number, at: number, length: number): void => {
    out.write(value.toString(8).padStart(length - 1, '0'), at, 'latin1')
  }
  out.write(entry.name, 0, name_bytes_max, 'utf8')
  octal(0o600, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(entry.size, 124, 12)
  octal(Math.floor(entry.modified.getTime() / 1000), 136, 12)
  out.write(' '.repeat(8), 148, 'latin1')
  out.write(entry.kind, 156, 'latin1')
  out.write('ustar\x0000', 257, 'latin1')
  octal(
    out.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  )
  return out
}

/** `<length> key=value\n`, where the length counts its own digits. */
function paxRecord(key: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${key}=${value}\n`)
  let length = rest + String(rest).length
  length = rest + String(length).length
  return Buffer.from(`${length} ${key}=${value}\n`)
}

export type Entry = { name: string; size: number; bytes: AsyncIterable<Buffer> }

/** Something that is no tar, or not all of one. */
export class Damaged extends Error {}

/** Something that never was one. */
export class Foreign extends Damaged {}

/** Reads entries one after the other; what a reader leaves of one is passed over. */
export async function* tarEntries(source: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const input = take(source)
  let long_name: string | null = null
  for (;;) {
    const head = await input.exactly(block)
    if (head.equals(zeros)) return input.drain()
    const { name, size, kind } = readHeader(head)
    if (kind === 'x') {
      long_name = readPath(await input.exactly(size))
      await input.exactly(tarPadding(size).length)
      continue
    }
    let left = size
    async function* bytes(): AsyncGenerator<Buffer> {
      while (left > 0) {
        const piece = await input.upTo(left)
        left -= piece.length
        yield piece
      }
    }
    yield { name: long_name ?? name, size, bytes: bytes() }
    long_name = null
    while (left > 0) left -= (await input.upTo(left)).length
    await input.exactly(tarPadding(size).length)
  }
}

function readHeader(head: Buffer): { name: string; size: number; kind: string } {
  const text = (from: number, to: number): string => (head.toString('utf8', from, to).split('\0')[0] ?? '').trim()
  const sum = head.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0)
  const size = Number.parseInt(text(124, 136), 8)
  if (Number.parseInt(text(148, 156), 8) !== sum || !Number.isSafeInteger(size)) throw new Damaged('it is no backup')
  return { name: text(0, 100), size, kind: text(156, 157) }
}

function readPath(record: Buffer): string {
  const [, path] = /^\d+ path=(.*)\n$/s.exec(record.toString('utf8')) ?? []
  if (path === undefined) throw new Damaged('it is no backup')
  return path
}

/** Bytes in the amounts that are asked for, whatever amounts they come in. */
function take(source: AsyncIterable<Buffer>) {
  const pieces = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  async function upTo(length: number): Promise<Buffer> {
    while (rest.length === 0) {
      const next = await pieces.next()
      if (next.done) throw new Damaged('it ends too early')
      rest = next.value
    }
    const piece = rest.subarray(0, length)
    rest = rest.subarray(piece.length)
    return piece
  }
  return {
    upTo,
    exactly: async (length: number): Promise<Buffer> => {
      const parts: Buffer[] = []
      for (let left = length; left > 0; ) {
        const piece = await upTo(left)
        parts.push(piece)
        left -= piece.length
      }
      return Buffer.concat(parts)
    },
    /** To the end, so that the checksum behind it is looked at as well. */
    drain: async (): Promise<void> => {
      while (!(await pieces.next()).done);
    },
  }
}
