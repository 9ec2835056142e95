import type { Readable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { FileStore } from './file_store.ts'
import { StoreProblem } from './problem.ts'

/** What became of the files that somebody has: `missing` and `damaged` ones by their checksum. */
export type Copied = { copied: number; there_already: number; missing: string[]; damaged: string[] }

type Stores = { from: Pick<FileStore, 'open'>; to: FileStore }
type Bytes = { checksum: string; byte_size: string }

const at_once = 500

/**
 * Copies the bytes of every file that somebody has from one store to another. What is there already stays, so that it
 * may be interrupted and begun again; nothing is taken away.
 */
export async function copyFiles(db: Kysely<Tables>, stores: Stores): Promise<Copied> {
  const result: Copied = { copied: 0, there_already: 0, missing: [], damaged: [] }
  for (let last = ''; ; ) {
    const all = await nextBytes(db, last)
    for (const bytes of all) {
      const ending = await copyOne(stores, bytes)
      if (ending === 'missing' || ending === 'damaged') result[ending].push(bytes.checksum)
      else result[ending]++
    }
    last = all.at(-1)?.checksum ?? ''
    if (all.length < at_once) return result
  }
}

async function nextBytes(db: Kysely<Tables>, after: string): Promise<Bytes[]> {
  const { rows } = await sql<Bytes>`
    select checksum, max(byte_size)::text as byte_size from files
    where uploaded_at is not null and checksum > ${after}::text
    group by checksum order by checksum limit ${at_once}::integer`.execute(db)
  return rows
}

async function copyOne({ from, to }: Stores, { checksum, byte_size }: Bytes): Promise<keyof Copied> {
  if (byte_size !== '0' && (await isThere(to, checksum))) return 'there_already'
  const bytes = await from.open(checksum)
  if (bytes === null) return 'missing'
  const incoming = await receive(to, bytes, Number(byte_size))
  if (incoming?.checksum === checksum) {
    await to.keep(incoming)
    return 'copied'
  }
  await incoming?.discard()
  return 'damaged'
}

async function isThere(store: FileStore, checksum: string): Promise<boolean> {
  const first = await store.open(checksum, { from: 0, to: 0 })
  first?.destroy()
  return first !== null
}

/** Null when there are more bytes than the file has. */
async function receive(store: FileStore, bytes: Readable, byte_size: number) {
  try {
    return await store.receive(bytes, byte_size)
  } catch (error) {
    if (error instanceof StoreProblem && error.reason === 'too_long') return null
    throw error
  }
}
