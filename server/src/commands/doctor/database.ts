import type pg from 'pg'
import { type Config, connectionsOf } from '../../config.ts'
import { areJobsHeld, countHeldJobs } from '../../db/backup/restored_jobs.ts'
import { type Connection, client } from '../../db/connect.ts'
import { compare, folded_problem, oldest_server } from '../../db/migrate.ts'
import { type Migration, readMigrations } from '../../db/migration_files.ts'
import { openDatabase } from '../../prepare_database.ts'
import { remedies } from '../failure.ts'
import { hasDatabase, makeLog } from '../on_database.ts'
import { examineCluster } from './cluster.ts'
import { errorOf, type Finding, passed, problem, warning } from './finding.ts'

/** Beside the pool, each process has some that listen. */
const listening_each = 4

/** Looks at the database without changing anything in it. Our own is started for that if it does not run. */
export async function examineDatabase(config: Config, now: () => Date): Promise<Finding[]> {
  if (!(await hasDatabase(config))) {
    const remedy =
      'If there should be one: run this in the folder of the service, or set DATA_DIR or DATABASE_URL as it has.'
    return [warning('database', `There is none in ${config.data_dir} yet; the first start makes one.`, remedy)]
  }
  try {
    const opened = await openDatabase(config, makeLog({ log_level: 'silent' }))
    try {
      return await examine(opened.connection, config.workers, now)
    } finally {
      await opened.stop()
    }
  } catch (error) {
    return [unreachable(error, config)]
  }
}

async function examine(connection: Connection, workers: number, now: () => Date): Promise<Finding[]> {
  const own = client(connection, 'dunlin doctor')
  await own.connect()
  try {
    const before = now().getTime()
    const facts = await readFacts(own)
    const after = now().getTime()
    const files = await readMigrations()
    return [
      ...judgeServer(facts),
      judgeConnections(facts, workers),
      judgeClock(facts.moment_ms, { before, after }),
      ...(await examineMigrations(own, files)),
      ...(await examineHeld(own)),
      ...(await examineCluster(own)),
    ]
  } finally {
    await own.end()
  }
}

export type Facts = {
  version: number
  name: string
  encoding: string
  read_only: boolean
  may_create: boolean
  /** Tables that belong to somebody else, so that no migration can change them. */
  foreign_tables: number
  extension: 'installed' | 'can be installed' | 'not for us' | 'absent'
  max_connections: number
  moment_ms: number
}

async function readFacts(own: pg.Client): Promise<Facts> {
  const { rows } = await own.query<Facts>(`
    select current_setting('server_version_num')::integer as version, current_setting('server_version') as name,
           current_setting('server_encoding') as encoding,
           pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as read_only,
           has_schema_privilege('public', 'create') as may_create,
           (select count(*)::integer from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
              and not pg_has_role(relowner, 'usage')) as foreign_tables,
           case when exists (select from pg_extension where extname = 'btree_gist') then 'installed'
                when not exists (select from pg_available_extensions where name = 'btree_gist') then 'absent'
                when has_database_privilege(current_database(), 'create') then 'can be installed'
                else 'not for us' end as extension,
           current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
             as max_connections,
           extract(epoch from clock_timestamp())::double precision * 1000 as moment_ms`)
  if (!rows[0]) throw new Error('The database said nothing about itself.')
  return rows[0]
}

/** Version, encoding, extension and rights. */
export function judgeServer(facts: Facts): Finding[] {
  const { version, name, encoding, read_only, may_create, foreign_tables, extension } = facts
  const found: Finding[] = []
  if (version < oldest_server)
    found.push(problem('database', `PostgreSQL ${name} is too old.`, 'Move the data to PostgreSQL 15 or newer.'))
  if (encoding !== 'UTF8')
    found.push(problem('database', `The database has encoding ${encoding}.`, 'Make one with encoding UTF8.'))
  if (read_only)
    found.push(problem('database', 'The database takes no writes.', 'Point DATABASE_URL at the primary server.'))
  if (extension === 'absent')
    found.push(
      problem('database', 'The extension btree_gist is not to be had.', 'Install the contrib package of PostgreSQL.'),
    )
  if (extension === 'not for us')
    found.push(
      problem(
        'rights',
        'The extension btree_gist is missing.',
        'As owner of the database: create extension btree_gist;',
      ),
    )
  if (!may_create || foreign_tables > 0) {
    const what = may_create ? `${foreign_tables} tables belong to another role` : 'Nothing may be made in schema public'
    const remedy = 'Make the role of DATABASE_URL the owner of the database and of the tables in it.'
    found.push(problem('rights', `${what}, so migrations would fail.`, remedy))
  }
  if (!found.some(({ check }) => check === 'database'))
    found.unshift(passed('database', `PostgreSQL ${name}, ${encoding}.`))
  if (!found.some(({ check }) => check === 'rights')) found.push(passed('rights', 'Migrations may change the schema.'))
  return found
}

