import { createHash } from 'node:crypto'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Connection, client } from '../connect.ts'
import { isSpread } from '../migrate_cluster.ts'
import { queue_schema } from '../queues.ts'
import { type Archive, writeArchive } from './archive.ts'
import { addFiles, type LeaveOut } from './files.ts'
import {
  jobs_columns,
  jobs_table,
  type Manifest,
  manifest_name,
  pieceName,
  type SequencePart,
  seal_name,
  type TablePart,
} from './manifest.ts'
import { areJobsHeld } from './restored_jobs.ts'
import { copyOut, readColumns, readTables, rowsIn, setSession } from './session.ts'

/** A piece of a table is held in memory, so it is not large. */
const piece_bytes = 4 * 1024 * 1024

export type BackupOptions = {
  file: string
  /** The folder of files; what is not there is no part of the backup. */
  files_folder: string | null
  version: string
  now: Date
  log?: (line: string) => void
  leaveOut?: LeaveOut
}

/** Something that a person can mend, described in a sentence. */
export class BackupProblem extends Error {}

/**
 * Writes everything that a database holds into one file, as it was at one moment, while others go on reading and
 * writing. The schema is not part of it: it is made again by the migrations that the file names.
 */
export async function backup(connection: Connection, options: BackupOptions): Promise<Manifest> {
  const own = client(connection, 'dunlin backup')
  await own.connect()
  try {
    await refuseCluster(own)
    await setSession(own)
    const tables = await begin(own)
    let manifest: Manifest | null = null
    await writeArchive(options.file, options.now, async (archive) => {
      manifest = await fill(own, archive, tables, options)
      const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
      await archive.add(manifest_name, text)
      await archive.add(seal_name, Buffer.from(`${createHash('sha256').update(text).digest('hex')}\n`))
    })
    if (manifest === null) throw new Error('A backup was written without its manifest.')
    return manifest
  } finally {
    await own.end()
  }
}

/** One snapshot of the coordinator is not one moment of all nodes, so such a backup would look right and be wrong. */
export async function refuseCluster(own: pg.Client): Promise<void> {
  if (!(await isSpread(own))) return
  throw new BackupProblem(
    'This database is spread over a Citus cluster, of which we cannot read one moment. Archive every node and make ' +
      'restore points with citus_create_restore_point; the guide on scaling says how.',
  )
}

/**
 * One moment for everything that is read. The tables are locked before it, in the weakest way there is: nobody waits
 * but a change of the schema.
 */
async function begin(own: pg.Client): Promise<string[]> {
  for (let tried = 0; tried < 10; tried++) {
    const tables = await readTables(own)
    if (tables.length === 0 || !(await hasMigrations(own)))
      throw new BackupProblem('There is no Dunlin in this database, so there is nothing to back up.')
    await own.query('begin isolation level repeatable read, read only')
    try {
      const names = tables.map((name) => own.escapeIdentifier(name)).join(', ')
      await own.query(`lock table ${names}, migrations in access share mode`)
      if ((await readTables(own)).join() === tables.join()) return tables
    } catch (error) {
      if ((error as pg.DatabaseError).code !== '42P01') throw error // A table was dropped meanwhile.
    }
    await own.query('rollback')
  }
  throw new BackupProblem('The tables change all the time: wait until the migration is done.')
}

async function hasMigrations(own: pg.Client): Promise<boolean> {
  const { rows } = await own.query<{ there: boolean }>(`select to_regclass('public.migrations') is not null as there`)
  return rows[0]?.there === true
}

async function fill(
  own: pg.Client,
  archive: Archive,
  tables: readonly string[],
  { files_folder, version, now, log, leaveOut = () => {} }: BackupOptions,
): Promise<Manifest> {
  const columns = await readColumns(own)
  const { rows: migrations } = await own.query<{ name: string; hash: string }>(
    `select name, hash from migrations where name like '%.sql' order by name`,
  )
  const { rows: server } = await own.query<{ version: string }>(`select current_setting('server_version') as version`)
  const parts: TablePart[] = []
  for (const name of tables) {
    const those = columns.get(name) ?? []
    parts.push(await addTable(own, archive, { name, columns: those, statement: copyOut(own, name, those) }))
    log?.(`${name}: ${parts.at(-1)?.rows} rows`)
  }
  const jobs = await jobsStatement(own)
  if (jobs) parts.push(await addTable(own, archive, { name: jobs_table, columns: jobs_columns, statement: jobs }))
  // After the tables: a counter is never behind what was written before it was read.
  const sequences = await readSequences(own)
  await own.query('commit')
  const hash = createHash('sha256')
  const files = files_folder === null ? null : await addFiles(archive, files_folder, hash, leaveOut)
  return {
    format: 1,
    product: 'dunlin',
    version,
    made_at: now.toISOString(),
    postgresql: server[0]?.version ?? '',
    migrations,
    tables: parts,
    sequences,
    files: files && { ...files, sha256: hash.digest('hex') },
  }
}

type Table = { name: string; columns: string[]; statement: string }

async function addTable(own: pg.Client, archive: Archive, { name, columns, statement }: Table): Promise<TablePart> {
  const hash = createHash('sha256')
  const printed = own.query(copyTo(statement))
  let held: Buffer[] = []
  let [length, bytes, rows, pieces] = [0, 0, 0, 0]
  const write = async (): Promise<void> => {
    await archive.add(pieceName(name, ++pieces), Buffer.concat(held, length))
    held = []
    length = 0
  }
  for await (const piece of printed as AsyncIterable<Buffer>) {
    hash.update(piece)
    rows += rowsIn(piece)
    bytes += piece.length
    held.push(piece)
    length += piece.length
    if (length >= piece_bytes) await write()
  }
  if (length > 0) await write()
  return { name, columns, rows, bytes, sha256: hash.digest('hex') }
}

/**
 * Jobs that are still to be done: those under way as well, because their process may not end them, and before them
 * those that wait since a restore until somebody lets them go.
 */
async function jobsStatement(own: pg.Client): Promise<string | null> {
  const { rows } = await own.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    `${queue_schema}.job`,
  ])
  if (!rows[0]?.there) return null
  const held = (await areJobsHeld(own)) ? `select name, data, start_after from ${jobs_table} union all` : ''
  return `copy (${held} (
    select name, data, start_after from ${queue_schema}.job
    where state in ('created', 'retry', 'active') and name not like '\\_\\_%' order by created_on, id
  )) to stdout`
}

async function readSequences(own: pg.Client): Promise<SequencePart[]> {
  const { rows } = await own.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`)
  const parts: SequencePart[] = []
  for (const { name } of rows) {
    const { rows: values } = await own.query<Omit<SequencePart, 'name'>>(
      `select last_value, is_called from ${own.escapeIdentifier(name)}`,
    )
    if (values[0]) parts.push({ name, ...values[0] })
  }
  return parts
}
