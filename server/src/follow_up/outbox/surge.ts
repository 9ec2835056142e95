import { sql } from 'kysely'
import type { Change } from '../../db/change.ts'

/** Lets a surge of today go: a person has looked at it. A second call changes nothing. */
export async function releaseSurge({ db, administration_id, today, stamp }: Change): Promise<void> {
  await sql`
    insert into engine_states (administration_id, surge_released_on, updated_at)
    values (${administration_id}::bigint, ${today}::date, ${stamp}::timestamptz)
    on conflict (administration_id) do update
    set surge_released_on = excluded.surge_released_on, updated_at = excluded.updated_at`.execute(db)
  await sql`
    insert into touched_dossiers (administration_id, debtor_id, stamp)
    select administration_id, debtor_id, ${stamp}::timestamptz from agenda_records
    where administration_id = ${administration_id}::bigint and holds @> '[{"reason": "surge"}]'
    group by administration_id, debtor_id order by debtor_id
    on conflict (administration_id, debtor_id) do update set stamp = excluded.stamp`.execute(db)
}
