import { Worker } from 'node:worker_threads'
import type { ReadMail } from './read_mail.ts'

/** A mail that cannot be read: not one of people, or made to keep us busy. */
export class UnreadableMail extends Error {}

/** A mail that was not read in time: the machine may be busy, so it can be tried again. */
export class SlowMail extends Error {}

/** What keeps a thread from starting, whatever it is to read: an install that is being replaced, or a full machine. */
const of_the_machine: ReadonlySet<string> = new Set([
  ...['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND', 'ERR_WORKER_INIT_FAILED', 'ENOENT'],
  ...['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM'],
])

/** How long one mail may take, and how much memory its reading; both are far beyond what a real one needs. */
const usual_read_ms = 15_000
const memory_mb_max = 192
const idle_ms = 60_000
const usual_program = new URL('./thread_main.ts', import.meta.url)
/** Those that wait have their bytes in memory. */
const waiting_max = 8

export type MailReader = { read: (bytes: Uint8Array) => Promise<ReadMail>; close: () => Promise<void> }
type Answer = { mail: ReadMail } | { problem: string }

/**
 * Reads mails in a thread of its own, one after the other. What a stranger sends cannot hold up the service there, and
 * a mail that takes too long, or too much, ends with its thread.
 */
export function startMailReader({ read_ms = usual_read_ms, program = usual_program } = {}): MailReader {
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  const end = async (): Promise<void> => {
    clearTimeout(idle)
    const ending = worker
    worker = null
    await ending?.terminate()
  }

  async function readOne(bytes: Uint8Array): Promise<ReadMail> {
    clearTimeout(idle)
    worker ??= open(program)
    try {
      return await answerOf(worker, bytes, read_ms)
    } catch (error) {
      await end()
      throw error
    } finally {
      idle = setTimeout(end, idle_ms).unref()
    }
  }

  return {
    read: async (bytes) => {
      if (waiting >= waiting_max) throw new Error('Too many mails are being read at this moment.')
      waiting++
      const reading = last.then(() => readOne(bytes))
      last = reading.catch(() => {})
      return reading.finally(() => {
        waiting--
      })
    },
    close: async () => {
      await last
      await end()
    },
  }
}

function open(program: URL): Worker {
  const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: memory_mb_max } })
  // It keeps no process alive that has nothing else to do.
  worker.unref()
  // Whoever waits for a mail hears of it. One that fails while nobody waits any more must not end the process.
  worker.on('error', () => {})
  return worker
}

function answerOf(worker: Worker, bytes: Uint8Array, read_ms: number): Promise<ReadMail> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadMail>()
  const onMessage = (answer: Answer): void =>
    'mail' in answer ? resolve(answer.mail) : reject(new UnreadableMail(answer.problem))
  // The mail is refused for good when it is its own fault, and asked to come later when it is ours.
  const onError = (error: NodeJS.ErrnoException): void =>
    of_the_machine.has(error.code ?? '')
      ? reject(new Error(`Mails cannot be read now: ${error.message}`, { cause: error }))
      : reject(new UnreadableMail(`It cannot be read: ${error.message}`))
  const onExit = (): void => reject(new UnreadableMail('It cannot be read.'))
  const timer = setTimeout(() => reject(new SlowMail('A mail takes too long to read.')), read_ms)
  worker.on('message', onMessage).on('error', onError).on('exit', onExit)
  worker.postMessage(bytes)
  return promise.finally(() => {
    clearTimeout(timer)
    worker.off('message', onMessage).off('error', onError).off('exit', onExit)
  })
}
