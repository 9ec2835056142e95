import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { tappedSocket } from './raw_rows.ts'
import type { Tables } from './schema.ts'
import { type Watch, watchStatements } from './watch.ts'

export type Connection = string | { host: string; port: number; user: string; database: string }

/** One database: the pool for statements that are ready, and Kysely over the same pool for those that are written. */
export type Database = { pool: pg.Pool; db: Kysely<Tables>; close: () => Promise<void> }

// Times and days stay as PostgreSQL prints them: a Date would lose the microseconds that sync depends on.
const as_text = new Set<number>([pg.types.builtins.TIMESTAMPTZ, pg.types.builtins.TIMESTAMP, pg.types.builtins.DATE])
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (as_text.has(oid) ? String : pg.types.getTypeParser(oid, format)),
}

/** Opens a pool on a database. Every session speaks UTC. */
export function connect(
  connection: Connection,
  options: { connections?: number; application?: string; watch?: Watch | undefined } = {},
): Database {
  const pool = new pg.Pool({
    ...target(connection),
    max: options.connections ?? 16,
    application_name: options.application ?? 'dunlin',
    connectionTimeoutMillis: 10_000,
    // Our statements are written so that one plan fits all values; planning each time anew costs as much as a page.
    options: '-c timezone=UTC -c plan_cache_mode=force_generic_plan',
    types,
    stream: tappedSocket,
  })
  // A connection that breaks tells its statement, and the pool drops it. It also tells itself, idle or in use, and
  // without a listener that would end the process.
  pool.on('error', () => {})
  pool.on('connect', (one) => one.on('error', () => {}))
  const { watch } = options
  if (watch) pool.on('connect', (one) => watchStatements(one, watch))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { pool, db, close: () => db.destroy() }
}

/** A connection of its own, for what cannot share one: LISTEN, and work in another database. */
export function client(connection: Connection, application = 'dunlin'): pg.Client {
  const own = new pg.Client({ ...target(connection), application_name: application, types })
  own.on('error', () => {})
  return own
}

const target = (connection: Connection): pg.ClientConfig =>
  typeof connection === 'string' ? { connectionString: connection } : connection

/** The same server, another database. */
export function withDatabase(connection: Connection, database: string): Connection {
  if (typeof connection !== 'string') return { ...connection, database }
  const url = new URL(connection)
  url.pathname = `/${database}`
  return url.toString()
}
