import type { Hash } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { giveLike } from '../embedded/place.ts'
import type { Archive } from './archive.ts'
import { partOf } from './manifest.ts'
import type { Entry } from './tar.ts'

/**
 * What links are signed with, and what secrets of webhooks and keys of mail domains are made of. It belongs to the
 * rows: without it, letters that went out have addresses that nobody knows, and webhooks and mails go unsigned.
 */
const key_file = 'link_key'
const key_draft = 'link_key.restored'
const depth_max = 2

/** Hears what is not part of the backup, and why. */
export type LeaveOut = (path: string, why: string) => void

/** Adds the files of the data folder, and its key. What is still coming in stays out. */
export async function addFiles(
  archive: Archive,
  folder: string,
  hash: Hash,
  leaveOut: LeaveOut,
): Promise<{ count: number; bytes: number } | null> {
  if ((await stat(folder).catch(absent)) === null) return null
  const paths: string[] = []
  for await (const path of filesIn(folder, '', leaveOut)) paths.push(path)
  let [count, bytes] = [0, 0]
  for (const path of paths.sort()) {
    // What was removed since it was listed is nobody's any more.
    const file = await open(join(folder, path), 'r').catch(absent)
    if (file === null) continue
    try {
      const { size } = await file.stat()
      hashName(hash, path, size)
      await archive.addLong(`files/${path}`, size, hashed(file.createReadStream({ autoClose: false }), hash))
      count++
      bytes += size
    } finally {
      await file.close()
    }
  }
  return { count, bytes }
}

/** Files lie in folders in folders. Links are followed; what a restore would not take is left out, and named. */
async function* filesIn(folder: string, path: string, leaveOut: LeaveOut): AsyncGenerator<string> {
  const depth = path === '' ? 0 : path.split('/').length
  for (const entry of await readdir(join(folder, path), { withFileTypes: true })) {
    const own = depth === 0 ? entry.name : `${path}/${entry.name}`
    if (own === 'incoming' || own === key_draft) continue
    const found = entry.isSymbolicLink() ? await stat(join(folder, own)).catch(leadsNowhere) : entry
    const known = partOf(`files/${own}`) !== null
    if (found === null) leaveOut(own, 'it is a link that leads nowhere')
    else if (known && found.isDirectory() && depth < depth_max) yield* filesIn(folder, own, leaveOut)
    else if (known && found.isFile() && (depth > 0 || own === key_file)) yield own
    else leaveOut(own, 'it is no file of Dunlin')
  }
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

/** Puts a key aside: it takes the place of the one that is there when the rows do that it belongs to. */
export async function putKeyAside(folder: string, entry: Entry): Promise<void> {
  await dropKeyAside(folder)
  await putFile(folder, key_draft, entry)
}

export async function takeKey(folder: string): Promise<void> {
  await rename(join(folder, key_draft), join(folder, key_file)).catch(absent)
}

export const dropKeyAside = (folder: string): Promise<void> => rm(join(folder, key_draft), { force: true })

export const isKey = (path: string): boolean => path === key_file

/** Each like the one above it, so that what root puts back can be read by whom the service runs as. */
async function makeFolders(folder: string): Promise<void> {
  if ((await stat(folder).catch(absent)) !== null) return
  await makeFolders(dirname(folder))
  await mkdir(folder, { mode: 0o700 })
  await giveLike(folder, dirname(folder))
}

/** A link to what is not there, or to itself. */
const leadsNowhere = (error: NodeJS.ErrnoException): null => (error.code === 'ELOOP' ? null : absent(error))

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
