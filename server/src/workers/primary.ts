import { fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import type { Connection } from '../db/connect.ts'
import type { Authoritative } from '../limits/limits.ts'
import type { Dispatcher } from './dispatcher.ts'
import { watchMailPort } from './mail_port.ts'
import { type FromWorker, type WorkerStart, worker_variable } from './messages.ts'
import { makeSums } from './sums.ts'
import { startWorkerProcess, type WorkerProcess } from './worker_process.ts'
import { young_space } from './young_space.ts'

/** All workers together. */
export type Workers = {
  /** Replaces the workers one by one, each when its successor serves. A second call waits for the first. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

type Options = {
  count: number
  /** What a worker runs: a module, and its arguments. */
  program: readonly [script: string, ...args: string[]]
  connection: Connection
  dispatcher: Dispatcher
  limits: Authoritative
  log: { info: (line: string) => void; warn: (line: string) => void; error: (line: string) => void }
}

/** With what follows it, a stop ends within 10 s. */
const stop_ms = 8_000
/** One that makes room for another may finish what takes longer. */
const leave_ms = 30_000
const start_ms = 60_000
const silence_ms = 30_000
const sums_ms = 500
/** A worker that lived this long is started again at once; one that keeps dying waits, twice as long each time. */
const steady_ms = 10_000
const pause_ms_first = 100
const pause_ms_max = 5_000

/**
 * Keeps some processes serving on one port. The primary itself serves nothing: it hands out the connections that come
 * in, counts for all, and replaces who is gone.
 */
export async function startWorkers({ count, program, connection, dispatcher, limits, log }: Options): Promise<Workers> {
  const [script, ...args] = program
  const workers = new Set<WorkerProcess>()
  const sums = makeSums()
  const mail_port = watchMailPort({ log: log.error })
  const hear = makeListener({ workers, sums, dispatcher, limits, mail_port, log })
  const complain = complainTo(log)
  let serving = false
  let stopping = false
  let short_lives = 0
  let restarting: Promise<void> | null = null
  let last_id = 0

  function startWorker(): WorkerProcess {
    const began_ms = performance.now()
    const id = ++last_id
    const start: WorkerStart = { id, connection, port: dispatcher.port }
    const env = { ...process.env, ...compileCache(), [worker_variable]: JSON.stringify(start) }
    const onMessage = (message: FromWorker): void => void hear(worker, message).catch(complain)
    const worker = startWorkerProcess(() => fork(script, args, { env, execArgv: [young_space] }), id, {
      heard: onMessage,
      silence_ms,
      log: log.warn,
    })
    workers.add(worker)
    worker.gone.then(async (how) => {
      workers.delete(worker)
      mail_port.gone(worker.id)
      dispatcher.lost(worker)
      await sums.leave(worker.id).catch(complain)
      if (serving && !worker.leaving()) replace(worker, how, performance.now() - began_ms)
    })
    return worker
  }

  function replace({ id, pid }: WorkerProcess, how: string, lived_ms: number): void {
    short_lives = lived_ms > steady_ms ? 0 : short_lives + 1
    const pause_ms = short_lives < 2 ? 0 : Math.min(pause_ms_max, pause_ms_first * 2 ** (short_lives - 2))
    log.warn(`worker ${id} (process ${pid}) is gone: ${how}; another one starts in ${pause_ms} ms`)
    setTimeout(() => {
      // During a restart a successor may have taken the place already.
      const staying = [...workers].filter((one) => !one.leaving()).length
      if (!stopping && staying < count) startWorker()
    }, pause_ms).unref()
  }

  async function stop(): Promise<void> {
    stopping = true
    dispatcher.close()
    mail_port.stop()
    await Promise.all([...workers].map((one) => one.dismiss('stop', stop_ms)))
    await limits.close()
  }

  const first = Array.from({ length: count }, startWorker)
  try {
    await Promise.all(first.map((one) => within(start_ms, one.ready)))
    serving = true
    return {
      restart: () => {
        const isStopping = (): boolean => stopping
        restarting ??= replaceEach({ workers, startWorker, dispatcher, log, isStopping }).finally(() => {
          restarting = null
        })
        return restarting
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Numbers that cannot be added up are no reason to leave everybody alone. */
const complainTo = ({ warn }: Options['log']): ((error: unknown) => void) => {
  return (error) => warn(`the numbers of workers cannot be added up: ${error instanceof Error ? error.message : error}`)
}

/** Hears what workers say to the primary. */
function makeListener({
  workers,
  sums,
  dispatcher,
  limits,
  mail_port,
  log,
}: Pick<Options, 'dispatcher' | 'limits' | 'log'> & Workforce) {
  const retiring = new WeakSet<WorkerProcess>()
  const { collect, collected } = makeCollections(workers)
  return async (from: WorkerProcess, message: FromWorker): Promise<void> => {
    if (message.is === 'asked') {
      from.send({ is: 'granted', number: message.number, granted: message.asked.map(limits.ask) })
    } else if (message.is === 'values') {
      sums.note(from.id, message.values)
      collected(message.number, from)
    } else if (message.is === 'leaving') {
      sums.note(from.id, message.values)
    } else if (message.is === 'sums wanted') {
      await collect()
      from.send({ is: 'sums', number: message.number, text: await sums.text() })
    } else if (message.is === 'mail port') {
      mail_port.heard(from.id, message.problem)
    } else if (message.is === 'retiring') {
      retiring.add(from)
      dispatcher.retire(from)
    } else if (message.is === 'taken') {
      if (!from.leaving() && !retiring.has(from)) dispatcher.free(from)
    } else if (message.is === 'ready') {
      dispatcher.free(from)
      log.info(`worker ${from.id} (process ${from.pid}) serves`)
    }
  }
}

type Workforce = {
  workers: ReadonlySet<WorkerProcess>
  sums: ReturnType<typeof makeSums>
  mail_port: ReturnType<typeof watchMailPort>
}

/** Asks every worker for its numbers. Of one that does not answer in time the last known ones count. */
function makeCollections(workers: ReadonlySet<WorkerProcess>) {
  const collections = new Map<number, (from: WorkerProcess) => void>()
  let last_number = 0
  function collect(): Promise<void> {
    const number = ++last_number
    const missing = new Set(workers)
    return new Promise((resolve) => {
      const settle = (): void => {
        clearTimeout(timer)
        collections.delete(number)
        resolve()
      }
      const timer = setTimeout(settle, sums_ms)
      collections.set(number, (from) => {
        missing.delete(from)
        if (missing.size === 0) settle()
      })
      for (const one of workers) one.send({ is: 'values wanted', number })
    })
  }
  return { collect, collected: (number: number, from: WorkerProcess): void => collections.get(number)?.(from) }
}

type Restart = Pick<Options, 'dispatcher' | 'log'> & {
  workers: ReadonlySet<WorkerProcess>
  startWorker: () => WorkerProcess
  isStopping: () => boolean
}

/** Replaces the workers that there are, one after the other; when a successor does not serve, the others stay. */
async function replaceEach({ workers, startWorker, dispatcher, log, isStopping }: Restart): Promise<void> {
  for (const old of [...workers]) {
    if (isStopping() || old.leaving() || !workers.has(old)) continue
    const successor = startWorker()
    const serves = await within(start_ms, successor.ready).catch((error: unknown) => {
      log.warn(`the restart ends here, and the others stay: ${error instanceof Error ? error.message : error}`)
      return null
    })
    if (serves === null) return successor.dismiss('stop', stop_ms)
    dispatcher.retire(old)
    await old.dismiss('leave', leave_ms)
  }
}

/** Workers start in half the time with the compiled code that this process keeps, if it does. */
function compileCache(): Record<string, string> {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

async function within<T>(limit_ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it did not serve within ${limit_ms / 1000} s`)), limit_ms)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}
