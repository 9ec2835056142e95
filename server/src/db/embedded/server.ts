import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, open, readFile, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { askServer, createDatabase } from './answer.ts'
import type { Binaries } from './binaries.ts'
import { cannotRun, serverArguments, spawnOptions } from './cluster.ts'
import { giveLike, type ServerPaths } from './place.ts'
import { commandOf, processExists, sendSignal } from './processes.ts'
import { clearRemains, isPostmaster, type PidFile, readPidFile } from './remains.ts'

// One server process: finding it, starting it, and ending it. Whoever calls these functions holds the lock.

export type Server = {
  place: ServerPaths
  binaries: Binaries
  cluster_name: string
  settings: Record<string, string>
  home_folder: string
  log_file: string
  log: (line: string) => void
}

/** The child is null when another process started the server. */
export type Running = { pid: number; socket: string; child: ChildProcess | null }

type Attempt = { began: number; child: ChildProcess | null; log_start: number; failures: number; ready_since: number }

const poll_ms = 10
// Recovery after a kill replays at most some gigabytes of log, which takes minutes on a slow disk.
const start_ms_max = 600_000
const passing_ms_max = 60_000
const unreachable_ms_max = 15_000
const failures_max = 4
const log_bytes_max = 5 * 1024 * 1024

/** Finds the running server or starts one, and comes back when it answers. */
export async function findOrStartServer(server: Server, signal: AbortSignal): Promise<Running> {
  const attempt: Attempt = { began: performance.now(), child: null, log_start: 0, failures: 0, ready_since: Infinity }
  let next_word_ms = 10_000
  for (;;) {
    signal.throwIfAborted()
    const found = await findServer(server)
    if (found !== null) {
      const socket = await readySocket(server, found, attempt)
      if (socket !== null) {
        return { pid: found.pid, socket, child: attempt.child?.pid === found.pid ? attempt.child : null }
      }
    } else {
      attempt.ready_since = Infinity
      if (attempt.child === null || hasEnded(attempt.child)) await startOnce(server, attempt)
    }
    const waited_ms = performance.now() - attempt.began
    if (waited_ms > start_ms_max) throw new Error(`PostgreSQL is not ready after ${start_ms_max / 60_000} minutes.`)
    if (waited_ms > next_word_ms) {
      next_word_ms += 10_000
      server.log(`Waiting for PostgreSQL (${found?.status.trim() || 'not running yet'}).`)
      // Somebody asked it to stop when its clients have left, and they take too long.
      if (found?.status.startsWith('stopping')) sendSignal(found.pid, 'SIGINT')
    }
    await sleep(poll_ms)
  }
}

/** The server of this data folder, if it runs, with what its own file says about it. */
export async function findServer(server: Server): Promise<PidFile | null> {
  const file = await readPidFile(server.place.data)
  return file !== null && (await serverRuns(server, file.pid)) ? file : null
}

export async function serverRuns(server: Server, pid: number): Promise<boolean> {
  if (pid <= 0) return false
  // Elsewhere a look at the command means starting a program, so there it is done only for a process that exists.
  if (process.platform !== 'linux' && !processExists(pid)) return false
  return isPostmaster(await commandOf(pid), server.cluster_name)
}

/** Asks the server to end at once but cleanly, and insists when it takes too long; comes back when it is gone. */
export async function haltServer(server: Server, pid: number): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 8_000],
    ['SIGQUIT', 7_000],
    ['SIGKILL', 5_000],
  ]
  for (const [signal, wait_ms] of steps) {
    if (!(await serverRuns(server, pid))) return
    if (signal !== 'SIGINT') server.log(`PostgreSQL (process ${pid}) is slow to stop; sending ${signal}.`)
    sendSignal(pid, signal)
    const until = performance.now() + wait_ms
    while (performance.now() < until) {
      if (!(await serverRuns(server, pid))) return
      await sleep(poll_ms)
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) could not be stopped.`)
}

/** Keeps the log and one older part. The server appends, so it goes on at the start of a file that is cut. */
export async function trimLog(log_file: string): Promise<void> {
  if ((await fileSize(log_file)) <= log_bytes_max) return
  await copyFile(log_file, `${log_file}.1`)
  await truncate(log_file)
}

async function readySocket(server: Server, found: PidFile, attempt: Attempt): Promise<string | null> {
  if (!found.status.startsWith('ready')) return null
  // It was perhaps started with another folder for temporary files than ours.
  for (const socket of new Set([server.place.socket, found.socket])) {
    const answer = await askServer(socket)
    if (answer.kind === 'refused') throw new Error(`PostgreSQL refuses our connection: ${answer.message}.`)
    if (answer.kind === 'no_database') await createDatabase(socket)
    if (answer.kind === 'full') return socket
    if (answer.kind === 'ready' && answer.cluster_name === server.cluster_name) return socket
    // A server that has just been given its database is asked again in the next round.
    if (answer.kind !== 'silent') return null
  }
  attempt.ready_since = Math.min(attempt.ready_since, performance.now())
  if (performance.now() - attempt.ready_since > unreachable_ms_max) {
    server.log(`PostgreSQL (process ${found.pid}) runs but cannot be reached; starting it anew.`)
    await haltServer(server, found.pid)
  }
  return null
}

async function startOnce(server: Server, attempt: Attempt): Promise<void> {
  const waited_ms = performance.now() - attempt.began
  if (attempt.child !== null) {
    attempt.failures += 1
    await judgeFailure(server, attempt, waited_ms)
    attempt.child = null
  }
  await stat(server.place.data).catch(() => {
    throw new Error(`The database folder ${server.place.data} is gone.`)
  })
  if (!(await clearRemains({ ...server, ...server.place, waited_ms }))) return
  await trimLog(server.log_file)
  attempt.log_start = await fileSize(server.log_file)
  attempt.child = await launch(server)
}

/** Some failures pass by themselves, such as processes of a killed server that are not all gone yet. */
async function judgeFailure(server: Server, attempt: Attempt, waited_ms: number): Promise<void> {
  const log = await readFile(server.log_file)
  const said = log.subarray(attempt.log_start).toString('utf8').trim()
  const passing = /pre-existing shared memory|lock file/i.test(said)
  if (passing ? waited_ms > passing_ms_max : attempt.failures >= failures_max) {
    throw new Error(`PostgreSQL does not start; its log ${server.log_file} ends with: ${said.slice(-2000)}`)
  }
  await sleep(100)
}

/** The child is a group of its own and writes to a file, so that it outlives us however we end. */
async function launch(server: Server): Promise<ChildProcess> {
  const { place, binaries } = server
  const program = join(binaries.folder, 'bin', 'postgres')
  const log = await open(server.log_file, 'a', 0o600)
  try {
    await giveLike(server.log_file, server.home_folder)
    const child = spawn(program, serverArguments({ ...server, ...place }), {
      ...spawnOptions(place.account, place.data),
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    child.unref()
    await once(child, 'spawn').catch((error: unknown) => {
      throw error instanceof Error ? cannotRun(binaries, error) : error
    })
    return child
  } finally {
    await log.close()
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function fileSize(path: string): Promise<number> {
  return stat(path).then(
    (found) => found.size,
    () => 0,
  )
}
