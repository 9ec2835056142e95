import { type Kysely, sql } from 'kysely'
import type { Tables } from './schema.ts'

/** The moment of a change, later than every committed one of the administration; holds its lock to the commit. */
export async function nextStamp(db: Kysely<Tables>, administration_id: string): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`select next_stamp(${administration_id}::bigint) as stamp`.execute(db)
  if (!rows[0]) throw new Error(`Administration ${administration_id} gave no stamp.`)
  return rows[0].stamp
}
