import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { type Connection, client } from './connect.ts'
import { bringQueues, queues_text } from './queues.ts'

/** A number nobody else locks, so that several processes that start at once migrate once. */
const lock_key = 20_261_115
const folder = new URL('./migrations/', import.meta.url)
const documents_file = new URL('./documents.sql', import.meta.url)

export type Migrated = { applied: string[]; documents: string[] }

/**
 * Brings a database up to date: the numbered files that it has not seen, each in a transaction of its own, then the
 * queues, and the documents whose rendering changed. Files are append-only; one that changed after it ran stops the
 * start.
 */
export async function migrate(connection: Connection, log: (line: string) => void = () => {}): Promise<Migrated> {
  const own = client(connection, 'dunlin migrate')
  await own.connect()
  try {
    await own.query('select pg_advisory_lock($1)', [lock_key])
    await checkServer(own)
    await own.query(
      `create table if not exists migrations (
         name text primary key, hash text not null, applied_at timestamptz not null
       )`,
    )
    const applied = await applyFiles(own, log)
    await applyQueues(own, log)
    const documents = await applyDocuments(own, log)
    return { applied, documents }
  } finally {
    await own.end()
  }
}

const oldest_server = 150_000

async function checkServer(own: pg.Client): Promise<void> {
  const { rows } = await own.query<{ version: number; name: string; encoding: string }>(
    `select current_setting('server_version_num')::integer as version, current_setting('server_version') as name,
            current_setting('server_encoding') as encoding`,
  )
  const server = rows[0]
  if (!server || server.version < oldest_server) {
    throw new Error(`PostgreSQL ${server?.name} is too old: Dunlin needs 15 or newer.`)
  }
  if (server.encoding !== 'UTF8') throw new Error(`The database has encoding ${server.encoding}: Dunlin needs UTF8.`)
}

async function applyFiles(own: pg.Client, log: (line: string) => void): Promise<string[]> {
  const seen = await readSeen(own)
  const applied: string[] = []
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()) {
    const text = await readFile(new URL(name, folder), 'utf8')
    const known = seen.get(name)
    if (known === hash(text)) continue
    if (known !== undefined) throw new Error(`Migration ${name} was changed after it ran here. Add a new file instead.`)
    await once(own, name, text)
    log(`migrated ${name}`)
    applied.push(name)
  }
  return applied
}

/** The queue brings tables of its own, in a schema of its own. */
async function applyQueues(own: pg.Client, log: (line: string) => void): Promise<void> {
  const name = 'queues'
  if ((await readSeen(own)).get(name) === hash(queues_text)) return
  await bringQueues(own)
  await note(own, name, queues_text)
  log('brought the queues up to date')
}

/** Rendering follows the definitions, so it is not a numbered file: each part runs again when its text changes. */
async function applyDocuments(own: pg.Client, log: (line: string) => void): Promise<string[]> {
  const seen = await readSeen(own)
  const changed: string[] = []
  for (const { table, text } of parseDocuments(await readFile(documents_file, 'utf8'))) {
    const name = `document of ${table}`
    if (seen.get(name) === hash(text)) continue
    await once(own, name, text)
    log(`rendered ${name}`)
    changed.push(table)
  }
  return changed
}

async function readSeen(own: pg.Client): Promise<Map<string, string>> {
  const { rows } = await own.query<{ name: string; hash: string }>('select name, hash from migrations')
  return new Map(rows.map((row) => [row.name, row.hash]))
}

async function once(own: pg.Client, name: string, text: string): Promise<void> {
  try {
    await own.query('begin')
    await own.query(text)
    await note(own, name, text)
    await own.query('commit')
  } catch (error) {
    await own.query('rollback').catch(() => {})
    throw new Error(`${name} failed: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

async function note(own: pg.Client, name: string, text: string): Promise<void> {
  await own.query(
    `insert into migrations (name, hash, applied_at) values ($1, $2, clock_timestamp())
     on conflict (name) do update set hash = excluded.hash, applied_at = excluded.applied_at`,
    [name, hash(text)],
  )
}

function parseDocuments(text: string): { table: string; text: string }[] {
  return text
    .split(/^-- table: /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n')
      return { table: part.slice(0, end).trim(), text: part.slice(end + 1).trim() }
    })
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
