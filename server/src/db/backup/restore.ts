import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { type Connection, client } from '../connect.ts'
import {
  applyDocumentsFirst,
  applyMigration,
  compare,
  folded_problem,
  lockMigrations,
  migrate,
  prepareMigrations,
} from '../migrate.ts'
import { type Migration, readMigrations } from '../migration_files.ts'
import type { Queues } from '../queues.ts'
import { readArchive } from './archive.ts'
import { BackupProblem, refuseCluster } from './backup.ts'
import { dropKeyAside, isKey, putFile, putKeyAside, takeKey } from './files.ts'
import { jobs_table, type Manifest, partOf, type TablePart } from './manifest.ts'
import { refuseInUse, removeAll } from './replace.ts'
import { copyIn, copyOut, readColumns, rowsIn, setSession } from './session.ts'
import { verifyBackup } from './verify.ts'

export type RestoreOptions = {
  file: string
  files_folder: string
  /** Whether what the database holds may go. */
  replace: boolean
  queues: Queues
  log?: (line: string) => void
  /** Hears of it while another process keeps this one waiting. */
  waits?: (line: string) => void
}

/**
 * Puts a backup back. Everything happens in one transaction, from removing what was there to comparing what is there
 * now with the backup: a restore that fails or is killed leaves the database as it was. After it the database is
 * brought up to date, as at any start.
 */
export async function restore(connection: Connection, options: RestoreOptions): Promise<Manifest> {
  const { waits = () => {} } = options
  const manifest = await verifyBackup(options.file)
  const files = await readMigrations()
  const migrations = migrationsOf(manifest, files)
  const own = client(connection, 'dunlin restore')
  await own.connect()
  try {
    await lockMigrations(own, waits)
    await refuseCluster(own)
    await setSession(own)
    await refuseInUse(own)
    await own.query('begin')
    await removeAll(own, options.replace)
    await prepareMigrations(own)
    for (const migration of migrations) await applyMigration(own, migration)
    // Rows are rendered as they come in, unless the documents show what later files bring.
    if (migrations.length === files.length) await applyDocumentsFirst(own)
    await load(own, manifest, options)
    await own.query('commit')
    await takeKey(options.files_folder)
  } finally {
    await own.end()
    await dropKeyAside(options.files_folder)
  }
  await migrate(connection, options.queues, options.log)
  return manifest
}

/** The files that make the schema of a backup; all of them are ours, or it is none of ours. */
function migrationsOf({ migrations, version }: Manifest, files: readonly Migration[]): Migration[] {
  const seen = new Map(migrations.map(({ name, hash }) => [name, hash]))
  const { unknown, changed, folded } = compare(files, seen)
  if (folded) throw new BackupProblem(`The backup ${folded_problem}: restore it with the Dunlin that made it.`)
  if (unknown.length > 0)
    throw new BackupProblem(
      `The backup was made by a newer Dunlin (${version}, with ${unknown.at(-1)}): restore it with that version.`,
    )
  if (changed.length > 0)
    throw new BackupProblem(`The backup was made by another Dunlin: its ${changed.join(', ')} is not the same.`)
  return files.filter(({ name }) => seen.has(name))
}

async function load(own: pg.Client, manifest: Manifest, options: RestoreOptions): Promise<void> {
  await own.query(`create table ${jobs_table} (name text not null, data jsonb, start_after timestamptz not null)`)
  await checkColumns(own, manifest)
  const keys = await setForeignKeysAside(own)
  for (const { name } of manifest.tables)
    await own.query(`alter table ${own.escapeIdentifier(name)} disable trigger user`)
  await loadParts(own, manifest, options)
  for (const { name } of manifest.tables)
    await own.query(`alter table ${own.escapeIdentifier(name)} enable trigger user`)
  // Rows that point at nothing would be refused here.
  for (const add of keys) await own.query(add)
  for (const { name, last_value, is_called } of manifest.sequences) {
    await own.query('select setval($1::regclass, $2::bigint, $3::boolean)', [
      `public.${own.escapeIdentifier(name)}`,
      last_value,
      is_called,
    ])
  }
  for (const part of manifest.tables) await compareTable(own, part)
  await own.query('analyze')
}

async function checkColumns(own: pg.Client, { tables }: Manifest): Promise<void> {
  const there = await readColumns(own)
  for (const { name, columns } of tables) {
    if (columns.toSorted().join() !== there.get(name)?.toSorted().join())
      throw new BackupProblem(`The table ${name} of the backup has other columns than its migrations make.`)
  }
}

/** Tables come in the order of their names, so what they point at may come later. Returns what adds the keys again. */
async function setForeignKeysAside(own: pg.Client): Promise<string[]> {
  const { rows } = await own.query<{ remove: string; add: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
           format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname`)
  for (const { remove } of rows) await own.query(remove)
  return rows.map(({ add }) => add)
}

async function loadParts(
  own: pg.Client,
  manifest: Manifest,
  { file, files_folder, log }: RestoreOptions,
): Promise<void> {
  const parts = new Map(manifest.tables.map((part) => [part.name, part]))
  // The table that is being taken in: the next one begins when it is at its end.
  const open = new Map<string, Taking>()
  const close = async (): Promise<void> => {
    for (const taking of open.values()) await taking.end()
    open.clear()
  }
  for await (const entry of readArchive(file)) {
    const place = partOf(entry.name)
    if (place === null) continue
    if ('file' in place) {
      await (isKey(place.file) ? putKeyAside(files_folder, entry) : putFile(files_folder, place.file, entry))
      continue
    }
    const part = parts.get(place.table)
    if (part === undefined) throw new BackupProblem(`${file} changed while it was read.`)
    let taking = open.get(part.name)
    if (taking === undefined) {
      await close()
      taking = takeIn(own, part)
      open.set(part.name, taking)
      log?.(`${part.name}: ${part.rows} rows`)
    }
    for await (const piece of entry.bytes) await taking.write(piece)
  }
  await close()
}

type Taking = { write: (bytes: Buffer) => Promise<void>; end: () => Promise<void> }

function takeIn(own: pg.Client, { name, columns }: TablePart): Taking {
  const stream = own.query(copyFrom(copyIn(own, name, columns)))
  const ended = finished(stream)
  const failed = ended.then(
    () => new Promise<never>(() => {}),
    (error) => Promise.reject(error),
  )
  failed.catch(() => {})
  return {
    write: async (bytes: Buffer): Promise<void> => {
      if (!stream.write(Buffer.from(bytes))) await Promise.race([once(stream, 'drain'), failed])
    },
    end: async (): Promise<void> => {
      stream.end()
      await ended
    },
  }
}

/** Whether the database now prints what the backup holds, to the last byte. */
async function compareTable(own: pg.Client, { name, columns, rows, sha256 }: TablePart): Promise<void> {
  const hash = createHash('sha256')
  const printed = own.query(copyTo(copyOut(own, name, columns)))
  let count = 0
  for await (const piece of printed as AsyncIterable<Buffer>) {
    hash.update(piece)
    count += rowsIn(piece)
  }
  if (count !== rows || hash.digest('hex') !== sha256)
    throw new BackupProblem(`The rows of ${name} are not what the backup holds; nothing was changed.`)
}
