import type { Socket } from 'node:net'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { citus_version } from './citus.ts'
import { keepPlans } from './kept_plans.ts'
import { readersOf } from './readers.ts'
import type { Tables } from './schema.ts'
import { type GrowthWatch, watchGrowth } from './statistics.ts'
import { socketOf, tappedSocket } from './tap.ts'
import { type Watch, watchStatements } from './watch.ts'

export type Connection = string | { host: string; port: number; user: string; database: string }

/** One database: the pool for statements that are ready, and Kysely over the same pool for those that are written. */
export type Database = {
  pool: pg.Pool
  db: Kysely<Tables>
  /** To be said after many rows were written. */
  grown: GrowthWatch['grown']
  /** To be said after a change, for those in this process who follow them. */
  changed: () => void
  /** Calls after each change that this process made, until the function that it returns is called. */
  whenChanged: (listener: () => void) => () => void
  close: () => Promise<void>
}

// Times and days stay as PostgreSQL prints them: a Date would lose the microseconds that sync depends on.
const as_text = new Set<number>([pg.types.builtins.TIMESTAMPTZ, pg.types.builtins.TIMESTAMP, pg.types.builtins.DATE])
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (as_text.has(oid) ? String : pg.types.getTypeParser(oid, format)),
}

// Networks lose connections without telling either end. Then ours is noticed by its silence, and the server's, which
// may hold locks that others wait for, by the settings of its session.
const connect_ms_max = 5_000
const silence_ms_max = 120_000
const alive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }
const session = [
  'timezone=UTC',
  // Our statements are written so that one plan fits all values; planning each time anew costs as much as a page.
  'plan_cache_mode=force_generic_plan',
  'idle_in_transaction_session_timeout=60s',
  // Sooner than we stop listening: what nobody waits for any more shall not go on working.
  'statement_timeout=110s',
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
]

/** Citus finds the shard of a statement by its values, so there each gets a plan of its own where it needs one. */
const own_plans = `
  select set_config('plan_cache_mode', 'auto', false)
  where ${citus_version} is not null`

/** The first connection of a pool finds out whether there is a cluster: where there is none, no other one asks. */
function planAsNeeded(): (one: pg.ClientBase) => Promise<void> {
  let none = false
  return async (one) => {
    if (!none) none = (await one.query(own_plans)).rows.length === 0
  }
}

export type ConnectOptions = {
  connections?: number
  application?: string
  silence_ms?: number
  watch?: Watch | undefined
  /** Looks at each connection before it is used; one of which it throws is closed. */
  check?: (one: pg.ClientBase) => Promise<void>
}

/** Opens a pool on a database. Every session speaks UTC. */
export function connect(connection: Connection, options: ConnectOptions = {}): Database {
  const plan = planAsNeeded()
  const pool = new pg.Pool({
    ...target(connection, session),
    max: options.connections ?? 16,
    application_name: options.application ?? 'dunlin',
    // Also how long somebody waits for a connection that is free.
    connectionTimeoutMillis: connect_ms_max,
    ...alive,
    types,
    stream: tappedSocket,
    onConnect: async (one) => {
      await options.check?.(one)
      await plan(one)
    },
  })
  // A connection that breaks fails its statement, and the pool drops it. It also emits an error, idle or in use, and
  // without a listener that would end the process.
  pool.on('error', () => {})
  pool.on('connect', (one) => one.on('error', () => {}))
  pool.on('connect', keepPlans)
  const { watch } = options
  if (watch) {
    pool.on('connect', (one) => watchStatements(one, watch))
    readersOf(pool).watch = watch
  }
  endSilence(pool, options.silence_ms ?? silence_ms_max)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const growth = watchGrowth(pool)
  const close = (): Promise<void> => {
    growth.stop()
    return db.destroy()
  }
  const listeners = new Set<() => void>()
  const changed = (): void => {
    for (const listener of listeners) listener()
  }
  const whenChanged = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return { pool, db, grown: growth.grown, changed, whenChanged, close }
}

/** Breaks a connection in use on which nothing came for long: whoever waits for it would wait for ever. */
function endSilence(pool: pg.Pool, silence_ms: number): void {
  // With TLS as well it is a socket of node:net, or one on top of it.
  const socketIn = (one: pg.ClientBase): Socket => socketOf(one) as Socket
  pool.on('connect', (one) => {
    const socket = socketIn(one)
    socket.on('timeout', () => socket.destroy(new Error('Connection terminated: the database said nothing for long')))
  })
  pool.on('acquire', (one) => socketIn(one).setTimeout(silence_ms))
  pool.on('release', (_error, one) => socketIn(one).setTimeout(0))
}

/** A connection of its own, for what cannot share one: LISTEN, and work in another database. */
export function client(connection: Connection, application = 'dunlin'): pg.Client {
  const own = new pg.Client({
    ...target(connection, []),
    application_name: application,
    connectionTimeoutMillis: connect_ms_max,
    ...alive,
    types,
  })
  own.on('error', () => {})
  return own
}

/**
 * Where the database is, with what each session there begins with. Of an address the driver believes every parameter
 * more than us: so its options come before ours, which then count where both set the same; and the names of our
 * sessions, by which others know that Dunlin runs, stay ours.
 */
function target(connection: Connection, settings: readonly string[]): pg.ClientConfig {
  const ours = settings.map((setting) => `-c ${setting}`)
  if (typeof connection !== 'string') return { ...connection, options: ours.join(' ') }
  if (!/[?&](options|application_name)=/.test(connection))
    return { connectionString: connection, options: ours.join(' ') }
  const url = new URL(connection)
  const theirs = url.searchParams.getAll('options')
  for (const name of ['options', 'application_name']) url.searchParams.delete(name)
  return { connectionString: url.toString(), options: [...theirs, ...ours].join(' ') }
}

/** The same server, another database. */
export function withDatabase(connection: Connection, database: string): Connection {
  if (typeof connection !== 'string') return { ...connection, database }
  const url = new URL(connection)
  url.pathname = `/${database}`
  return url.toString()
}
