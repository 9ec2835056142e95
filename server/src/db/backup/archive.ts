import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { processExists } from '../embedded/processes.ts'
import { Damaged, type Entry, Foreign, tarEnd, tarEntries, tarHeader, tarPadding } from './tar.ts'

export type Archive = { add: (name: string, bytes: Buffer) => Promise<void>; addLong: AddLong }
type AddLong = (name: string, size: number, bytes: AsyncIterable<Buffer>) => Promise<void>

/**
 * Writes a compressed tar under another name, and gives it its own when all of it is on the disk: a backup that was
 * killed leaves nothing that looks like one.
 */
export async function writeArchive(file: string, now: Date, fill: (archive: Archive) => Promise<void>): Promise<void> {
  await removeAbandoned(file)
  const partial = `${file}.partial-${process.pid}`
  const gzip = createGzip()
  const out = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true })
  const closed = new Promise<void>((resolve) => out.once('close', resolve))
  const written = pipeline(gzip, out)
  const failed = written.then(
    () => new Promise<never>(() => {}),
    (error) => Promise.reject(error),
  )
  const put = async (bytes: Buffer): Promise<void> => {
    if (bytes.length > 0 && !gzip.write(bytes)) await Promise.race([once(gzip, 'drain'), failed])
  }
  const addLong: AddLong = async (name, size, bytes) => {
    await put(tarHeader(name, size, now))
    let length = 0
    for await (const piece of bytes) {
      length += piece.length
      await put(piece)
    }
    if (length !== size) throw new Error(`${name} changed while it was copied.`)
    await put(tarPadding(size))
  }
  const add: Archive['add'] = async (name, bytes) => {
    await put(tarHeader(name, bytes.length, now))
    await put(bytes)
    await put(tarPadding(bytes.length))
  }
  try {
    await Promise.race([fill({ add, addLong }), failed])
    await put(tarEnd())
    gzip.end()
    await written
    await rename(partial, file)
    await syncFolder(dirname(file))
  } catch (error) {
    gzip.destroy()
    out.destroy()
    await closed
    await rm(partial, { force: true })
    throw error
  }
}

/** What backups to this file left behind when they were killed. */
async function removeAbandoned(file: string): Promise<void> {
  const begin = `${basename(file)}.partial-`
  for (const name of await readdir(dirname(file))) {
    const pid = Number(name.startsWith(begin) ? name.slice(begin.length) : Number.NaN)
    if (Number.isInteger(pid) && (pid === process.pid || !processExists(pid)))
      await rm(join(dirname(file), name), { force: true })
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Reads the entries of a compressed tar to its end; whatever is wrong with it is reported as damage. */
export async function* readArchive(file: string): AsyncGenerator<Entry> {
  const source = createReadStream(file)
  const gunzip = createGunzip()
  // What goes wrong on the way is thrown by the end of it, which is read below.
  pipeline(source, gunzip).catch(() => {})
  try {
    yield* tarEntries(withReadErrors(gunzip))
  } finally {
    source.destroy()
    gunzip.destroy()
  }
}

async function* withReadErrors(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException // Whatever streams throw may carry a code.
    if (code === 'Z_BUF_ERROR') throw new Damaged('it ends too early', { cause: error })
    if (message === 'incorrect header check') throw new Foreign('it is no backup', { cause: error })
    if (code.startsWith('Z_')) throw new Damaged('its bytes are not those that were written', { cause: error })
    throw error
  }
}
