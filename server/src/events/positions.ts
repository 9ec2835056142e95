import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { asTable } from '../db/rows_as_table.ts'
import type { Tables } from '../db/schema.ts'
import type { Follower } from './follower.ts'

/** The two kinds of feeds there are: whose they are, where their last change stands, and who has come how far. */
export const feeds = {
  administrations: {
    owner: 'administration_id',
    stamps: 'administration_stamps',
    positions: 'follower_positions',
    events: 'events',
    touched: true,
  },
  companies: {
    owner: 'company_id',
    stamps: 'company_stamps',
    positions: 'company_follower_positions',
    events: 'company_events',
    touched: false,
  },
} as const

export type FeedName = keyof typeof feeds

/** A follower in one feed of one owner. */
export type FollowedFeed = { follower: string; feed: FeedName; owner_id: string }

/** How far a follower has come: changes, events, and, while it goes through touched dossiers, those. */
export type Position = {
  stamp: string
  event_id: string
  touched_until: string | null
  touched_after: string
}

/** The feeds that a follower reads. */
export const feedsOf = ({ events, touched, company_events }: Follower): FeedName[] => [
  ...(events !== 'none' || touched ? (['administrations'] as const) : []),
  ...(company_events ? (['companies'] as const) : []),
]

const registering_at_once = 500

/**
 * Makes a follower known, once for all processes. From then on news are kept for it. It begins with what is there, or
 * in those that are there with what comes; in those that come later it sees everything.
 */
export async function register(db: Kysely<Tables>, one: Follower): Promise<void> {
  for (const feed of feedsOf(one)) {
    const { rows } = await sql`
      select from followers
      where name = ${one.name}::text and feed = ${feed}::text and registered_at is not null`.execute(db)
    if (rows.length > 0) continue
    // First of all, so that from now on nobody takes marks of news away before it has seen them.
    await sql`insert into followers (name, feed) values (${one.name}::text, ${feed}::text)
              on conflict do nothing`.execute(db)
    // Nobody waits for a row longer than for one change, and whoever is interrupted begins again.
    for (let last = registering_at_once, after = '0'; last === registering_at_once; ) {
      const owners = await beginIn(db, one, feed, after)
      last = owners.length
      after = owners.at(-1) ?? after
    }
    await sql`update followers set registered_at = statement_timestamp()
              where name = ${one.name}::text and feed = ${feed}::text and registered_at is null`.execute(db)
  }
}

/** Gives a follower its beginning in the next owners: a position at the end, or the mark that there are news for it. */
async function beginIn(db: Kysely<Tables>, one: Follower, feed: FeedName, after: string): Promise<string[]> {
  const { owner, stamps, positions } = columnsOf(feed)
  const { rows } = await sql<{ owner_id: string; stamp: string }>`
    select ${owner} as owner_id, stamp from ${stamps}
    where ${owner} > ${after}::bigint order by ${owner} limit ${registering_at_once}::integer`.execute(db)
  const ids = rows.map(({ owner_id }) => owner_id)
  if (one.begins !== 'now') {
    await sql`update ${stamps} set news_since = stamp
              where ${owner} = any(${ids}::bigint[]) and news_since is null`.execute(db)
    return ids
  }
  const events = await lastEvents(db, feed, rows)
  const begun = rows.map((row, place) => ({ ...row, event_id: events[place] }))
  await sql`
    insert into ${positions} (${owner}, follower, stamp, event_id)
    select owner_id, ${one.name}::text, stamp, event_id
    from ${asTable('batch', begun, { owner_id: 'bigint', stamp: 'timestamptz', event_id: 'bigint' })}
    on conflict do nothing`.execute(db)
  return ids
}