export function judgeConnections({ max_connections }: Pick<Facts, 'max_connections'>, workers: number): Finding {
  const needed = workers * (connectionsOf(workers) + listening_each) + 5
  if (max_connections >= needed)
    return passed('connections', `The database takes ${max_connections} connections, and ${needed} are needed here.`)
  return problem(
    'connections',
    `The database takes ${max_connections} connections, and ${workers} workers need ${needed}.`,
    'Raise max_connections of PostgreSQL, or lower WORKERS. Other machines that run Dunlin count as well.',
  )
}

const clock_ms = { warning: 2_000, problem: 30_000 }

/** The database's moment lies between ours before and ours after, unless a clock is wrong. */
export function judgeClock(moment_ms: number, { before, after }: { before: number; after: number }): Finding {
  const off = moment_ms < before ? before - moment_ms : moment_ms > after ? moment_ms - after : 0
  if (off < clock_ms.warning) return passed('clock', 'The clocks of this machine and of the database agree.')
  const says = `The clocks of this machine and of the database differ by ${(off / 1000).toFixed(1)} s.`
  const remedy = 'Let both follow NTP: tokens, sessions and links end by the one, changes are stamped by the other.'
  return off < clock_ms.problem ? warning('clock', says, remedy) : problem('clock', says, remedy)
}

async function examineMigrations(own: pg.Client, files: readonly Migration[]): Promise<Finding[]> {
  try {
    return [judgeMigrations(files, await readSeen(own))]
  } catch (error) {
    // A user who may not read them may not change anything either, which is reported as missing rights.
    if (errorOf(error).code === insufficient_privilege) return []
    throw error
  }
}

/** Only when something is held since a restore. */
async function examineHeld(own: pg.Client): Promise<Finding[]> {
  if (!(await areJobsHeld(own))) return []
  const says = `Mails and the work of the night are held since a restore; ${await countHeldJobs(own)} jobs of it wait.`
  return [
    warning('jobs', says, 'If this takes the place of the original: dunlin release-jobs. If it is a copy: nothing.'),
  ]
}

const insufficient_privilege = '42501'

async function readSeen(own: pg.Client): Promise<Map<string, string> | null> {
  const { rows: there } = await own.query<{ there: boolean }>(
    `select to_regclass('public.migrations') is not null as there`,
  )
  if (!there[0]?.there) return null
  const { rows } = await own.query<{ name: string; hash: string }>('select name, hash from migrations')
  return new Map(rows.map(({ name, hash }) => [name, hash]))
}

export function judgeMigrations(files: readonly Migration[], seen: ReadonlyMap<string, string> | null): Finding {
  if (seen === null) return passed('migrations', 'The database is empty; the first start fills it.')
  const { pending, changed, unknown, folded } = compare(files, seen)
  if (folded)
    return problem(
      'migrations',
      `The database ${folded_problem}.`,
      'Run the Dunlin that made it, or set DATABASE_URL or DATA_DIR to an empty database.',
    )
  if (changed.length > 0)
    return problem(
      'migrations',
      `${changed.join(', ')} ran here in another form than this Dunlin has.`,
      'Run the version of Dunlin that the database belongs to, or restore a backup.',
    )
  if (unknown.length > 0) {
    const says = `The database was brought further by a newer Dunlin: ${unknown.join(', ')}.`
    if (pending.length > 0) return problem('migrations', says, 'Run the version that the database belongs to.')
    return warning('migrations', says, 'Upgrade this machine too; until then it may go on serving.')
  }
  if (pending.length === 0) return passed('migrations', `All ${files.length} have run.`)
  const says = `${pending.length} are to be run: ${pending.map(({ name }) => name).join(', ')}.`
  return warning('migrations', says, 'Take a backup; then dunlin migrate, or the next start, runs them.')
}

function unreachable(error: unknown, { database_url }: Config): Finding {
  const { code, message } = errorOf(error)
  const own = `Read ${'postgres.log'} in DATA_DIR.`
  return problem(
    'database',
    `It cannot be reached: ${message}`,
    remedies[code] ?? (database_url ? 'Mend DATABASE_URL.' : own),
  )
}
