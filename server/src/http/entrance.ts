import type { Logger } from 'pino'
import type { OverloadReason } from '../api/overload.ts'
import type { Connection, Database } from '../db/connect.ts'
import { type Limits, startLimits } from '../limits/limits.ts'
import type { Live } from '../live/follow.ts'
import { watchPressure } from './pressure.ts'
import { rateLimit } from './rate_limit.ts'
import type { Serving } from './serving.ts'

/** Who is let in, and when: the limit of each token, overload, and whether this process still wants to serve. */
export type Entrance = {
  serving: Pick<Serving, 'limit' | 'pressure' | 'leaving'>
  /**
   * From now on clients are told to open a new connection, because this process is about to stop. Pages that listen
   * would be waited for, so their streams end at once.
   */
  leave: () => void
  close: () => Promise<void>
}

type Options = {
  rate_limit: number
  wait_ms_max: number
  database: Database
  live: Pick<Live, 'leave'>
  /** Null: no other machine can be on the database. */
  others: Connection | null
  /** Who counts for several processes; null: this one counts for itself. */
  ask: Limits['ask'] | null
  count: (reason: OverloadReason) => void
  now: () => Date
  log: Logger
  /** Takes what goes wrong beside requests. */
  complain: (error: unknown, about: string) => void
}

export function openEntrance({
  rate_limit: limit,
  database,
  live,
  others,
  ask,
  now,
  log,
  complain,
  ...limit_options
}: Options): Entrance {
  const { pool } = database
  const query = (text: string, values: unknown[]): Promise<unknown> => pool.query(text, values)
  const limits: Limits = ask
    ? { ask, close: async () => {} }
    : startLimits({
        limit,
        others: others === null ? null : { connection: others, query },
        log: (error) => complain(error, 'limits'),
      })
  const pressure = watchPressure({
    pool,
    wait_ms_max: limit_options.wait_ms_max,
    count: limit_options.count,
    log: (turned_away) => log.warn({ turned_away }, 'overloaded'),
  })
  let leaving = false
  return {
    serving: { limit: rateLimit({ limit, now, ask: limits.ask }), pressure, leaving: () => leaving },
    leave: () => {
      leaving = true
      live.leave()
    },
    close: async () => {
      pressure.stop()
      await limits.close()
    },
  }
}
