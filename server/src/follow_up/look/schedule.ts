import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/schema.ts'

/** Where something is to be looked at; a change is one. */
type Inside = { db: Kysely<Tables>; administration_id: string }

/**
 * Wakes the engine, where it is on: there is something to look at, since ever. A sandbox is looked at by whoever
 * turns its clock, so nobody is woken for it. The row is written even where it says so already: whoever plans the
 * next look at this moment has to wait for the change, or to see it.
 */
export async function wake({ db, administration_id }: Inside): Promise<void> {
  await sql`
    update engine_states e set next_look_at = '-infinity', due_since = least(due_since, statement_timestamp())
    where e.administration_id = ${administration_id}::bigint and e.on_since is not null
      and not exists (select from administrations a where a.id = ${administration_id}::bigint and a.sandbox)`.execute(
    db,
  )
}

/**
 * Has the engine look at debtors as soon as it can, because something about them changed. What was found due before may
 * be so no more, so it is found again.
 */
export async function schedule({ db, administration_id }: Inside, debtor_ids: readonly string[]): Promise<void> {
  if (debtor_ids.length === 0) return
  const { rows } = await sql`
    insert into agenda (administration_id, debtor_id, look_on, rules_version, looked_at)
    select d.administration_id, d.id, '-infinity', 0, '-infinity'
    from engine_states e join debtors d on d.administration_id = ${administration_id}::bigint
    where e.administration_id = ${administration_id}::bigint and e.on_since is not null
      and d.id = any(${[...debtor_ids]}::bigint[])
    order by d.id
    on conflict (administration_id, debtor_id) do update set look_on = excluded.look_on, ready = false
    returning debtor_id`.execute(db)
  if (rows.length > 0) await wake({ db, administration_id })
}

/**
 * Has the engine look at every debtor of whom something is open, or who has a case, and at those who owe nothing any
 * more and of whom a promise or a task of the service is left.
 */
export async function scheduleAll({ db, administration_id }: Inside): Promise<void> {
  await sql`
    insert into agenda (administration_id, debtor_id, look_on, rules_version, looked_at)
    select ${administration_id}::bigint, debtor_id, '-infinity', 0, '-infinity'
    from (
      select debtor_id from invoices
      where administration_id = ${administration_id}::bigint
        and (open_amount <> 0 or administration_costs_open <> 0 or interest_costs_open <> 0
             or debt_collection_costs_open <> 0)
      union
      select debtor_id from credit_cases
      where administration_id = ${administration_id}::bigint and deactivated_at is null
      union
      select debtor_id from promises where administration_id = ${administration_id}::bigint and status = 'open'
      union
      select debtor_id from tasks
      where administration_id = ${administration_id}::bigint and completed_at is null and cause is not null
        and debtor_id is not null
    ) followed
    order by debtor_id
    on conflict (administration_id, debtor_id) do update set look_on = excluded.look_on, ready = false`.execute(db)
  await wake({ db, administration_id })
}

/** Has the engine look again at those whose letters were put off, because there were too many for a day. */
export async function scheduleWaiting({ db, administration_id }: Inside): Promise<void> {
  await sql`
    update agenda set look_on = '-infinity'
    where administration_id = ${administration_id}::bigint and debtor_id in (
      select debtor_id from agenda where administration_id = ${administration_id}::bigint and letters > 0
      order by debtor_id for update)`.execute(db)
  await wake({ db, administration_id })
}
