import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/schema.ts'

/**
 * After so long without a sign, a process that works in an administration counts as dead. Portions of work take a
 * second at most, and each begins with a sign; whoever is only slow loses nothing but its turn.
 */
const lasts_s = 15

/**
 * Takes an administration for this process, or keeps it: one process at a time works in it or turns its clock. The
 * server's own clock counts, so that processes need not agree on the time.
 */
export async function takeLease(db: Kysely<Tables>, administration_id: string, taken_by: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update engine_states set taken_by = ${taken_by}, taken_until = clock_timestamp() + make_interval(secs => ${lasts_s})
    where administration_id = ${administration_id}::bigint
      and (taken_by is null or taken_by = ${taken_by} or taken_until < clock_timestamp())`.execute(db)
  return numAffectedRows === 1n
}

export async function leaveLease(db: Kysely<Tables>, administration_id: string, taken_by: string): Promise<void> {
  await sql`
    update engine_states set taken_by = null, taken_until = null
    where administration_id = ${administration_id}::bigint and taken_by = ${taken_by}`.execute(db)
}
