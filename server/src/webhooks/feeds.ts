import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { grant_joins, grant_lives, grant_permissions, grant_reaches } from '../auth/principals.sql.ts'
import { asTable } from '../db/rows_as_table.ts'
import type { Tables } from '../db/schema.ts'

/** Whose events a feed carries. */
export type FeedOwner = { administration_id: string } | { company_id: string }

/**
 * Webhooks that want events of an administration: its own, which may ask for anything that is kept, and those of
 * applications, from when they were connected.
 */
const ofAdministration = (id: string): RawBuilder<unknown> => sql`
  select w.id, '-infinity'::timestamptz as begins_at from webhooks w where w.administration_id = ${id}::bigint
  union all
  select w.id, greatest(w.created_at, min(g.created_at)) from administrations a
  join grants g on g.company_id = a.company_id join webhooks w on w.application_id = g.application_id
  ${sql.raw(grant_joins)}
  where a.id = ${id}::bigint and ${sql.raw(grant_lives)} and ${sql.raw(grant_reaches)}
  group by w.id`

/** Events of an account are for applications alone. */
const ofCompany = (id: string): RawBuilder<unknown> => sql`
  select w.id, greatest(w.created_at, min(g.created_at)) as begins_at from grants g
  join webhooks w on w.application_id = g.application_id ${sql.raw(grant_joins)}
  where g.company_id = ${id}::bigint and ${sql.raw(grant_lives)}
  group by w.id`

/**
 * Notes that there are events up to this one, for every webhook that wants them. An application that is new here begins
 * with what happened since it was connected, and one that comes back with what happened since then.
 */
export async function noteEvents(db: Transaction<Tables>, owner: FeedOwner, last_event: string): Promise<void> {
  const of_administration = 'administration_id' in owner
  const id = of_administration ? owner.administration_id : owner.company_id
  const column = sql.ref(of_administration ? 'administration_id' : 'company_id')
  const { rows: wanted } = await sql<Wanted>`
    select id::text, begins_at from (${of_administration ? ofAdministration(id) : ofCompany(id)}) wanted`.execute(db)
  if (wanted.length === 0) return
  await lockLanes(
    db,
    wanted.map((one) => one.id),
  )
  const rows = await withPositions(db, owner, wanted)
  await sql`
    insert into webhook_feeds as f (webhook_id, ${column}, position, last_event, begins_at)
    select one.id, ${id}::bigint, one.position, ${last_event}::bigint, one.begins_at
    from ${asTable('one', rows, { id: 'bigint', begins_at: 'timestamptz', position: 'bigint' })}
    join webhooks w on w.id = one.id
    on conflict (webhook_id, ${column}) where ${column} is not null do update
      set position = greatest(f.position, excluded.position), begins_at = excluded.begins_at,
          last_event = greatest(f.last_event, excluded.last_event)`.execute(db)
  await wakeLanes(
    db,
    wanted.map((one) => one.id),
  )
}

type Wanted = { id: string; begins_at: string }

/** Adds the last event from before each began. What an administration has itself began before all of them. */
async function withPositions(
  db: Transaction<Tables>,
  owner: FeedOwner,
  wanted: readonly Wanted[],
): Promise<(Wanted & { position: string })[]> {
  const moments = [...new Set(wanted.map(({ begins_at }) => begins_at))].filter((one) => one !== '-infinity')
  if (moments.length === 0) return wanted.map((one) => ({ ...one, position: '0' }))
  const before = sql`e.event_time < one.begins_at`
  const last =
    'administration_id' in owner
      ? sql`select max(e.id) from events e where e.administration_id = ${owner.administration_id}::bigint and ${before}`
      : sql`select max(e.id) from company_events e where e.company_id = ${owner.company_id}::bigint and ${before}`
  const { rows } = await sql<{ position: string }>`
    select coalesce((${last}), 0)::text as position
    from unnest(${moments}::timestamptz[]) with ordinality as one (begins_at, place)
    order by one.place`.execute(db)
  const position_of = new Map(moments.map((moment, place) => [moment, rows[place]?.position ?? '0']))
  return wanted.map((one) => ({ ...one, position: position_of.get(one.begins_at) ?? '0' }))
}

/**
 * Locks how sending stands, before anything that belongs to it: whoever decides that there is nothing more to send and
 * whoever says that there is wait for each other, so that neither misses what the other did.
 */
export async function lockLanes(db: Transaction<Tables>, webhook_ids: readonly string[]): Promise<void> {
  await sql`
    select from webhook_lanes where webhook_id = any(${webhook_ids}::bigint[])
    order by webhook_id for update`.execute(db)
}

/** Where processes hear that a lane has something to send. */
export const lanes_channel = 'webhook_lanes'

/** Says that there is something to send, at once. Whoever has the lane finds it before leaving; else all hear of it. */
export async function wakeLanes(db: Kysely<Tables>, webhook_ids: readonly string[]): Promise<void> {
  await sql`
    with woken as (
      update webhook_lanes set work_at = '-infinity'
      where webhook_id = any(${webhook_ids}::bigint[])
      returning taken_until)
    select pg_notify(${lanes_channel}::text, '') from woken
    where taken_until is null or taken_until < clock_timestamp() limit 1`.execute(db)
}

/** What an application may see where, by administration; where it is not connected any more there is nothing. */
export async function permissionsOf(
  db: Kysely<Tables>,
  application_id: string,
  administration_ids: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; permissions: string[] }>`
    select a.id::text, array_agg(distinct one) as permissions from administrations a
    join grants g on g.company_id = a.company_id ${sql.raw(grant_joins)}
    cross join lateral unnest(${sql.raw(grant_permissions)}) one
    where a.id = any(${administration_ids}::bigint[]) and g.application_id = ${application_id}::bigint
      and ${sql.raw(grant_lives)} and ${sql.raw(grant_reaches)}
    group by a.id`.execute(db)
  return new Map(rows.map(({ id, permissions }) => [id, permissions]))
}

/** The companies of these that are connected to an application. */
export async function connectedCompanies(
  db: Kysely<Tables>,
  application_id: string,
  company_ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct g.company_id::text as id from grants g ${sql.raw(grant_joins)}
    where g.application_id = ${application_id}::bigint and g.company_id = any(${company_ids}::bigint[])
      and ${sql.raw(grant_lives)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
