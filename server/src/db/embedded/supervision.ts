import { withLock } from './lock.ts'
import { sendSignal } from './processes.ts'
import { readPidFile } from './remains.ts'
import { findOrStartServer, type Running, type Server, serverRuns, trimLog } from './server.ts'

// Looks after the server while this process runs, whoever started it: when it is gone, it is started again. The
// first time at once; a server that keeps dying gets a little longer each time.

export type Supervision = { end(): Promise<void> }

type Watch = { running: Running; failures: number; up_since: number; not_before: number; stopping_since: number }

const look_ms = 200
const trim_log_ms = 60_000
const pause_ms_max = 5_000
const steady_ms = 10_000
// Long enough for a service that is itself being stopped to finish its requests.
const stopping_ms_max = 15_000

export function supervise(options: {
  server: Server
  running: Running
  run_folder: string
  lock_ms: number
}): Supervision {
  const { server, running, run_folder, lock_ms } = options
  const ended = new AbortController()
  const lock = { folder: run_folder, wait_ms: lock_ms, signal: ended.signal }
  const watch: Watch = { running, failures: 0, up_since: performance.now(), not_before: 0, stopping_since: Infinity }
  let looking: Promise<void> | null = null

  const look = (): void => {
    if (ended.signal.aborted || looking !== null) return
    looking = lookAfter(watch, server, restart)
      .catch((error: unknown) => {
        if (!ended.signal.aborted) reportFailure(watch, server, error)
      })
      .finally(() => {
        looking = null
      })
  }
  const restart = async (): Promise<void> => {
    const again = await withLock(lock, () => findOrStartServer(server, ended.signal))
    again.child?.once('exit', look)
    watch.running = again
  }
  // Neither timer keeps the process alive; a server that we started ourselves also reports its end.
  const timer = setInterval(look, look_ms).unref()
  const log_timer = setInterval(() => void trimLog(server.log_file).catch(() => undefined), trim_log_ms).unref()
  running.child?.once('exit', look)

  return {
    end: async () => {
      ended.abort()
      clearInterval(timer)
      clearInterval(log_timer)
      await looking
    },
  }
}

async function lookAfter(watch: Watch, server: Server, restart: () => Promise<void>): Promise<void> {
  const { pid } = watch.running
  if (await serverRuns(server, pid)) return hastenStop(watch, server)
  const now = performance.now()
  if (now < watch.not_before) return
  watch.failures = now - watch.up_since > steady_ms ? 0 : watch.failures + 1
  watch.not_before = now + Math.min(pause_ms_max, 50 * 2 ** watch.failures)
  server.log(`PostgreSQL (process ${pid}) is gone; starting it again.`)
  await restart()
  watch.up_since = performance.now()
  const whose = watch.running.child === null ? 'another process started it' : 'it is started'
  server.log(`PostgreSQL is back, ${whose} (process ${watch.running.pid}).`)
}

/** Asked to stop by somebody else, it lets nobody in and waits for us to leave, which we never would. */
async function hastenStop(watch: Watch, server: Server): Promise<void> {
  const file = await readPidFile(server.place.data)
  if (!file?.status.startsWith('stopping')) {
    watch.stopping_since = Infinity
    return
  }
  watch.stopping_since = Math.min(watch.stopping_since, performance.now())
  if (performance.now() - watch.stopping_since > stopping_ms_max) sendSignal(watch.running.pid, 'SIGINT')
}

function reportFailure(watch: Watch, server: Server, error: unknown): void {
  watch.up_since = performance.now()
  server.log(`PostgreSQL could not be started again: ${error instanceof Error ? error.message : String(error)}`)
}
