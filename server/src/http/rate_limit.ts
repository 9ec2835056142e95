import { refuse } from '../api/errors.ts'
import { type Asked, type Granted, portionOf } from '../limits/authority.ts'

/** What one token may still do here in a second. `left` is for all processes, as far as we know. */
type Bucket = { second: number; here: number; left: number; asking: Promise<void> | null }

export type Limited = { limit: number; remaining: number; reset_s: number }

/** Counts a request, or refuses it. A promise only when somebody else has to be asked. */
export type RateLimit = (key: string) => Limited | null | Promise<Limited | null>

type Options = { limit: number; now: () => Date; ask: (asked: Asked) => Granted | Promise<Granted> }

const buckets_max = 50_000

/**
 * Counts the requests of each token in each second. Passing the limit is refused with the moment to come back; the
 * headers say how much is left, so that a client can keep below it. Who counts for all processes gives out portions.
 */
export function rateLimit({ limit, now, ask }: Options): RateLimit {
  const buckets = new Map<string, Bucket>()
  const portion = portionOf(limit)

  function take(key: string): Limited | Promise<Limited> {
    const bucket = bucketOf(key)
    if (bucket.here > 0) return use(bucket)
    if (bucket.left === 0) return refuseMore(limit)
    const asking = bucket.asking ?? askFor(key, bucket)
    return asking === null ? take(key) : asking.then(() => take(key))
  }

  function bucketOf(key: string): Bucket {
    const second = Math.floor(now().getTime() / 1000)
    const known = buckets.get(key)
    if (known?.second === second) return known
    if (buckets.size >= buckets_max) buckets.clear()
    const fresh = { second, here: 0, left: limit, asking: null }
    buckets.set(key, fresh)
    return fresh
  }

  /** Null when the answer was there at once. Those who come meanwhile wait for the same answer. */
  function askFor(key: string, bucket: Bucket): Promise<void> | null {
    const settle = ({ granted, left }: Granted): void => {
      bucket.here += granted
      // Whoever was given nothing need not ask again in this second.
      bucket.left = granted === 0 ? 0 : left
      bucket.asking = null
    }
    const answer = ask({ key, second: bucket.second, wanted: portion })
    if (answer instanceof Promise) {
      bucket.asking = answer.then(settle)
      return bucket.asking
    }
    settle(answer)
    return null
  }

  function use(bucket: Bucket): Limited {
    bucket.here--
    return { limit, remaining: bucket.here + bucket.left, reset_s: 1 }
  }

  return (key) => (limit === 0 ? null : take(key))
}

function refuseMore(limit: number): never {
  return refuse('too_many_requests', `More than ${limit} requests in a second; wait a second and go on.`, {
    'retry-after': '1',
    ...limitHeaders({ limit, remaining: 0, reset_s: 1 }),
  })
}

export function limitHeaders({ limit, remaining, reset_s }: Limited): Record<string, string> {
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(reset_s),
  }
}
