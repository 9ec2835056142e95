import { type Connection, client, withDatabase } from '../src/db/connect.ts'
import { startEmbedded } from '../src/db/embedded/embedded.ts'
import type { Ending } from './ending.ts'
import { findPostmaster } from './processes.ts'

/** The database of this run: how it is reached, by us and by address, and whose processor time it uses. */
export type BenchDatabase = {
  connection: Connection
  url: string
  server: string
  embedded: boolean
  postmaster: number | null
}

/** A database of our own: on Dunlin's PostgreSQL in a folder, or on a server that is given. */
export async function makeDatabase(
  folder: string,
  ending: Ending,
  given: Connection | undefined,
): Promise<BenchDatabase> {
  // All contestants are connected for the whole of the run.
  const settings = { max_connections: '300' }
  const embedded = given ? null : await startEmbedded({ data_dir: folder, log: () => {}, settings })
  if (embedded) ending.add(() => embedded.stop())
  const server: Connection = given ?? embedded?.connection ?? ''
  const name = `dunlin_bench_${process.pid}`
  await administer(server, `create database ${name}`)
  ending.add(() => administer(server, `drop database if exists ${name} with (force)`))
  const [about] = await administer<{ server_version: string }>(server, 'show server_version')
  const connection = withDatabase(server, name)
  return {
    connection,
    url: urlOf(connection),
    server: `PostgreSQL ${about?.server_version}, ${given ? 'a server' : "Dunlin's own"}`,
    embedded: embedded !== null,
    postmaster: await findPostmaster(connection),
  }
}

async function administer<Row>(server: Connection, text: string): Promise<Row[]> {
  const own = client(withDatabase(server, 'postgres'), 'dunlin bench')
  await own.connect()
  return own
    .query(text)
    .then(({ rows }) => rows as Row[])
    .finally(() => own.end())
}

/** As an address, for children and pgbench; the folder of a socket stands in the query, as libpq wants it. */
function urlOf(connection: Connection): string {
  if (typeof connection === 'string') return connection
  const { host, port, user, database } = connection
  return `postgres://${user}@localhost/${database}?${new URLSearchParams({ host, port: String(port) })}`
}
