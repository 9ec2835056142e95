import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { takeRestoredJobs } from './backup/restored_jobs.ts'
import { type Connection, client } from './connect.ts'
import { keepInRows, placeDocument, readDocuments } from './documents.ts'
import { isSpread, refuseHalfSpread, runOnCluster, setNodes } from './migrate_cluster.ts'
import { hashOf, type Migration, readMigrations } from './migration_files.ts'
import { migrateQueues, outsideQueues, type Queues, queuesText } from './queues.ts'

/** A number nobody else locks, so that several processes that start at once migrate once. */
const lock_key = 20_261_115

/** The first of the files that were folded into one for each part of the house, before the first release. */
const folded_file = '0001_companies_and_people.sql'
/** Said of a database, or of a backup, that they made. */
export const folded_problem = 'was made by a Dunlin from before the first release, and this one cannot carry it on'

export type Migrated = { applied: string[]; documents: string[] }
type Log = (line: string) => void
/** `signal` ends it where it is: the file that runs is rolled back, and the next start goes on with it. */
type Options = {
  migrations?: readonly Migration[]
  signal?: AbortSignal | undefined
  /** Hears of it while another process keeps this one waiting. */
  waits?: Log
}

/**
 * Brings a database up to date: the numbered files that it has not seen, each in a transaction of its own, then the
 * queues, and the documents whose rendering changed. Files are append-only; one that changed after it ran stops the
 * start. A database that a newer Dunlin brought further is left as it is: this one may go on serving beside that.
 */
export async function migrate(
  connection: Connection,
  queues: Queues,
  log: Log = () => {},
  { migrations, signal, waits = log }: Options = {},
): Promise<Migrated> {
  signal?.throwIfAborted()
  const own = client(connection, 'dunlin migrate')
  const cut = (): void => void own.end()
  await own.connect()
  try {
    signal?.addEventListener('abort', cut)
    await lockMigrations(own, waits)
    await checkServer(own)
    await refuseHalfSpread(own)
    const files = migrations ?? (await readMigrations())
    const state = compare(files, await prepareMigrations(own))
    if (state.folded)
      throw new Error(
        `The database ${folded_problem}. Run the Dunlin that made it, or give this one an empty database: ` +
          'another DATABASE_URL, or another DATA_DIR.',
      )
    if (state.changed.length > 0)
      throw new Error(`Migration ${state.changed[0]} was changed after it ran here. Add a new file instead.`)
    if (state.unknown.length > 0) {
      refuseFork(state)
      log(`The database was brought further by a newer Dunlin (${state.unknown.at(-1)}); it is left as it is.`)
      return { applied: [], documents: [] }
    }
    for (const file of state.pending) await applyApart(own, file, log)
    await applyQueues(own, queues, log)
    await takeRestoredJobs(own, outsideQueues(queues))
    const documents = await applyDocuments(own, log)
    for (const problem of await setNodes(own)) log(problem)
    return { applied: state.pending.map(({ name }) => name), documents }
  } finally {
    signal?.removeEventListener('abort', cut)
    await own.end()
  }
}

/** After so long it is logged that this one waits, and again each time after so much longer. */
const waits_first_ms = 1_000
const waits_again_ms = 30_000

/** Held to the end of the session: whoever changes the schema does it alone, and takes the time that it needs. */
export async function lockMigrations(own: pg.Client, waits: Log): Promise<void> {
  const began_ms = performance.now()
  // Whatever a role or DATABASE_URL prefers.
  await own.query('set statement_timeout = 0')
  for (let wait_ms = waits_first_ms; ; wait_ms = waits_again_ms) {
    await own.query(`set lock_timeout = ${wait_ms}`)
    try {
      await own.query('select pg_advisory_lock($1)', [lock_key])
      return void (await own.query('reset lock_timeout'))
    } catch (error) {
      if ((error as pg.DatabaseError).code !== '55P03') throw error // It was held for so long.
      const waited_s = Math.round((performance.now() - began_ms) / 1_000)
      waits(`waiting for ${waited_s} s until another process is done with the schema: ${await lockHolder(own)}`)
    }
  }
}

/** Who changes the schema, in words for whoever waits. */
async function lockHolder(own: pg.Client): Promise<string> {
  const { rows } = await own.query<{ says: string }>(
    `select format('%s, process %s of the database, from %s, for %s s', coalesce(nullif(a.application_name, ''), 'somebody'),
                   a.pid, coalesce(host(a.client_addr), 'its own machine'),
                   extract(epoch from clock_timestamp() - a.backend_start)::integer) as says
     from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $1 and l.objsubid = 1
       and l.database = (select oid from pg_database where datname = current_database())`,
    [lock_key],
  )
  return rows[0]?.says ?? 'it is gone just now'
}

/** What a database has seen, by name, with the hash of what it was then; the table is made if it is not there. */
export async function prepareMigrations(own: pg.Client): Promise<Map<string, string>> {
  await own.query(
    `create table if not exists migrations (
       name text primary key, hash text not null, applied_at timestamptz not null
     )`,
  )
  return readSeen(own)
}

