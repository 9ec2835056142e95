import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Ending } from './ending.ts'
import type { Loaded } from './measure.ts'

export type Load = {
  url: string
  headers: Record<string, string>
  connections: number
  run_ms: number
  /** Every answer must have this many bytes and status 200; null when any answer will do. */
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
