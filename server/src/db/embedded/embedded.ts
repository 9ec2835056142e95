import { rmdir } from 'node:fs/promises'
import { database, user } from './answer.ts'
import { findPackage, prepareBinaries } from './binaries.ts'
import { clusterName, prepareCluster } from './cluster.ts'
import { type Registration, registerProcess, withLock } from './lock.ts'
import { chooseServerPaths, type DataFolder, openDataFolder, socket_port } from './place.ts'
import { findOrStartServer, findServer, haltServer, type Running, type Server } from './server.ts'
import { supervise } from './supervision.ts'

// Dunlin's own PostgreSQL. It is started in the data folder, or found there when an earlier process was killed; it
// is started again when it dies, and stopped by the last process that uses it.

export type Embedded = {
  /** For pg: the host is the folder of the socket, and stays the same when the server is started again. */
  connection: { host: string; port: number; user: string; database: string }
  /** Sentences for the operator. */
  notices: string[]
  /** Whether it was already running. */
  adopted: boolean
  /** Lets go of the server, and stops it if no other process uses it. A second call waits for the first. */
  stop(): Promise<void>
}

// Longer than a server may take to start, because another process may be waiting for just that.
const start_lock_ms = 660_000
const stop_lock_ms = 5_000

export async function startEmbedded(options: {
  data_dir: string
  log: (line: string) => void
  settings?: Record<string, string>
  /** Whom a new database runs as when root starts it; null for nobody. One that is there keeps its owner. */
  run_as?: string | null
}): Promise<Embedded> {
  const package_folder = findPackage()
  const home = await openDataFolder(options.data_dir)
  return withLock({ folder: home.run_folder, wait_ms: start_lock_ms }, async () => {
    const prepared = await prepareServer({ settings: {}, run_as: null, ...options, package_folder, home })
    // Under the lock, so that nobody stops the server between our finding it and our entry.
    const registration = await registerProcess(home.run_folder)
    try {
      const running = await findOrStartServer(prepared, new AbortController().signal)
      const server = { ...prepared, place: { ...prepared.place, socket: running.socket } }
      const what = running.child === null ? 'was running already' : 'is started'
      options.log(`PostgreSQL ${what} (process ${running.pid}).`)
      return embeddedOf({ server, running, home, registration })
    } catch (error) {
      await registration.leave()
      throw error
    }
  })
}

async function prepareServer(options: {
  package_folder: string
  home: DataFolder
  log: (line: string) => void
  settings: Record<string, string>
  run_as: string | null
}): Promise<Server> {
  const { package_folder, home, log, settings, run_as } = options
  const place = await chooseServerPaths(home, run_as)
  const { account } = place
  const binaries = await prepareBinaries({ package_folder, data_folder: home.folder, account })
  await prepareCluster({ place, binaries, settings, log })
  const cluster_name = await clusterName(place.data)
  return { place, binaries, cluster_name, settings, home_folder: home.folder, log_file: home.log_file, log }
}

function embeddedOf(options: {
  server: Server
  running: Running
  home: DataFolder
  registration: Registration
}): Embedded {
  const { server, running, home, registration } = options
  const supervision = supervise({ server, running, run_folder: home.run_folder, lock_ms: start_lock_ms })
  let stopping: Promise<void> | null = null
  return {
    connection: { host: server.place.socket, port: socket_port, user, database },
    notices: [...server.place.notices, ...server.binaries.notices],
    adopted: running.child === null,
    stop: () => {
      stopping ??= supervision.end().then(() => release(server, home, registration))
      return stopping
    },
  }
}

async function release(server: Server, home: DataFolder, registration: Registration): Promise<void> {
  let entered = false
  try {
    await withLock({ folder: home.run_folder, wait_ms: stop_lock_ms }, async () => {
      entered = true
      await registration.leave()
      if ((await registration.others()) > 0) return server.log('PostgreSQL is left running for another process.')
      const found = await findServer(server)
      if (found !== null) await haltServer(server, found.pid)
      await removeSocketFolder(server, home)
      server.log('PostgreSQL is stopped.')
    })
  } catch (error) {
    if (entered) throw error
    // Whoever keeps the lock so long is starting the server for itself, and will stop it too.
    await registration.leave()
    server.log(`PostgreSQL is left running: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Nothing of ours stays behind in a folder for temporary files. */
async function removeSocketFolder(server: Server, home: DataFolder): Promise<void> {
  if (server.place.socket.startsWith(home.folder)) return
  await rmdir(server.place.socket).catch(() => undefined)
}
