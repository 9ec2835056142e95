import { type Connection, client, withDatabase } from '../src/db/connect.ts'
import { readPlan } from '../src/db/distribution.ts'
import { readyCluster, spread } from '../src/db/spread.ts'

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

/** Makes the coordinator of a database know its workers. */
export async function addWorkers(connection: Connection): Promise<void> {
  const name = new URL(String(connection)).pathname.slice(1)
  for (const one of [...workers.map((worker) => withDatabase(worker, name)), connection]) {
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
