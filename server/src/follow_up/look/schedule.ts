import { sql } from 'kysely'
import type { Change } from '../../db/change.ts'

/** Puts every debtor of whom something is open, or who has a case, on the agenda of today. */
export async function scheduleAll({ db, administration_id, today, real_now }: Change): Promise<void> {
  await sql`
    insert into agenda (administration_id, debtor_id, look_on, rules_version, looked_at)
    select ${administration_id}::bigint, debtor_id, ${today}::date, 0, ${real_now.toISOString()}::timestamptz
    from (
      select debtor_id from invoices
      where administration_id = ${administration_id}::bigint
        and (open_amount <> 0 or administration_costs_open <> 0 or interest_costs_open <> 0
             or debt_collection_costs_open <> 0)
      union
      select debtor_id from credit_cases
      where administration_id = ${administration_id}::bigint and deactivated_at is null
    ) followed
    order by debtor_id
    on conflict (administration_id, debtor_id) do update
    set look_on = excluded.look_on
    where agenda.look_on is distinct from excluded.look_on`.execute(db)
}
