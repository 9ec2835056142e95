import { Worker } from 'node:worker_threads'
import { overloaded } from '../../api/overload.ts'
import type { FoundColumn } from '../../domain/imports/recognise.ts'
import { FileProblem, type SheetRow } from './sheet.ts'

/** What a file holds: its columns as they were found, and its rows. */
export type ReadFile = { columns: FoundColumn[]; rows: SheetRow[] }

/** How long a file may take, and how much memory its reading; both are far beyond what a real one needs. */
const usual_read_ms = 20_000
const memory_mb_max = 384
/** Files are read one after the other; more than these are not waited for, in all and of one administration. */
const waiting_max = 8
const of_one_max = 4

let last: Promise<unknown> = Promise.resolve()
/** For whom each of those is read that are read or wait. */
const waiting: string[] = []

/**
 * Reads a file in a thread of its own, which ends with it: what somebody made to keep us busy cannot hold up the
 * service, and takes no more memory than it may.
 */
export function readFileAt(path: string, { read_ms = usual_read_ms, by = '' } = {}): Promise<ReadFile> {
  const own = waiting.filter((one) => one === by).length
  if (waiting.length >= waiting_max || own >= of_one_max) throw overloaded('memory')
  waiting.push(by)
  const reading = last.then(() => readInThread(path, read_ms))
  last = reading.catch(() => {})
  return reading.finally(() => {
    waiting.splice(waiting.indexOf(by), 1)
  })
}

async function readInThread(path: string, read_ms: number): Promise<ReadFile> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadFile>()
  const worker = new Worker(new URL('./thread_main.ts', import.meta.url), {
    workerData: { path },
    resourceLimits: { maxOldGenerationSizeMb: memory_mb_max },
  })
  const tooMuch = (): void => reject(new FileProblem('is too much to read at once; split it'))
  const timer = setTimeout(tooMuch, read_ms)
  worker.on('message', (answer: { file: ReadFile } | { problem: string }) =>
    'file' in answer ? resolve(answer.file) : reject(new FileProblem(answer.problem)),
  )
  worker.on('error', (error: Error & { code?: string }) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : reject(error),
  )
  worker.on('exit', () => reject(new Error('The thread that reads a file ended without a word.')))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
