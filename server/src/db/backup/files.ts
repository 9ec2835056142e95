import type { Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { giveLike } from '../embedded/place.ts'
import type { Archive } from './archive.ts'
import type { Entry } from './tar.ts'

/** Adds the files of the data folder. What is still coming in, and the key that links are signed with, stay out. */
export async function addFiles(
  archive: Archive,
  folder: string,
  hash: Hash,
): Promise<{ count: number; bytes: number } | null> {
  const paths = await listFiles(folder)
  if (paths === null) return null
  let [count, bytes] = [0, 0]
  for (const path of paths) {
    const file = join(folder, path)
    const found = await stat(file).catch(absent)
    if (found === null) continue
    hashName(hash, path, found.size)
    await archive.addLong(`files/${path}`, found.size, hashed(createReadStream(file), hash))
    count++
    bytes += found.size
  }
  return { count, bytes }
}

async function listFiles(folder: string): Promise<string[] | null> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(absent)
  return (
    found
      ?.filter((one) => one.isFile() && one.parentPath !== folder)
      .map((one) => join(one.parentPath, one.name).slice(folder.length + 1))
      .filter((path) => !path.startsWith('incoming/'))
      .sort() ?? null
  )
}

/** A file belongs to the hash with its name and its length, so that no two lists of files have the same. */
export const hashName = (hash: Hash, path: string, size: number): void => void hash.update(`${path}\n${size}\n`)

export async function* hashed(bytes: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const piece of bytes) {
    hash.update(piece)
    yield piece
  }
}

/** Puts a file back. One that is there already with this length stays: files are named after what they hold. */
export async function putFile(folder: string, path: string, { size, bytes }: Entry): Promise<void> {
  const file = join(folder, path)
  const there = await stat(file).catch(absent)
  if (there?.size === size) return
  await makeFolders(dirname(file))
  const draft = `${file}.restoring`
  const handle = await open(draft, 'w', 0o600)
  try {
    for await (const piece of bytes) await handle.writeFile(piece)
    await handle.sync()
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  await giveLike(draft, dirname(file))
  await rename(draft, file)
}

/** Each like the one above it, so that what root puts back can be read by whom the service runs as. */
async function makeFolders(folder: string): Promise<void> {
  if ((await stat(folder).catch(absent)) !== null) return
  await makeFolders(dirname(folder))
  await mkdir(folder, { mode: 0o700 })
  await giveLike(folder, dirname(folder))
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
