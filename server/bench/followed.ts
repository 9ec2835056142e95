import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../src/db/connect.ts'
import { measureLag } from '../src/events/positions.ts'
import { followers } from '../src/followers/index.ts'

const wait_ms_max = 600_000

/**
 * Waits until the service has seen to everything that was written: search, the engine and webhooks follow what happens,
 * and what they still have to do would be measured as the cost of whatever comes next.
 */
export async function untilFollowed({ db }: Pick<Database, 'db'>): Promise<void> {
  const names = followers.map(({ name }) => name)
  for (const end = Date.now() + wait_ms_max; Date.now() < end; await wait(50)) {
    const lags = await measureLag(db, names)
    if (lags.every(({ behind }) => behind === 0)) return
  }
  throw new Error('What was written was not followed in time.')
}
