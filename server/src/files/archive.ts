import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'

/** Why an archive is not read; the sentence is for whoever sent it. */
export class ArchiveProblem extends Error {
  constructor(problem: string) {
    super(problem)
    this.name = 'ArchiveProblem'
  }
}

export type ArchiveLimits = { files_max: number; bytes_max: number }

/** A file inside an archive. Its name is only for showing, and never a path to write to. */
export type ArchivedFile = { name: string; bytes: AsyncIterable<Uint8Array> }

type Entry = { name: string; method: number; crc: number; packed: number; size: number; at: number }

const signature = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 }
const directory_bytes_max = 1024 * 1024
const piece_bytes = 64 * 1024

/** Whether the first bytes are those of a ZIP archive; an empty one begins with its end. */
export const isArchive = (start: Buffer): boolean =>
  start.length >= 4 && (start.readUInt32LE(0) === signature.local || start.readUInt32LE(0) === signature.end)

/**
 * Reads the files of a ZIP archive one after the other. The directory at its end is believed only as far as the bytes
 * bear it out: number and total size are limited before anything is unpacked, no two files may share bytes, and what
 * comes out is counted and its checksum compared, so that nothing can grow beyond what was declared.
 */
export async function* readArchive(path: string, limits: ArchiveLimits): AsyncGenerator<ArchivedFile> {
  const file = await open(path, 'r')
  try {
    const { entries, end } = await readDirectory(file, limits)
    for (const [index, entry] of entries.entries()) {
      const start = await dataOf(file, entry)
      if (start + entry.packed > (entries[index + 1]?.at ?? end)) {
        throw new ArchiveProblem('the archive is broken: its files overlap')
      }
      // A folder is no file, and has no bytes.
      if (!entry.name.endsWith('/')) yield { name: entry.name, bytes: unpack(file, entry, start) }
    }
  } finally {
    await file.close()
  }
}

async function readDirectory(file: FileHandle, limits: ArchiveLimits): Promise<{ entries: Entry[]; end: number }> {
  const { size } = await file.stat()
  const tail_bytes = Math.min(size, 22 + 0xffff)
  const tail = await piece(file, size - tail_bytes, tail_bytes)
  const at = endOf(tail)
  const count = tail.readUInt16LE(at + 10)
  const bytes = tail.readUInt32LE(at + 12)
  const start = tail.readUInt32LE(at + 16)
  if (tail.readUInt16LE(at + 4) !== 0 || tail.readUInt16LE(at + 8) !== count) {
    throw new ArchiveProblem('the archive is in several parts')
  }
  if (count > limits.files_max) throw new ArchiveProblem(`the archive has more than ${limits.files_max} files`)
  if (bytes > directory_bytes_max || start + bytes > size - tail_bytes + at) {
    throw new ArchiveProblem('the archive is broken: it has no directory')
  }
  const entries = entriesOf(await piece(file, start, bytes), count)
  const total = entries.reduce((sum, entry) => sum + entry.size, 0)
  if (total > limits.bytes_max) {
    throw new ArchiveProblem(`the archive unpacks to more than ${Math.floor(limits.bytes_max / 1024 / 1024)} MB`)
  }
  return { entries: entries.sort((one, other) => one.at - other.at), end: start }
}

/** The end record is the last one that fits; a comment may stand behind it. */
function endOf(tail: Buffer): number {
  for (let at = tail.length - 22; at >= 0; at--) {
    if (tail.readUInt32LE(at) === signature.end && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return at
  }
  throw new ArchiveProblem('the archive is broken: it has no end')
}

function entriesOf(directory: Buffer, count: number): Entry[] {
  const entries: Entry[] = []
  let at = 0
  for (let index = 0; index < count; index++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== signature.central) {
      throw new ArchiveProblem('the archive is broken: its directory ends early')
    }
    const flags = directory.readUInt16LE(at + 8)
    const name_bytes = directory.readUInt16LE(at + 28)
    const name = directory.toString((flags & 0x800) === 0 ? 'latin1' : 'utf8', at + 46, at + 46 + name_bytes)
    const entry: Entry = {
      name: name.replaceAll(/\p{C}/gu, '?').slice(0, 200),
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      packed: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      at: directory.readUInt32LE(at + 42),
    }
    if ((flags & 1) !== 0) throw new ArchiveProblem(`${entry.name} is encrypted`)
    if (entry.method !== 0 && entry.method !== 8) throw new ArchiveProblem(`${entry.name} is packed in an unusual way`)
    entries.push(entry)
    at += 46 + name_bytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

/** Where the bytes of a file begin: behind a header of its own, whose length the directory does not give. */
async function dataOf(file: FileHandle, entry: Entry): Promise<number> {
  const header = await piece(file, entry.at, 30)
  if (header.length < 30 || header.readUInt32LE(0) !== signature.local) {
    throw new ArchiveProblem(`the archive is broken: ${entry.name} is not where the directory says`)
  }
  return entry.at + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
}

async function* unpack(file: FileHandle, entry: Entry, start: number): AsyncGenerator<Uint8Array> {
  let size = 0
  let crc = 0
  try {
    for await (const bytes of entry.method === 0 ? packedOf(file, entry, start) : inflated(file, entry, start)) {
      size += bytes.length
      if (size > entry.size) throw new ArchiveProblem(`${entry.name} is larger than the archive says`)
      crc = crc32(bytes, crc)
      yield bytes
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw code.startsWith('Z_') ? new ArchiveProblem(`${entry.name} cannot be unpacked`) : error
  }
  if (size !== entry.size || crc !== entry.crc) throw new ArchiveProblem(`${entry.name} is damaged`)
}

function inflated(file: FileHandle, entry: Entry, start: number): AsyncIterable<Uint8Array> {
  // Whatever goes wrong on either side reaches the reader of the result.
  return pipeline(packedOf(file, entry, start), createInflateRaw({ chunkSize: piece_bytes }), () => {})
}

async function* packedOf(file: FileHandle, entry: Entry, start: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < entry.packed; ) {
    const bytes = await piece(file, start + done, Math.min(piece_bytes, entry.packed - done))
    if (bytes.length === 0) throw new ArchiveProblem(`the archive ends inside ${entry.name}`)
    done += bytes.length
    yield bytes
  }
}

/** Bytes from a place in a file; fewer when it ends there. */
async function piece(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}
