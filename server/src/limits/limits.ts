import type { Connection } from '../db/connect.ts'
import { type Asked, type Granted, makeAuthority } from './authority.ts'
import { followMachines } from './machines.ts'

/** Who counts the requests of tokens, for all processes of this machine. */
export type Limits = { ask: (asked: Asked) => Granted | Promise<Granted>; close: () => Promise<void> }

/** The same, by the process that counts itself: it knows at once. */
export type Authoritative = { ask: (asked: Asked) => Granted; close: () => Promise<void> }

type Options = {
  limit: number
  /** Null: there are no other machines, because the database is this machine's own. */
  others: { connection: Connection; query: (text: string, values: unknown[]) => Promise<unknown> } | null
  log: (error: unknown) => void
}

/** Begins to count, together with the other machines on the database if there can be any. */
export function startLimits({ limit, others, log }: Options): Authoritative {
  if (limit === 0 || others === null) return { ask: makeAuthority(limit).ask, close: async () => {} }
  const machines = followMachines({ ...others, limit, log })
  const authority = makeAuthority(limit, machines.elsewhere)
  let last_sent = 0
  const timer = setInterval(() => {
    const used = authority.lastSecond()
    if (used.second === last_sent) return
    last_sent = used.second
    machines.publish(used).catch(log)
  }, 1_000).unref()
  return {
    ask: authority.ask,
    close: () => {
      clearInterval(timer)
      return machines.close()
    },
  }
}
