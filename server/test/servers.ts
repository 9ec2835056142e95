import { type Connection, client, type Database, withDatabase } from '../src/db/connect.ts'
import { readPlan } from '../src/db/distribution.ts'
import { setNodes } from '../src/db/migrate_cluster.ts'
import { readyCluster, set_cluster, spread } from '../src/db/spread.ts'

/** The workers of a Citus cluster whose coordinator TEST_DATABASE_URL names; none: one plain server. */
export const workers = (process.env.TEST_CITUS_WORKERS ?? '').split(',').filter((one) => one !== '')

/**
 * Runs a statement outside any database of ours on each server of the tests. Those of a cluster have databases of the
 * same name, and a node knows of the others by name and port alone: so cloning each of them clones a spread database.
 */
export async function administer(server: Connection, text: string): Promise<void> {
  for (const one of [server, ...workers]) {
    const own = client(withDatabase(one, 'postgres'))
    await own.connect()
    try {
      // Two files that clone at the same moment would each be refused because the other uses the template.
      await own.query('select pg_advisory_lock(1)')
      await own.query(text)
    } finally {
      await own.end()
    }
  }
}

/**
 * Drops a database of the tests on each server of theirs. Citus looks after each database that was used, by a process
 * that comes back by itself: so it is kept out first, and has gone before others could wait for it.
 */
export async function dropDatabase(server: Connection, name: string): Promise<void> {
  if (workers.length > 0) {
    const close = `alter database ${name} allow_connections false`
    const there = `exists (select from pg_database where datname = '${name}')`
    await administer(server, `do $$ begin if ${there} then ${close}; end if; end $$`)
    await administer(server, `select pg_terminate_backend(pid, 30000) from pg_stat_activity where datname = '${name}'`)
  }
  await administer(server, `drop database if exists ${name} with (force)`)
}

/** The database of the same name on each worker. */
const onWorkers = (connection: Connection): Connection[] =>
  workers.map((worker) => withDatabase(worker, new URL(String(connection)).pathname.slice(1)))

/** A database of the tests as each server has it. */
export const nodesOf = (connection: Connection): Connection[] => [connection, ...onWorkers(connection)]

/** Asks every server of a database of the tests; returns how many rows they answer together. */
export async function askNodes(connection: Connection, statement: string): Promise<number> {
  let count = 0
  for (const one of nodesOf(connection)) {
    const own = client(one)
    await own.connect()
    const { rows } = await own.query(statement).finally(() => own.end())
    count += rows.length
  }
  return count
}

/** How many wait for a lock that another one holds. The rows of an administration are locked on its node. */
export const lockWaits = (connection: Connection): Promise<number> =>
  askNodes(connection, `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)

/**
 * On a cluster, whoever connects from now on is refused every statement that would go to several shards: so a request
 * that is answered went to one. On one server nothing.
 */
export async function refuseSeveralNodes({ pool }: Database): Promise<void> {
  if (workers.length === 0) return
  await pool.query(`do $$ begin
    execute format('alter database %I set citus.multi_task_query_log_level = error', current_database());
  end $$`)
}

/** A clone has the tables of its template, and not what is set for the database. */
export async function setClone(connection: Connection): Promise<void> {
  if (workers.length === 0) return
  const own = client(connection)
  await own.connect()
  try {
    await own.query(set_cluster)
    await setNodes(own)
  } finally {
    await own.end()
  }
}

/** Makes the coordinator of a database know its workers. */
export async function addWorkers(connection: Connection): Promise<void> {
  for (const one of [...onWorkers(connection), connection]) {
    const own = client(one)
    await own.connect()
    await own.query('create extension if not exists citus').finally(() => own.end())
  }
  const own = client(connection)
  await own.connect()
  for (const one of workers) {
    const { hostname, port } = new URL(one)
    await own.query('select citus_add_node($1, $2)', [hostname, Number(port)])
  }
  await own.end()
}

/** Makes a migrated database a cluster's, if the tests are to run on one. */
export async function spreadTemplate(server: Connection, name: string): Promise<void> {
  if (workers.length === 0) return
  const connection = withDatabase(server, name)
  await addWorkers(connection)
  const own = client(connection)
  await own.connect()
  try {
    await readyCluster(own, new URL(String(server)).hostname)
    await spread(own, await readPlan(), () => {})
  } finally {
    await own.end()
  }
  // Citus looks after each database that was used, and nobody can clone one that is in use.
  await administer(server, `alter database ${name} allow_connections false`)
  await administer(server, `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`)
}
