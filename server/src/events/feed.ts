import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { FollowedCompanyEvent, FollowedEvent, Follower, Portion } from './follower.ts'
import { type FollowedFeed, lastStamp, type Position } from './positions.ts'
import { touchedDossiers } from './touched.ts'

const usual = { events: 500, touched: 2_000 }

/** What comes next after a position, where that ends, and whether there is more already. */
export type Next = { portion: Portion; position: Position; more: boolean }

/**
 * Reads what a follower has not seen. The last change is read first: whatever has an older stamp is committed by then,
 * because changes of one owner wait for each other. Events come first; when they are through, dossiers that were
 * touched up to a change, by id. Those that change again meanwhile come in the pass after. Null: the owner is gone.
 */
export async function readNext(
  db: Kysely<Tables>,
  follower: Follower,
  place: FollowedFeed,
  position: Position,
): Promise<Next | null> {
  const until = await lastStamp(db, place)
  if (until === null) return null
  const at_once = follower.at_once ?? usual
  const found = await readEvents(db, follower, { place, position, limit: at_once.events })
  const { owner_id, feed } = place
  if (feed === 'companies') {
    const portion = { feed, company_id: owner_id, events: found.events as FollowedCompanyEvent[] }
    const stamp = found.more ? position.stamp : until
    return { portion, position: { ...position, event_id: found.event_id, stamp }, more: found.more }
  }
  const passing = follower.touched && !found.more
  const pass = { from: position.stamp, until: position.touched_until ?? until, after: position.touched_after }
  const interval = { administration_id: owner_id, ...pass, limit: at_once.touched }
  const touched = passing ? await touchedDossiers(db, interval) : []
  const found_here = { events: found.events as FollowedEvent[], touched, touched_since: pass.from }
  const portion = { feed, administration_id: owner_id, ...found_here }
  const through = { event_id: found.event_id, stamp: pass.until, touched_until: null, touched_after: '0' }
  if (found.more) return { portion, position: { ...position, event_id: found.event_id }, more: true }
  if (touched.length < at_once.touched) return { portion, position: through, more: pass.until !== until }
  const touched_after = touched.at(-1) ?? pass.after
  return { portion, position: { ...through, stamp: pass.from, touched_until: pass.until, touched_after }, more: true }
}

type Read = { events: (FollowedEvent | FollowedCompanyEvent)[]; event_id: string; more: boolean }

async function readEvents(
  db: Kysely<Tables>,
  { events: wanted }: Follower,
  { place, position, limit }: { place: FollowedFeed; position: Position; limit: number },
): Promise<Read> {
  const { event_id } = position
  const of_company = place.feed === 'companies'
  if (!of_company && wanted === 'none') return { events: [], event_id, more: false }
  const table = sql.table(of_company ? 'company_events' : 'events')
  const own = sql`${sql.ref(of_company ? 'company_id' : 'administration_id')} = ${place.owner_id}::bigint`
  const columns = of_company ? sql`` : sql`step, resource_type, resource_id,`
  const named = of_company || typeof wanted === 'string' ? sql`` : sql`and event_name = any(${wanted}::text[])`
  // Up to here all are there; what is not wanted is passed over.
  const { rows: last } = await sql<{ id: string }>`
    select greatest(max(id), ${event_id}::bigint) as id from ${table} where ${own}`.execute(db)
  const last_id = last[0]?.id ?? event_id
  const last_alone = wanted === 'the last'
  const { rows } = await sql<FollowedEvent>`
    select id, event_id, event_name, event_time, ${columns} context, actor_user_id, actor_service from ${table}
    where ${own} and id > ${event_id}::bigint and id <= ${last_id}::bigint ${named}
    order by id ${last_alone ? sql`desc limit 1` : sql`limit ${limit}::integer`}`.execute(db)
  const more = !last_alone && rows.length === limit
  return { events: rows, event_id: more ? (rows.at(-1)?.id ?? last_id) : last_id, more }
}
