import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Ending } from './ending.ts'
import type { Loaded } from './measure.ts'

/** One request of several that are made in turn. */
export type Ask = { path?: string; body?: string; body_bytes?: number }

export type Load = {
  url: string
  method?: 'GET' | 'POST' | 'PATCH'
  headers: Record<string, string>
  connections: number
  run_ms: number
  /** What is asked in turn, over all connections; without it the address alone, again and again. */
  asks?: Ask[]
  /** Each ask is made once, however long that takes, instead of in turn until the time is over. */
  once?: boolean
  /** Each connection puts what an answer said into its next body: tokens that are replaced when they are used. */
  chain?: { before: string; member: string; words: string[] }
  /** What every answer must have; without it 200 when bytes are given, and otherwise any answer will do. */
  status?: number
  /** Every answer must have this many bytes, unless its ask says otherwise; null when any number will do. */
  body_bytes: number | null
}

/** A load generator in a thread of its own, so that nothing here slows it down. */
export function makeLoader(ending: Ending): (load: Load) => Promise<Loaded> {
  const worker = new Worker(new URL('./load_worker.ts', import.meta.url))
  ending.add(() => worker.terminate())
  return async (load) => {
    worker.postMessage(load)
    const [answer] = (await once(worker, 'message')) as [Loaded | { problem: string }]
    if ('problem' in answer) throw new Error(`${load.url.slice(0, 200)}: ${answer.problem}`)
    return answer
  }
}
