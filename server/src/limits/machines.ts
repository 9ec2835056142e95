import { randomUUID } from 'node:crypto'
import type { Connection } from '../db/connect.ts'
import { listen } from '../db/listen.ts'
import type { UsageElsewhere, UsageOfSecond } from './authority.ts'

// Machines tell each other once a second which tokens are busy, as a notification: no table is written, and nothing is
// sent while nobody is busy. So it takes a second or two until machines share a limit between them, and what is below
// a tenth of it is not counted elsewhere.

export type Machines = {
  elsewhere: UsageElsewhere
  /** Tells the others what was used here. Called once a second. */
  publish: (used: UsageOfSecond) => Promise<void>
  close: () => Promise<void>
}

type Options = {
  connection: Connection
  limit: number
  query: (text: string, values: unknown[]) => Promise<unknown>
  log: (error: unknown) => void
}

type UsageMessage = { from: string; counts: Record<string, number> }

const channel = 'limits'
const busy_share = 0.1
/** A notification holds 8,000 bytes. */
const keys_max = 150
/** What was sent counts until it should have been sent again, and a little longer. */
const counts_ms = 2_500

/** The other machines on the same database. */
export function followMachines({ connection, limit, query, log }: Options): Machines {
  const me = randomUUID()
  const others = new Map<string, { at_ms: number; counts: Map<string, number> }>()
  const heard = (message: string): void => {
    const usage = readMessage(message)
    if (usage === null || usage.from === me) return
    others.set(usage.from, { at_ms: performance.now(), counts: new Map(Object.entries(usage.counts)) })
  }
  const listener = listen(connection, channel, { heard, lost: () => others.clear(), back: () => {} }, log)
  return {
    elsewhere: (key) => {
      let used = 0
      let machines = 0
      if (others.size === 0) return { used, machines }
      const oldest_ms = performance.now() - counts_ms
      for (const [from, { at_ms, counts }] of others) {
        if (at_ms < oldest_ms) others.delete(from)
        const count = counts.get(key)
        if (at_ms < oldest_ms || count === undefined) continue
        used += count
        machines++
      }
      return { used, machines }
    },
    publish: async ({ counts }) => {
      const busy = [...counts].filter(([, count]) => count > limit * busy_share)
      if (busy.length === 0) return
      const most = busy.sort(([, one], [, other]) => other - one).slice(0, keys_max)
      const usage: UsageMessage = { from: me, counts: Object.fromEntries(most) }
      await query('select pg_notify($1::text, $2::text)', [channel, JSON.stringify(usage)])
    },
    close: listener.close,
  }
}

/** Whoever may speak to the database is trusted, but an older or newer Dunlin may say something else. */
function readMessage(message: string): UsageMessage | null {
  try {
    const parsed = JSON.parse(message) as Partial<UsageMessage>
    const { from, counts } = parsed
    if (typeof from !== 'string' || typeof counts !== 'object' || counts === null) return null
    return Object.values(counts).every((count) => Number.isFinite(count)) ? { from, counts } : null
  } catch {
    return null
  }
}
