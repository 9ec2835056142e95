import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/schema.ts'

/** For how many seconds the administration waits that waits longest for the engine; 0: none does. */
export async function engineLag(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from statement_timestamp() - min(coalesce(due_since, next_look_at)))::float8 as seconds
    from engine_states
    where next_look_at is not null and coalesce(due_since, next_look_at) > '-infinity'`.execute(db)
  return Math.max(0, rows[0]?.seconds ?? 0)
}
