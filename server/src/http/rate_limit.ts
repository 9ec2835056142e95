import { refuse } from '../api/errors.ts'

type Bucket = { second: number; used: number }

export type Limited = { limit: number; remaining: number; reset_s: number }

const buckets_max = 50_000

/**
 * Counts the requests of each token in each second. Passing the limit is refused with the moment to come back; the
 * headers tell how much is left, so that a client can keep below it.
 */
export function rateLimit(limit: number, now: () => Date) {
  const buckets = new Map<string, Bucket>()
  return (key: string): Limited | null => {
    if (limit === 0) return null
    const second = Math.floor(now().getTime() / 1000)
    let bucket = buckets.get(key)
    if (bucket?.second !== second) {
      if (buckets.size >= buckets_max) buckets.clear()
      bucket = { second, used: 0 }
      buckets.set(key, bucket)
    }
    if (bucket.used >= limit) {
      return refuse('too_many_requests', `More than ${limit} requests in a second; wait a second and go on.`, {
        'retry-after': '1',
        ...limitHeaders({ limit, remaining: 0, reset_s: 1 }),
      })
    }
    bucket.used++
    return { limit, remaining: limit - bucket.used, reset_s: 1 }
  }
}

export function limitHeaders({ limit, remaining, reset_s }: Limited): Record<string, string> {
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(reset_s),
  }
}
