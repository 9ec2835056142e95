import { randomBytes, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { nameOf } from './checksum.ts'
import type { FileStore } from './file_store.ts'
import type { Receive } from './incoming.ts'
import { ofDisk } from './problem.ts'

/** Files in the data folder, in folders by the first digits of their name, so that none grows too large. */
export async function createDiskStore(data_dir: string, receive: Receive): Promise<FileStore> {
  const root = join(data_dir, 'files')
  const placeOf = (checksum: string): { folder: string; path: string } => {
    const name = nameOf(checksum)
    const folder = join(root, name.slice(0, 2), name.slice(2, 4))
    return { folder, path: join(folder, name) }
  }
  return {
    link_key: await readLinkKey(root),
    receive,
    keep: async (incoming) => {
      const { folder, path } = placeOf(incoming.checksum)
      try {
        const made = await mkdir(folder, { recursive: true, mode: 0o700 })
        // One step: the file is there whole, or not at all. Over the same file it changes nothing.
        await rename(incoming.path, path)
        await sync(folder)
        if (made !== undefined) for (const above of [join(folder, '..'), root]) await sync(above)
      } catch (error) {
        await incoming.discard()
        throw ofDisk(error)
      }
    },
    open: async (checksum, range) => {
      const file = await openIfThere(placeOf(checksum).path)
      if (file === null) return null
      return createReadStream('', { fd: file, ...(range ? { start: range.from, end: range.to } : {}) })
    },
    remove: (checksum) => rm(placeOf(checksum).path, { force: true }),
  }
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  return open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

/** Makes a name in a folder as durable as the bytes that it names. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/** The key of this folder. Of processes that start at once, the first to link its own decides for all. */
async function readLinkKey(root: string): Promise<Buffer> {
  const path = join(root, 'link_key')
  const there = await readFile(path).catch(() => null)
  if (there !== null && there.length === 32) return there
  const own = join(root, 'incoming', randomUUID())
  const file = await open(own, 'wx', 0o600)
  const write = async (): Promise<void> => {
    await file.writeFile(randomBytes(32))
    await file.sync()
  }
  await write().finally(() => file.close())
  await link(own, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(own, { force: true })
  return readFile(path)
}
