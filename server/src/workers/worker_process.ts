import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import type { FromPrimary, FromWorker } from './messages.ts'

/** A worker, as seen by the primary. */
export type WorkerProcess = {
  id: number
  pid: number
  /** Settled when it serves; rejected when it ended before. */
  ready: Promise<void>
  /** Settled when its process is gone. */
  gone: Promise<string>
  /** Whether it was told to go. */
  leaving: () => boolean
  send: (message: FromPrimary) => void
  /** Hands over a connection. Our end stays open until it says that it has it. */
  give: (socket: Socket) => void
  /** Tells it to go, and ends it when it has not gone in time. */
  dismiss: (how: 'leave' | 'stop', limit_ms: number) => Promise<void>
}

type Options = {
  heard: (message: FromWorker) => void
  /** One that says nothing for this time is ended. */
  silence_ms: number
  log: (line: string) => void
}

/** Starts a worker, and follows it from its start to its end. */
export function startWorkerProcess(start: () => ChildProcess, id: number, options: Options): WorkerProcess {
  try {
    return watchWorker(start(), id, options)
  } catch (error) {
    return refusedWorker(id, error)
  }
}

/** One that the system refused at once is gone before it was there. */
function refusedWorker(id: number, error: unknown): WorkerProcess {
  const how = error instanceof Error ? error.message : String(error)
  const ready = Promise.reject(new Error(`A worker did not start: ${how}`))
  ready.catch(() => {})
  const nothing = (): void => {}
  return {
    ...{ id, pid: 0, ready, gone: Promise.resolve(how), leaving: () => false },
    ...{ send: nothing, give: nothing, dismiss: async () => {} },
  }
}

function watchWorker(worker: ChildProcess, id: number, { heard, silence_ms, log }: Options): WorkerProcess {
  const pid = worker.pid ?? 0
  let failure = ''
  let leaving = false
  let heard_ms = performance.now()
  const ready = Promise.withResolvers<void>()
  const gone = Promise.withResolvers<string>()
  // Whoever waits for it hears of a failure; nobody else has to.
  ready.promise.catch(() => {})

  const send = (message: FromPrimary): void => {
    if (worker.connected) worker.send(message, () => {})
  }
  const kill = (why: string): void => {
    log(`worker ${id} (process ${pid}) ${why}; it is ended`)
    worker.kill('SIGKILL')
  }
  const pulse = setInterval(() => {
    if (performance.now() - heard_ms > silence_ms) kill(`said nothing for ${silence_ms / 1000} s`)
    else send({ is: 'alive?' })
  }, silence_ms / 10)

  worker.on('message', (message: FromWorker) => {
    heard_ms = performance.now()
    if (message.is === 'ready') ready.resolve()
    else if (message.is === 'failed') failure = message.message
    heard(message)
  })
  const ended = (how: string): void => {
    clearInterval(pulse)
    ready.reject(new Error(`A worker did not start: ${how}`))
    gone.resolve(how)
  }
  // One that the system did not make never ends either. Other errors are those of a message, and its end is heard of.
  worker.on('error', ({ message }) => {
    if (worker.pid !== undefined) return
    if (worker.connected) worker.disconnect()
    ended(message)
  })
  worker.once('exit', (code, signal) => ended(failure || `it ended with ${signal ?? code}`))

  return {
    id,
    pid,
    ready: ready.promise,
    gone: gone.promise,
    leaving: () => leaving,
    send,
    give: (socket) => {
      const message: FromPrimary = { is: 'connection' }
      // If it cannot be sent, the worker is about to be gone, and the connection goes to another one then.
      if (worker.connected) worker.send(message, socket, { keepOpen: true }, () => {})
    },
    dismiss: async (how, limit_ms) => {
      leaving = true
      send({ is: how })
      const timer = setTimeout(() => kill('did not go'), limit_ms)
      await gone.promise
      clearTimeout(timer)
    },
  }
}
