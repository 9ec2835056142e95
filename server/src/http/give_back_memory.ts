import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** After the last large body: another one would need the memory again. */
const rest_ms = 10_000
/** It stops everything for a moment, and what was compiled is compiled again: so it is not done again soon. */
const pause_ms = 60_000
/** Whoever is busier than this is left alone: others would wait for what is compiled again. But not for ever. */
const busy_share = 0.25
const busy_ms_max = 600_000
/** Less than this beyond what is used anyway is not worth a stop. */
const worth_bytes = 48 * 1024 * 1024

/** Called when the first large body begins to take memory, and when the last one no longer does. */
export type MemoryKeeper = { works: () => void; rests: () => void }

type Collect = (options: { type: 'major'; flavor: 'last-resort' }) => void

/**
 * Gives memory back to the system once large bodies are done with. The engine of JavaScript keeps the pages that it has
 * cleared, and clears them late: without this a service that read a few large bodies is twice as large from then on.
 * Everything stops for it, for a fifth of a second; so it happens when no large body is under way any more, and little
 * else is.
 */
export function makeMemoryKeeper(): MemoryKeeper {
  let least_bytes = Number.POSITIVE_INFINITY
  let last_ms = Number.NEGATIVE_INFINITY
  let collect: Collect | null = null
  let timer: NodeJS.Timeout | undefined

  function wait(wait_ms: number, since_ms: number): void {
    const before = performance.eventLoopUtilization()
    timer = setTimeout(() => {
      const { utilization } = performance.eventLoopUtilization(before)
      if (utilization > busy_share && performance.now() < since_ms + busy_ms_max) wait(rest_ms, since_ms)
      else giveBack()
    }, wait_ms).unref()
  }

  function giveBack(): void {
    if (process.memoryUsage.rss() < least_bytes + worth_bytes) return
    collect ??= makeCollect()
    collect({ type: 'major', flavor: 'last-resort' })
    least_bytes = process.memoryUsage.rss()
    last_ms = performance.now()
  }

  return {
    works: (): void => {
      least_bytes = Math.min(least_bytes, process.memoryUsage.rss())
      clearTimeout(timer)
    },
    rests: (): void => {
      const now_ms = performance.now()
      wait(Math.max(rest_ms, last_ms + pause_ms - now_ms), now_ms)
    },
  }
}

/** The collector can be asked for by programs only after a flag was set; then a new context has it. */
function makeCollect(): Collect {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as Collect
}