/** The last event of each owner up to its stamp. They may lie on different nodes, so each is asked for. */
async function lastEvents(
  db: Kysely<Tables>,
  feed: FeedName,
  owners: readonly { owner_id: string; stamp: string }[],
): Promise<string[]> {
  const { owner } = columnsOf(feed)
  const last: string[] = []
  for (const { owner_id, stamp } of owners) {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(feeds[feed].events)}
      where ${owner} = ${owner_id}::bigint and event_time <= ${stamp}::timestamptz
      order by event_time desc, id desc limit 1`.execute(db)
    last.push(rows[0]?.id ?? '0')
  }
  return last
}

const columnsOf = (feed: FeedName) => ({
  owner: sql.ref(feeds[feed].owner),
  stamps: sql.table(feeds[feed].stamps),
  positions: sql.table(feeds[feed].positions),
})

/** Where news are looked for, whose turn was last, and how many have a turn at once. */
type Looking = Omit<FollowedFeed, 'owner_id'> & { after: string; limit: number }

/** Whose news a follower has not seen, without those that it cannot work on now. */
export async function findBehind(db: Kysely<Tables>, looking: Looking): Promise<string[]> {
  const { rows } = await behind(looking).execute(db)
  return rows.map(({ owner_id }) => owner_id)
}

/**
 * It reads the index of marks, and one position for each: whoever has no news costs nothing. They come in turn: those
 * in which something happens all the time would otherwise always be first, because their marks stay.
 */
export function behind({ follower, feed, after, limit }: Looking): RawBuilder<{ owner_id: string }> {
  const { owner, stamps, positions } = columnsOf(feed)
  return sql`
    select s.${owner} as owner_id from ${stamps} s
    left join ${positions} p on p.${owner} = s.${owner} and p.follower = ${follower}::text
    where s.news_since is not null and (p.stamp is null or p.stamp < s.stamp)
      and (p.retry_at is null or p.retry_at <= statement_timestamp())
      and (p.taken_until is null or p.taken_until <= statement_timestamp())
    order by s.${owner} <= ${after}::bigint, s.${owner} limit ${limit}::integer`
}

/** The last change of an owner; null when it is gone. */
export async function lastStamp(db: Kysely<Tables>, { feed, owner_id }: FollowedFeed): Promise<string | null> {
  const { owner, stamps } = columnsOf(feed)
  const { rows } = await sql<{ stamp: string }>`
    select stamp from ${stamps} where ${owner} = ${owner_id}::bigint`.execute(db)
  return rows[0]?.stamp ?? null
}

const shown = (feed: FeedName): RawBuilder<unknown> =>
  feeds[feed].touched
    ? sql`stamp, event_id, touched_until, touched_after`
    : sql`stamp, event_id, null as touched_until, 0 as touched_after`

const at = ({ follower, feed, owner_id }: FollowedFeed): RawBuilder<unknown> =>
  sql`${columnsOf(feed).owner} = ${owner_id}::bigint and follower = ${follower}::text`

/** Makes sure that there is a position to lock. */
export async function addPosition(db: Kysely<Tables>, { follower, feed, owner_id }: FollowedFeed): Promise<void> {
  const { owner, stamps, positions } = columnsOf(feed)
  await sql`
    insert into ${positions} (${owner}, follower)
    select ${owner}, ${follower}::text from ${stamps} where ${owner} = ${owner_id}::bigint
    on conflict do nothing`.execute(db)
}

/** Locks a position to the end of the transaction; null when somebody else works there. */
export async function lockPosition(
  db: Transaction<Tables>,
  place: FollowedFeed,
  taken_by: string | null,
): Promise<Position | null> {
  const mine =
    taken_by === null ? sql`(taken_until is null or taken_until <= statement_timestamp())` : takenBy(taken_by)
  const { rows } = await sql<Position>`
    select ${shown(place.feed)} from ${columnsOf(place.feed).positions}
    where ${at(place)} and ${mine} for update skip locked`.execute(db)
  return rows[0] ?? null
}

const takenBy = (taken_by: string): RawBuilder<unknown> => sql`taken_by = ${taken_by}::uuid`

/** Takes a position for work outside a transaction, or takes it longer; null when somebody else has it. */
export async function takePosition(
  db: Kysely<Tables>,
  place: FollowedFeed,
  { taken_by, taken_s }: { taken_by: string; taken_s: number },
): Promise<Position | null> {
  const { positions } = columnsOf(place.feed)
  const { rows } = await sql<Position>`
    update ${positions}
    set taken_by = ${taken_by}::uuid, taken_until = statement_timestamp() + ${taken_s}::float8 * interval '1 second'
    where ${at(place)} and (taken_until is null or taken_until <= statement_timestamp() or ${takenBy(taken_by)})
    returning ${shown(place.feed)}`.execute(db)
  return rows[0] ?? null
}

/** Lets go of what was taken, without having come further. */
export async function leavePosition(db: Kysely<Tables>, place: FollowedFeed, taken_by: string): Promise<void> {
  await sql`update ${columnsOf(place.feed).positions} set taken_by = null, taken_until = null
            where ${at(place)} and ${takenBy(taken_by)}`.execute(db)
}

/** Moves a position, in the transaction of the effect. */
export async function movePosition(db: Transaction<Tables>, place: FollowedFeed, to: Position): Promise<void> {
  const touched = feeds[place.feed].touched
    ? sql`, touched_until = ${to.touched_until}::timestamptz, touched_after = ${to.touched_after}::bigint`
    : sql``
  await sql`
    update ${columnsOf(place.feed).positions}
    set stamp = ${to.stamp}::timestamptz, event_id = ${to.event_id}::bigint ${touched}, failures = 0, retry_at = null,
        last_error = null, taken_by = null, taken_until = null
    where ${at(place)}`.execute(db)
}

const longest_pause_s = 600

/** Notes that a follower failed there; it waits longer each time before it tries again. */
export async function noteFailure(db: Kysely<Tables>, place: FollowedFeed, message: string): Promise<void> {
  await addPosition(db, place)
  const { positions } = columnsOf(place.feed)
  const { rows } = await sql<{ failures: number }>`select failures from ${positions} where ${at(place)}`.execute(db)
  const pause_s = Math.min(2 ** (rows[0]?.failures ?? 0), longest_pause_s)
  await sql`
    update ${positions}
    set failures = failures + 1, last_error = ${message}::text, taken_by = null, taken_until = null,
        retry_at = statement_timestamp() + ${pause_s}::float8 * interval '1 second'
    where ${at(place)}`.execute(db)
}

/**
 * Forgets that there were news where every follower has seen them and nothing happened for a while: where much happens
 * the mark stays, and costs nobody anything. It waits for nobody, and what a crash undoes is done again.
 */
export async function clearNews(db: Kysely<Tables>, feed: FeedName, quiet_s: number): Promise<void> {
  const { owner, stamps, positions } = columnsOf(feed)
  const names = await followersOf(db, feed)
  const { rows } = await sql<{ owner_id: string; stamp: string }>`
    select q.${owner} as owner_id, q.stamp from ${stamps} q
    where q.news_since is not null and q.stamp < statement_timestamp() - ${quiet_s}::float8 * interval '1 second'
      and ${names.length}::integer = (
        select count(*) from ${positions} p
        where p.${owner} = q.${owner} and p.follower = any(${names}::text[]) and p.stamp >= q.stamp)
    order by q.news_since limit 500`.execute(db)
  for (const { owner_id, stamp } of rows) {
    await db.transaction().execute(async (trx) => {
      await sql`set local synchronous_commit = off`.execute(trx)
      const seen = sql`${owner} = ${owner_id}::bigint and stamp = ${stamp}::timestamptz`
      const { rows: free } = await sql`select from ${stamps} where ${seen} for update skip locked`.execute(trx)
      if (free.length > 0) await sql`update ${stamps} set news_since = null where ${seen}`.execute(trx)
    })
  }
}

async function followersOf(db: Kysely<Tables>, feed: FeedName): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from followers where feed = ${feed}::text`.execute(db)
  return rows.map(({ name }) => name)
}

