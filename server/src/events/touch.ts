import { sql } from 'kysely'
import type { Change } from '../db/change.ts'

/**
 * Says that dossiers were touched, to whoever follows them. Only for what no row of a dossier shows: whatever changes a
 * debtor, an invoice or anything else with a stamp is noticed by that.
 */
export async function touch(
  { db, administration_id, stamp }: Pick<Change, 'db' | 'administration_id' | 'stamp'>,
  debtor_ids: readonly string[],
): Promise<void> {
  if (debtor_ids.length === 0) return
  await sql`
    insert into touched_dossiers (administration_id, debtor_id, stamp)
    select ${administration_id}::bigint, one, ${stamp}::timestamptz
    from unnest(${[...new Set(debtor_ids)]}::bigint[]) one order by one
    on conflict (administration_id, debtor_id) do update set stamp = excluded.stamp`.execute(db)
}
