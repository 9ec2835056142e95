import { isIP } from 'node:net'
import { type Kysely, sql } from 'kysely'
import { refuse } from '../api/errors.ts'
import type { Tables } from '../db/schema.ts'
import { unmapped } from './ip_allow_list.ts'
import { hashSecret } from './secrets.ts'

const minute_ms = 60_000
export const hour_ms = 60 * minute_ms
export const day_ms = 24 * hour_ms

/** How long failures are counted, unless told otherwise. */
const usual_window_ms = 15 * minute_ms

/** Everything that is counted. What stands behind a kind is written by callers, so kinds keep their counts apart. */
export type CountedKind =
  | 'sign_in_account'
  | 'sign_in_place'
  | 'sign_in_account_at_place'
  | 'sign_in_device'
  | 'code_of_person'
  | 'code_of_person_in_a_day'
  | 'code_of_person_on_device'
  | 'code_of_person_in_session'
  | 'password_in_session'
  | 'forgotten_account_at_place'
  | 'forgotten_place'
  | 'link_place'
  | 'portal_link_place'
  | 'comment_record'
  | 'comment_place'
  | 'portal_papers_record'
  | 'portal_papers_place'
  | 'mail_to_address'
  | 'slow_mail'
  | 'invitation_company'
  | 'invitation_company_to_address'
  | 'sign_up_application'
  | 'sign_up_company'
  | 'sign_up_application_to_address'
  | 'unasked_mail_to_address'
  | 'blocked_address_application'
  | 'blocked_address_company_to_address'

/** What is counted, and how many a window takes before it has to pass. */
export type Counted = {
  kind: CountedKind
  /** Whose: an account, a place, or both, each as it came. */
  of: readonly string[]
  max: number
  /** At most a day: older counts are removed at night. */
  window_ms?: number
  /** The message when it is full. */
  says?: string
  /** Whether attempts on other accounts count here too: then being right once does not excuse the others. */
  shared?: boolean
}

/** What a count is kept under. As JSON, so that no text of a caller can pass for another kind or another part. */
export const keyOf = ({ kind, of }: Pick<Counted, 'kind' | 'of'>): Buffer => hashSecret(JSON.stringify([kind, ...of]))

/**
 * Counts an attempt before it is made, so that many at once cannot slip through, and refuses when a count is full. What
 * comes first refuses first, and then the others do not count it: put what belongs to one place before what belongs to
 * everybody, or a stranger who was refused would still use up the attempts of the owner. Nobody is locked out for good:
 * the window passes by itself. In a transaction it counts what is done, such as a mail that is sent: what is refused
 * there is forgotten. So never count failures in one.
 */
export async function countAttempt(db: Kysely<Tables>, counted: readonly Counted[], now: Date): Promise<void> {
  for (const one of counted) await countOne(db, one, now)
}

async function countOne(db: Kysely<Tables>, counted: Counted, now: Date): Promise<void> {
  const wait_ms = await countedWait(db, counted, now)
  if (wait_ms === null) return
  const wait_s = Math.max(1, Math.ceil(wait_ms / 1000))
  const { says = 'Too many attempts.' } = counted
  refuse('too_many_requests', `${says} Try again in ${waitText(wait_s)}.`, { 'retry-after': String(wait_s) })
}

/** Counts what happens in any case, and returns whether it is within the limit. */
export const countWithin = async (db: Kysely<Tables>, counted: Counted, now: Date): Promise<boolean> =>
  (await countedWait(db, counted, now)) === null

/** Counts one more. Null as long as the window has room, or else how long it lasts. */
async function countedWait(db: Kysely<Tables>, counted: Counted, now: Date): Promise<number | null> {
  const { max, window_ms = usual_window_ms } = counted
  const at = now.toISOString()
  const begin = new Date(now.getTime() - window_ms).toISOString()
  // What is full is only looked at: who is refused anyway must not wait for those before, with a connection in hand.
  const full = await db
    .selectFrom('failed_attempts')
    .select('since')
    .where('key_hash', '=', keyOf(counted))
    .where('since', '>', begin)
    .where('count', '>=', max)
    .executeTakeFirst()
  if (full) return restOf(full.since)
  const { rows } = await sql<{ since: string; count: number }>`
    insert into failed_attempts as f (key_hash, since, count)
    values (${keyOf(counted)}::bytea, ${at}::timestamptz, 1)
    on conflict (key_hash) do update
    set since = case when f.since <= ${begin}::timestamptz then excluded.since else f.since end,
        count = case when f.since <= ${begin}::timestamptz then 1 else least(f.count + 1, 1000000) end
    returning since, count`.execute(db)
  const row = rows[0]
  return !row || row.count <= max ? null : restOf(row.since)

  // Of several at once, one that came first may be counted after the others: for it too a window is the longest wait.
  function restOf(since: string): number {
    return Math.min(window_ms, Date.parse(since) + window_ms - now.getTime())
  }
}

/** A wait as people say it, rounded up. */
function waitText(wait_s: number): string {
  const minutes = Math.ceil(wait_s / 60)
  if (minutes < 120) return minutes === 1 ? 'a minute' : `${minutes} minutes`
  return `${Math.ceil(minutes / 60)} hours`
}

/** Takes back what was counted, because the attempt was right. */
export async function clearAttempts(db: Kysely<Tables>, counted: readonly Counted[]): Promise<void> {
  const hashes = (shared: boolean): Buffer[] => counted.filter((one) => (one.shared ?? false) === shared).map(keyOf)
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
