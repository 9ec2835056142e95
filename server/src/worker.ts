import { setTimeout as pause } from 'node:timers/promises'
import { type App, startApp } from './app.ts'
import { clock } from './clock.ts'
import { sentenceOf } from './commands/failure.ts'
import { readConfig } from './config.ts'
import { migrate } from './db/migrate.ts'
import { queues } from './jobs/index.ts'
import { makeLog } from './log.ts'
import { joinWorkers } from './workers/member.ts'
import { type WorkerStart, worker_variable } from './workers/messages.ts'
import { watchUncaught } from './workers/uncaught.ts'

// One of several processes that serve on the same port. The primary runs this file, gives out the connections, and says
// when to go.

/** For this long clients are told, with each answer, not to use their connection again. Then few are still open. */
const leave_ms = 1_000

const config = readConfig(process.env)
// The primary wrote it, in the same version or an older one that wrote the same.
const { id, connection, port } = JSON.parse(process.env[worker_variable] ?? '') as WorkerStart
const log = makeLog(config.log_level, { worker: id })
let app: App | null = null
let stopping = false

const member = joinWorkers({
  values: async () => (await app?.values()) ?? [],
  leave: async () => {
    app?.leave()
    await pause(leave_ms)
    stop()
  },
  stop: () => stop(),
})

watchUncaught({
  log,
  count: (origin) => app?.uncaught(origin),
  leave: () => {
    member.retire()
    stop(1)
  },
})

function stop(code = 0): void {
  if (stopping) return
  stopping = true
  const work = async (): Promise<void> => {
    await app?.stop()
    await member.leaving()
  }
  work().then(
    () => process.exit(code),
    (error) => {
      log.error({ err: error }, 'could not stop cleanly')
      process.exit(1)
    },
  )
}

// A terminal sends these to everybody; it is the primary who decides.
for (const signal of ['SIGINT', 'SIGHUP', 'SIGUSR2']) process.on(signal, () => {})
process.on('SIGTERM', () => stop())

try {
  // Nothing to do, usually: the primary saw to it. After a restart with a newer version there may be.
  const waits = (line: string): void => log.warn(line)
  await migrate(connection, queues, (line) => log.info(line), { waits })
  app = await startApp({ ...config, port }, { connection, stop: async () => {} }, log, clock.now, member)
} catch (error) {
  log.fatal({ err: error }, 'could not start')
  member.failed(sentenceOf(error, process.env) ?? error)
  // The message has to leave the process first.
  process.exitCode = 1
  setImmediate(() => process.disconnect?.())
}