/** `folded` says that the files which made it are no longer there; nothing else is of use then. */
export type MigrationState = { pending: Migration[]; changed: string[]; unknown: string[]; folded: boolean }

/** How a database stands to the files of this Dunlin. */
export function compare(files: readonly Migration[], seen: ReadonlyMap<string, string>): MigrationState {
  const known = new Set(files.map(({ name }) => name))
  return {
    pending: files.filter(({ name }) => !seen.has(name)),
    changed: files.filter((file) => (seen.get(file.name) ?? file.hash) !== file.hash).map(({ name }) => name),
    unknown: [...seen.keys()].filter((name) => name.endsWith('.sql') && !known.has(name)).sort(),
    folded: seen.has(folded_file) && !known.has(folded_file),
  }
}

function refuseFork({ pending, unknown }: Pick<MigrationState, 'pending' | 'unknown'>): void {
  if (pending.length === 0) return
  throw new Error(
    `The database is neither older nor newer than this Dunlin: it knows ${unknown.join(', ')}, and lacks ` +
      `${pending.map(({ name }) => name).join(', ')}. Run the Dunlin that it belongs to.`,
  )
}

export const oldest_server = 150_000

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

/** Runs a file in the transaction of the caller, and notes it. */
export async function applyMigration(own: pg.Client, { name, text }: Migration): Promise<void> {
  await own.query(text)
  await note(own, name, text)
}

async function applyApart(own: pg.Client, file: Migration, log: Log): Promise<void> {
  const spread = await isSpread(own)
  await once(own, file, () => (spread ? runOnCluster(own, file.text) : own.query(file.text)), log)
  log(`migrated ${file.name}`)
}

/** The queue brings tables of its own, in a schema of its own. */
async function applyQueues(own: pg.Client, queues: Queues, log: Log): Promise<void> {
  const name = 'queues'
  const text = queuesText(queues)
  if ((await readSeen(own)).get(name) === hashOf(text)) return
  await migrateQueues(own, queues)
  await note(own, name, text)
  log('brought the queues up to date')
}

/** Rendering follows the definitions, so it is not a numbered file: each part runs again when its text changes. */
async function applyDocuments(own: pg.Client, log: Log): Promise<string[]> {
  const seen = await readSeen(own)
  const changed: string[] = []
  for (const document of await readDocuments()) {
    const { table, text } = document
    const name = nameOf(document)
    if (seen.get(name) === hashOf(text)) continue
    await once(own, { name, text }, () => placeDocument(own, document), log)
    log(`rendered ${name}`)
    changed.push(table)
  }
  for (const table of await keepInRows(own)) log(`${table} is in use: where its documents are kept is said later`)
  return changed
}

/** In the transaction of the caller, for tables that all files have made, and that are still empty. */
export async function applyDocumentsFirst(own: pg.Client): Promise<void> {
  for (const document of await readDocuments()) {
    await placeDocument(own, document)
    await note(own, nameOf(document), document.text)
  }
}

const nameOf = ({ table }: { table: string }): string => `document of ${table}`

async function readSeen(own: pg.Client): Promise<Map<string, string>> {
  const { rows } = await own.query<{ name: string; hash: string }>('select name, hash from migrations')
  return new Map(rows.map((row) => [row.name, row.hash]))
}

/**
 * A change of a table waits for those who use it, and everybody who comes later waits behind the change. So it gives up
 * after a moment, lets them pass, and comes again: a long report or a backup then delays the start, and nobody else.
 */
const patience = { wait_ms: 2_000, pause_ms: 500, tries: 1_000 }
/** What others hold, and what others wait for while we hold it: on a cluster locks are taken node by node. */
const busy_codes = ['55P03', '40P01']

async function once(
  own: pg.Client,
  { name, text }: Pick<Migration, 'name' | 'text'>,
  work: () => Promise<unknown>,
  log: Log,
): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      await own.query('begin')
      // The nodes of a cluster get the timeout as well; on one server the first line has no effect.
      await own.query(`set local citus.propagate_set_commands = 'local'`)
      await own.query(`set local lock_timeout = ${patience.wait_ms}`)
      await work()
      await note(own, name, text)
      await own.query('commit')
      return
    } catch (error) {
      await own.query('rollback').catch(() => {})
      const busy = error instanceof pg.DatabaseError && busy_codes.includes(error.code ?? '')
      if (!busy || tried === patience.tries)
        throw new Error(`${name} failed: ${error instanceof Error ? error.message : error}`, { cause: error })
      if (tried % 10 === 1) log(`${name} waits for a table that is in use`)
      await pause(patience.pause_ms)
    }
  }
}

async function note(own: pg.Client, name: string, text: string): Promise<void> {
  await own.query(
    `insert into migrations (name, hash, applied_at) values ($1, $2, clock_timestamp())
     on conflict (name) do update set hash = excluded.hash, applied_at = excluded.applied_at`,
    [name, hashOf(text)],
  )
}
