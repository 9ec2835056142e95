import { createHash, type Hash } from 'node:crypto'
import { readArchive } from './archive.ts'
import { BackupProblem } from './backup.ts'
import { hashName } from './files.ts'
import { type Manifest, manifest_name, partOf, seal_name } from './manifest.ts'
import { Damaged, type Entry, Foreign } from './tar.ts'

type ArchiveContents = { tables: Map<string, { hash: Hash; bytes: number }>; files: Hash; count: number; bytes: number }

/** Reads a backup from its first byte to its last, and returns what is in it; refuses one that is not whole. */
export async function verifyBackup(file: string): Promise<Manifest> {
  try {
    const { manifest, found } = await readAll(file)
    compare(manifest, found)
    return manifest
  } catch (error) {
    if (error instanceof Foreign) throw new BackupProblem(`${file} is no backup of Dunlin; nothing was changed.`)
    if (error instanceof Damaged)
      throw new BackupProblem(`${file} cannot be used: ${error.message}. Take another backup; nothing was changed.`)
    const { code } = error as NodeJS.ErrnoException // Whatever the file system throws carries one.
    if (code === 'EISDIR') throw new BackupProblem(`${file} is a folder, and no backup.`)
    if (code === 'ENOENT') throw new BackupProblem(`There is no file ${file}.`)
    throw error
  }
}

async function readAll(file: string): Promise<{ manifest: Manifest; found: ArchiveContents }> {
  const found: ArchiveContents = { tables: new Map(), files: createHash('sha256'), count: 0, bytes: 0 }
  let text: Buffer | null = null
  let seal = ''
  for await (const entry of readArchive(file)) {
    if (entry.name === manifest_name) text = await whole(entry)
    else if (entry.name === seal_name) seal = (await whole(entry)).toString('utf8').trim()
    else await note(found, entry)
  }
  if (text === null) throw new Damaged('it has no manifest')
  if (createHash('sha256').update(text).digest('hex') !== seal) throw new Damaged('its manifest was changed')
  const manifest = JSON.parse(text.toString('utf8')) as Manifest // Sealed, so it is as a backup wrote it.
  if (manifest.product !== 'dunlin' || manifest.format !== 1) throw new Damaged('it was made by a newer Dunlin')
  return { manifest, found }
}

async function whole({ bytes }: Entry): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const piece of bytes) parts.push(Buffer.from(piece))
  return Buffer.concat(parts)
}

async function note(found: ArchiveContents, { name, size, bytes }: Entry): Promise<void> {
  const part = partOf(name)
  if (part === null) throw new Damaged(`${name.slice(0, 80)} has no place in a backup`)
  if ('file' in part) {
    hashName(found.files, part.file, size)
    for await (const piece of bytes) found.files.update(piece)
    found.count++
    found.bytes += size
    return
  }
  const table = found.tables.get(part.table) ?? { hash: createHash('sha256'), bytes: 0 }
  found.tables.set(part.table, table)
  for await (const piece of bytes) table.hash.update(piece)
  table.bytes += size
}

function compare({ tables, files }: Manifest, found: ArchiveContents): void {
  const empty = createHash('sha256').digest('hex')
  for (const { name, bytes, sha256 } of tables) {
    const there = found.tables.get(name)
    if ((there?.bytes ?? 0) !== bytes || (there?.hash.digest('hex') ?? empty) !== sha256)
      throw new Damaged(`the rows of ${name} are not those that were written`)
    found.tables.delete(name)
  }
  if (found.tables.size > 0) throw new Damaged(`it holds ${[...found.tables.keys()].join(', ')} unannounced`)
  if (found.count !== (files?.count ?? 0) || (files && found.files.digest('hex') !== files.sha256))
    throw new Damaged('its files are not those that were written')
}
