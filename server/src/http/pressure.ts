import type pg from 'pg'
import type { OverloadReason } from '../api/overload.ts'

export type Pressure = {
  /** Why a new request would have to wait too long, or null when it is welcome. */
  reason: () => OverloadReason | null
  /** Called when one was turned away; counts it, and says so in the log once a second. */
  turnedAway: (reason: OverloadReason) => void
  stop: () => void
}

type Options = {
  pool: Pick<pg.Pool, 'waitingCount' | 'on'>
  /** Called each time one was turned away. */
  count: (reason: OverloadReason) => void
  log: (turned_away: Record<string, number>) => void
  /** How long a request may have to wait; 0 switches this off. */
  wait_ms_max: number
  tick_ms?: number
  /** Milliseconds that have passed, since whenever. */
  clock_ms?: () => number
}

/** How much of what was seen before a tick still counts after it: ten ticks, in all. It is judged after four. */
const fading = 0.9
const judged_ticks = 4

/**
 * Sees when there is more to do than can be done. Waiting only helps against a short rush; beyond, everybody would wait
 * longer and longer until nobody gets an answer in time. So those who come then are refused at once, and those who are
 * already in are served.
 *
 * Two queues are watched. The one for the processor: how late a timer is, twice in a row, because a single large body
 * or garbage collection is not overload. The one for connections to the database: how many wait, against how many got
 * one lately.
 */
export function watchPressure(options: Options): Pressure {
  const { pool, wait_ms_max, tick_ms = 50, clock_ms = () => performance.now() } = options
  let last_ms = clock_ms()
  let late_before_ms = 0
  let late_ms = 0
  let acquired = 0
  let served = 0
  let waited_ms = 0
  pool.on('acquire', () => void acquired++)

  const look = (): void => {
    const now_ms = clock_ms()
    const passed_ms = now_ms - last_ms
    last_ms = now_ms
    late_before_ms = late_ms
    late_ms = passed_ms - tick_ms
    // While nobody waits, how many were served says nothing of how many could have been.
    const fade = pool.waitingCount === 0 ? 0 : fading
    served = served * fade + (fade && acquired)
    waited_ms = waited_ms * fade + (fade && passed_ms)
    acquired = 0
  }
  const timer = setInterval(look, tick_ms).unref()

  const databaseWait = (): number =>
    waited_ms < judged_ticks * tick_ms ? 0 : pool.waitingCount / (Math.max(served, 0.001) / waited_ms)

  const turned_away: Record<string, number> = {}
  const log_timer = setInterval(() => {
    if (Object.keys(turned_away).length === 0) return
    options.log({ ...turned_away })
    for (const reason of Object.keys(turned_away)) delete turned_away[reason]
  }, 1_000).unref()

  return {
    reason: () => {
      if (wait_ms_max === 0) return null
      // A request passes here at least twice: when it comes, and when the database has answered.
      if (Math.min(late_ms, late_before_ms) * 2 > wait_ms_max) return 'event_loop'
      return databaseWait() > wait_ms_max ? 'database' : null
    },
    turnedAway: (reason) => {
      turned_away[reason] = (turned_away[reason] ?? 0) + 1
      options.count(reason)
    },
    stop: () => {
      clearInterval(timer)
      clearInterval(log_timer)
    },
  }
}
