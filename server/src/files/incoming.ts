import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ofDisk, StoreProblem } from './problem.ts'

/** Bytes that were taken in, and are not kept yet. */
export type Incoming = {
  path: string
  byte_size: number
  /** SHA3-512 in base64. */
  checksum: string
  /** Forgets them. Does nothing when they were kept meanwhile. */
  discard: () => Promise<void>
}

export type Receive = (bytes: AsyncIterable<Uint8Array>, bytes_max: number) => Promise<Incoming>

/** No request lives this long, however slowly it comes, so what is older was left by a process that was killed. */
const abandoned_ms = 24 * 60 * 60 * 1000
const sweep_ms = 60 * 60 * 1000

/** The place where bytes come in: each file under a name of its own, which nothing of a caller is part of. */
export async function createIncoming(data_dir: string, now: Date): Promise<Receive> {
  const folder = folderOf(data_dir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await sweep(folder, now)
  return (bytes, bytes_max) => receive(join(folder, randomUUID()), bytes, bytes_max)
}

const folderOf = (data_dir: string): string => join(data_dir, 'files', 'incoming')

/** Sweeps again and again, because one of several processes may have been killed while the others go on. */
export function keepSweeping(
  data_dir: string,
  { now, log, every_ms = sweep_ms }: { now: () => Date; log: (error: unknown) => void; every_ms?: number },
): { stop: () => void } {
  const timer = setInterval(() => void sweep(folderOf(data_dir), now()).catch(log), every_ms).unref()
  return { stop: () => clearInterval(timer) }
}

async function receive(path: string, bytes: AsyncIterable<Uint8Array>, bytes_max: number): Promise<Incoming> {
  const discard = (): Promise<void> => rm(path, { force: true })
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      const hash = createHash('sha3-512')
      let byte_size = 0
      for await (const piece of bytes) {
        byte_size += piece.length
        if (byte_size > bytes_max) throw new StoreProblem('too_long', `There are more than ${bytes_max} bytes.`)
        hash.update(piece)
        await file.writeFile(piece)
      }
      // On the disk itself before anybody is told that it is there.
      await file.sync()
      return { path, byte_size, checksum: hash.digest('base64'), discard }
    } finally {
      await file.close()
    }
  } catch (error) {
    await discard()
    throw ofDisk(error)
  }
}

async function sweep(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const there = await stat(path).catch(() => null)
    if (there !== null && now.getTime() - there.mtimeMs > abandoned_ms) await rm(path, { force: true })
  }
}
