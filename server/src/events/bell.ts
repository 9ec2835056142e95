export type Bell = {
  ring: () => void
  /** Until it rings, or so long at most. */
  rest: (at_most_ms?: number) => Promise<void>
}

type Times = {
  /** A rest lasts at least so long, so that what comes close together is taken together. */
  at_least_ms: number
  /** It ends by itself after so long: others may have made news without ringing. */
  at_most_ms: number
  /** Ends every rest at once. */
  signal: AbortSignal
}

/** Lets somebody rest until there is something to do. A ring is never lost: one before the rest shortens it. */
export function makeBell({ at_least_ms, at_most_ms: usual_ms, signal }: Times): Bell {
  let rang = false
  let wake: (() => void) | null = null

  const sleep = (ms: number, until_ring: boolean): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted || (until_ring && rang)) return resolve()
      const end = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        wake = null
        resolve()
      }
      const timer = setTimeout(end, ms).unref()
      signal.addEventListener('abort', end)
      if (until_ring) wake = end
    })

  return {
    ring: () => {
      rang = true
      wake?.()
    },
    rest: async (at_most_ms = usual_ms) => {
      await sleep(at_least_ms, false)
      await sleep(Math.max(0, at_most_ms - at_least_ms), true)
      rang = false
    },
  }
}
