import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/schema.ts'

/**
 * After so long without a sign, a process that works in an administration counts as dead. While it lives it gives one
 * much more often, whatever else it does; whoever is only slow loses nothing but its turn.
 */
const lasts_s = 2
const sign_ms = 400

/** As of when the statement began, which a cluster asks its coordinator for: one clock for all. */
const until = sql`statement_timestamp() + make_interval(secs => ${lasts_s})`

/**
 * Takes an administration for this process, or keeps it: one process at a time works in it or turns its clock. The
 * server's own clock counts, so that processes need not agree on the time.
 */
export async function takeLease(db: Kysely<Tables>, administration_id: string, taken_by: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into engine_states as e (administration_id, taken_by, taken_until, updated_at)
    values (${administration_id}::bigint, ${taken_by}, ${until}, statement_timestamp())
    on conflict (administration_id) do update set taken_by = excluded.taken_by, taken_until = excluded.taken_until
    where e.taken_by is null or e.taken_by = excluded.taken_by or e.taken_until < excluded.updated_at`.execute(db)
  return numAffectedRows === 1n
}

export async function leaveLease(db: Kysely<Tables>, administration_id: string, taken_by: string): Promise<void> {
  await sql`
    update engine_states set taken_by = null, taken_until = null
    where administration_id = ${administration_id}::bigint and taken_by = ${taken_by}`.execute(db)
}

/** Works in an administration while it is ours, and leaves it afterwards. `taken`: another process has it. */
export async function withLease<T>(
  { db, administration_id, taken_by }: { db: Kysely<Tables>; administration_id: string; taken_by: string },
  work: () => Promise<T>,
): Promise<T | 'taken'> {
  if (!(await takeLease(db, administration_id, taken_by))) return 'taken'
  let giving: Promise<unknown> = Promise.resolve()
  // One that could not be given is followed by the next; whoever lost the lease meanwhile does not take it back here.
  const sign = (): Promise<unknown> =>
    sql`
      update engine_states set taken_until = ${until}
      where administration_id = ${administration_id}::bigint and taken_by = ${taken_by}`
      .execute(db)
      .catch(() => {})
  const signs = setInterval(() => {
    giving = giving.then(sign)
  }, sign_ms)
  try {
    return await work()
  } finally {
    clearInterval(signs)
    await giving
    await leaveLease(db, administration_id, taken_by)
  }
}