/** How long the news waited that a follower has not seen, how many owners have such, and where it fails. */
export type Lag = { follower: string; seconds: number; behind: number; failing: number }

export async function measureLag(db: Kysely<Tables>, names: readonly string[]): Promise<Lag[]> {
  const late = new Map<string, Late[]>()
  for (const feed of Object.keys(feeds) as FeedName[]) {
    const known = (await followersOf(db, feed)).filter((name) => names.includes(name))
    for (const one of await lateIn(db, feed, known)) late.set(one.name, [...(late.get(one.name) ?? []), one])
  }
  const sum = (parts: readonly number[]): number => parts.reduce((all, one) => all + one, 0)
  return names.map((follower) => {
    const parts = late.get(follower) ?? []
    return {
      follower,
      behind: sum(parts.map(({ behind }) => behind)),
      failing: sum(parts.map(({ failing }) => failing)),
      seconds: Math.max(0, ...parts.map(({ seconds }) => seconds)),
    }
  })
}

type Late = Omit<Lag, 'follower'> & { name: string }

async function lateIn(db: Kysely<Tables>, feed: FeedName, names: readonly string[]): Promise<Late[]> {
  if (names.length === 0) return []
  const { owner, stamps, positions } = columnsOf(feed)
  const { rows } = await sql<Late>`
    select f.name, count(*)::integer as behind, count(*) filter (where p.failures > 0)::integer as failing,
           extract(epoch from statement_timestamp() - min(greatest(s.news_since, p.stamp)))::float8 as seconds
    from unnest(${names}::text[]) as f (name)
    join ${stamps} s on s.news_since is not null
    left join ${positions} p on p.${owner} = s.${owner} and p.follower = f.name
    where p.stamp is null or p.stamp < s.stamp
    group by f.name`.execute(db)
  return rows
}
