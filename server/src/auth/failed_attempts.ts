import { isIP } from 'node:net'
import { type Kysely, sql } from 'kysely'
import { refuse } from '../api/errors.ts'
import type { Tables } from '../db/schema.ts'
import { unmapped } from './ip_allow_list.ts'
import { hashSecret } from './secrets.ts'

const window_ms = 15 * 60_000

/** What is counted, and how many failures a window takes before it has to pass. */
export type Counted = {
  key: string
  max: number
  /** Whether attempts on other accounts count here too: then being right once does not excuse the others. */
  shared?: boolean
}

/**
 * Counts an attempt before it is made, so that many at once cannot slip through, and refuses when one of the counts is
 * full. Nobody is locked out for good: the window passes by itself. Never call it in a transaction, which would forget
 * the attempt together with everything else that was refused.
 */
export async function countAttempt(db: Kysely<Tables>, counted: readonly Counted[], now: Date): Promise<void> {
  const at = now.toISOString()
  const begin = new Date(now.getTime() - window_ms).toISOString()
  let wait_ms = 0
  for (const { key, max } of counted) {
    const { rows } = await sql<{ since: string; count: number }>`
      insert into failed_attempts as f (key_hash, since, count)
      values (${hashSecret(key)}::bytea, ${at}::timestamptz, 1)
      on conflict (key_hash) do update
      set since = case when f.since <= ${begin}::timestamptz then excluded.since else f.since end,
          count = case when f.since <= ${begin}::timestamptz then 1 else least(f.count + 1, 1000000) end
      returning since, count`.execute(db)
    const row = rows[0]
    if (row && row.count > max) wait_ms = Math.max(wait_ms, Date.parse(row.since) + window_ms - now.getTime())
  }
  if (wait_ms <= 0) return
  const wait_s = Math.ceil(wait_ms / 1000)
  refuse('too_many_requests', `Too many attempts. Try again in ${Math.ceil(wait_s / 60)} minutes.`, {
    'retry-after': String(wait_s),
  })
}

/** Takes back what was counted, because the attempt was right. */
export async function clearAttempts(db: Kysely<Tables>, counted: readonly Counted[]): Promise<void> {
  const hashes = (shared: boolean): Buffer[] =>
    counted.filter((one) => (one.shared ?? false) === shared).map(({ key }) => hashSecret(key))
  await sql`delete from failed_attempts where key_hash = any(${hashes(false)}::bytea[])`.execute(db)
  await sql`
    update failed_attempts set count = greatest(count - 1, 0)
    where key_hash = any(${hashes(true)}::bytea[])`.execute(db)
}

/** Where attempts come from. Whoever has one address of IPv6 has the whole network of 64 bits, so that is one place. */
export function placeOf(address: string): string {
  const plain = unmapped(address).replace(/%.*$/, '')
  if (isIP(plain) !== 6) return plain
  const [head = '', tail] = plain.split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const between = tail === undefined ? [] : Array<string>(8 - before.length - after.length).fill('0')
  const groups = [...before, ...between, ...after].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
