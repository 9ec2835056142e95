import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'

/** How long it can be looked up what happened. */
export const event_days = 731
const day_ms = 86_400_000
const rows_at_once = 5_000

/**
 * Removes events that are older than they are kept, some thousand at a time. How far that went is noted with them, in
 * one transaction, so that the feed can tell clients that come too late. An interrupted run goes on the next time.
 */
export async function purgeEvents(
  db: Kysely<Tables>,
  now: Date,
  at_once = rows_at_once,
): Promise<Record<string, number>> {
  const oldest = new Date(now.getTime() - event_days * day_ms).toISOString()
  const administrations = await db.selectFrom('administrations').select('id').orderBy('id').execute()
  let events = 0
  for (const { id } of administrations) {
    for (let last = at_once; last === at_once; events += last) last = await removeSome(db, id, { oldest, now, at_once })
  }
  return { events, company_events: await purgeCompanyEvents(db, oldest, at_once) }
}

/** Removes the first events of an administration: their ids grow as their moments do. */
async function removeSome(
  db: Kysely<Tables>,
  administration_id: string,
  { oldest, now, at_once }: { oldest: string; now: Date; at_once: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with old as materialized (
      select id from events
      where administration_id = ${administration_id}::bigint and event_time <= ${oldest}::timestamptz
      order by event_time, id limit ${at_once}::integer
    ), gone as (
      delete from events e using old where e.administration_id = ${administration_id}::bigint and e.id = old.id
      returning e.id
    ), noted as (
      insert into removed_events as r (administration_id, last_id, removed_at)
      select ${administration_id}::bigint, max(id), ${now.toISOString()}::timestamptz from gone having count(*) > 0
      on conflict (administration_id) do update
        set last_id = greatest(r.last_id, excluded.last_id), removed_at = excluded.removed_at
    )
    select count(*)::integer as count from gone`.execute(db)
  return rows[0]?.count ?? 0
}

async function purgeCompanyEvents(db: Kysely<Tables>, oldest: string, at_once: number): Promise<number> {
  let removed = 0
  for (let last = at_once; last === at_once; removed += last) {
    const result = await sql`
      delete from company_events e using (
        select company_id, id from company_events where event_time <= ${oldest}::timestamptz limit ${at_once}::integer
      ) old where e.company_id = old.company_id and e.id = old.id`.execute(db)
    last = Number(result.numAffectedRows ?? 0)
  }
  return removed
}
