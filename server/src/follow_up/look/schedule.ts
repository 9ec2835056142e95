import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/schema.ts'

/**
 * Wakes the engine, where it is on: there is something to look at, since ever. A sandbox is looked at by whoever turns its
 * clock, so nobody is woken for it. The row is written even where it says so already: whoever plans the next look at
 * this moment has to wait for the change, or to see it.
 */
export async function wake(db: Kysely<Tables>, administration_id: string): Promise<void> {
  await sql`
    update engine_states e set next_look_at = '-infinity'
    where e.administration_id = ${administration_id}::bigint and e.on_since is not null
      and not exists (select from administrations a where a.id = e.administration_id and a.sandbox)`.execute(db)
}

/**
 * Has the engine look at debtors as soon as it can, because something about them changed. What was found due before may
 * be so no more, so it is found again.
 */
export async function schedule(
  db: Kysely<Tables>,
  administration_id: string,
  debtor_ids: readonly string[],
): Promise<void> {
  if (debtor_ids.length === 0) return
  const { rows } = await sql`
    insert into agenda (administration_id, debtor_id, look_on, rules_version, looked_at)
    select d.administration_id, d.id, '-infinity', 0, '-infinity'
    from engine_states e join debtors d on d.administration_id = e.administration_id
    where e.administration_id = ${administration_id}::bigint and e.on_since is not null
      and d.id = any(${[...debtor_ids]}::bigint[])
    order by d.id
    on conflict (administration_id, debtor_id) do update set look_on = excluded.look_on, ready = false
    returning debtor_id`.execute(db)
  if (rows.length > 0) await wake(db, administration_id)
}

/** Has the engine look at every debtor of whom something is open. */
export async function scheduleAll(db: Kysely<Tables>, administration_id: string): Promise<void> {
  await sql`
    insert into agenda (administration_id, debtor_id, look_on, rules_version, looked_at)
    select d.administration_id, d.id, '-infinity', 0, '-infinity' from debtors d
    where d.administration_id = ${administration_id}::bigint
      and (exists (select from invoices i where i.administration_id = d.administration_id and i.debtor_id = d.id
             and (i.open_amount <> 0 or i.administration_costs_open <> 0 or i.interest_costs_open <> 0
               or i.debt_collection_costs_open <> 0))
        or exists (select from credit_cases c where c.administration_id = d.administration_id and c.debtor_id = d.id
             and c.deactivated_at is null))
    order by d.id
    on conflict (administration_id, debtor_id) do update set look_on = excluded.look_on, ready = false`.execute(db)
  await wake(db, administration_id)
}

/** Has the engine look again at those whose letters were put off, because there were too many for a day. */
export async function scheduleWaiting(db: Kysely<Tables>, administration_id: string): Promise<void> {
  await sql`
    update agenda set look_on = '-infinity'
    where administration_id = ${administration_id}::bigint and debtor_id in (
      select debtor_id from agenda where administration_id = ${administration_id}::bigint and letters > 0
      order by debtor_id for update)`.execute(db)
  await wake(db, administration_id)
}
