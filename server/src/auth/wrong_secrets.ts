import { placeOf } from './failed_attempts.ts'

const wrong_max = 10
const window_ms = 60_000
const counters_max = 50_000

/** Counts one more wrong secret, and returns how many seconds have to pass when there were too many. */
export type WrongSecrets = (client_id: string, address: string) => number | null

/**
 * Counts wrong secrets for each client and the place that they come from, wherever an application shows one. Counting
 * here and not in the database keeps strangers from making us write. Only wrong secrets are ever refused by it, so that
 * nobody can lock a client out, not even from the same place.
 */
export function countWrongSecrets(now: () => Date): WrongSecrets {
  const counters = new Map<string, { since_ms: number; wrong: number }>()
  return (client_id, address) => {
    const key = `${client_id.slice(0, 100)} ${placeOf(address)}`
    const now_ms = now().getTime()
    let counter = counters.get(key)
    if (counter === undefined || now_ms - counter.since_ms >= window_ms || now_ms < counter.since_ms) {
      const [oldest] = counters.keys()
      if (counters.size >= counters_max && oldest !== undefined) counters.delete(oldest)
      counter = { since_ms: now_ms, wrong: 0 }
      counters.delete(key)
      counters.set(key, counter)
    }
    counter.wrong++
    return counter.wrong <= wrong_max ? null : Math.ceil((counter.since_ms + window_ms - now_ms) / 1000)
  }
}
