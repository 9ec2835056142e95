import { type Kysely, sql } from 'kysely'
import { momentText } from '../db/moments.ts'
import type { Tables } from '../db/schema.ts'
import { connectedCompanies, permissionsOf } from './feeds.ts'

/** An event on its way to a webhook. */
export type Item = {
  /** Null while it was never tried. */
  delivery_id: string | null
  feed_id: string | null
  administration_id: string | null
  company_id: string | null
  /** Null for a test. */
  event_place: string | null
  event_id: string
  event_name: string
  event_time: string
  resource_type: string
  resource_id: string
  attempts: number
  by_hand: boolean
}

/** A feed that was read: how far, if all of it can be sent, and how often it was moved by hand by then. */
export type ReadFeed = { id: string; moves: number; position: string }

export type Portion = { items: Item[]; feeds: ReadFeed[] }

export type Webhook = {
  id: string
  administration_id: string | null
  application_id: string | null
  events: readonly string[]
  status: string
  failures: number
}

type Reading = { webhook: Webhook; limit: number; now: Date; turns: { last: string } }

const feeds_at_once = 20

/** What is to be sent next: first what is tried again, then what is new, of each feed in its order. */
export async function readPortion(db: Kysely<Tables>, reading: Reading): Promise<Portion> {
  const items = await readAgain(db, reading)
  const { webhook, limit } = reading
  const room = limit - items.length
  if (webhook.status !== 'active' || room <= 0) return { items, feeds: [] }
  const { rows: feeds } = await sql<Behind>`
    select id, administration_id::text, company_id::text, position::text, last_event::text, moves
    from webhook_feeds
    where webhook_id = ${webhook.id}::bigint and position < last_event
    order by id <= ${reading.turns.last}::bigint, id limit ${Math.min(room, feeds_at_once)}::integer`.execute(db)
  const share = Math.ceil(room / Math.max(1, feeds.length))
  const read: ReadFeed[] = []
  for (const feed of feeds) {
    const fresh = await readFresh(db, webhook, feed, share)
    items.push(...fresh.items)
    read.push({ id: feed.id, moves: feed.moves, position: fresh.position })
    reading.turns.last = feed.id
  }
  return { items, feeds: read }
}

/** While a receiver fails, what was tried most comes first: by that it is decided whether it is given up. */
async function readAgain(db: Kysely<Tables>, { webhook, limit, now }: Reading): Promise<Item[]> {
  const order = webhook.failures > 0 ? sql`attempts desc, next_attempt_at, id` : sql`next_attempt_at, id`
  const chosen = webhook.status === 'active' ? sql`` : sql`and by_hand`
  const { rows } = await sql<Item>`
    select id::text as delivery_id, null as feed_id, administration_id::text, company_id::text, event_place::text,
           event_id::text, event_name, ${momentText('event_time')} as event_time, resource_type, resource_id::text, attempts, by_hand
    from webhook_deliveries
    where webhook_id = ${webhook.id}::bigint and next_attempt_at <= ${now.toISOString()}::timestamptz ${chosen}
    order by ${order} limit ${limit}::integer`.execute(db)
  // What was never tried keeps its place in the order of events.
  return rows.sort((one, other) => Number(BigInt(one.event_place ?? 0) - BigInt(other.event_place ?? 0)))
}

type Behind = {
  id: string
  administration_id: string | null
  company_id: string | null
  position: string
  last_event: string
  moves: number
}

async function readFresh(
  db: Kysely<Tables>,
  { events }: Webhook,
  feed: Behind,
  limit: number,
): Promise<{ items: Item[]; position: string }> {
  const own = feed.administration_id !== null
  const record = own
    ? sql`resource_type, resource_id::text`
    : sql`'company' as resource_type, company_id::text as resource_id`
  const owner = own ? sql`administration_id = ${feed.administration_id}` : sql`company_id = ${feed.company_id}`
  const wanted = events.length === 0 ? sql`` : sql`and event_name = any(${events}::text[])`
  const { rows } = await sql<Item & { event_place: string }>`
    select null as delivery_id, ${feed.id}::text as feed_id, ${feed.administration_id}::text as administration_id,
           ${feed.company_id}::text as company_id, id::text as event_place, event_id::text, event_name,
           ${momentText('event_time')} as event_time,
           ${record}, 0 as attempts, false as by_hand
    from ${sql.table(own ? 'events' : 'company_events')}
    where ${owner}::bigint and id > ${feed.position}::bigint and id <= ${feed.last_event}::bigint ${wanted}
    order by id limit ${limit}::integer`.execute(db)
  return {
    items: rows,
    position: rows.length < limit ? feed.last_event : (rows.at(-1)?.event_place ?? feed.last_event),
  }
}

/** Writes events as receivers get them, by their place; those that may not be seen, or are gone, are left out. */
export type Render = {
  administration: (
    administration_id: string,
    places: readonly string[],
    /** Null: everything may be seen. */
    permissions: readonly string[] | null,
  ) => Promise<ReadonlyMap<string, string>>
  company: (company_id: string, places: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** An event that did not happen, with an example of what it carries. */
  test: (
    item: Pick<Item, 'administration_id' | 'company_id' | 'event_id' | 'event_name' | 'event_time'>,
  ) => string | null
}

/** The bodies of a portion. An item without one is not for this webhook, or not any more. */
export async function renderPortion(
  db: Kysely<Tables>,
  render: Render,
  { application_id }: Pick<Webhook, 'application_id'>,
  items: readonly Item[],
): Promise<Map<Item, string>> {
  const bodies = new Map<Item, string>()
  const take = (of: readonly Item[], written: (item: Item) => string | null | undefined): void => {
    for (const item of of) {
      const body = written(item)
      if (body) bodies.set(item, body)
    }
  }
  const happened = items.filter(({ event_place }) => event_place !== null)
  take(
    items.filter(({ event_place }) => event_place === null),
    render.test,
  )
  const places = (of: readonly Item[]): string[] => of.flatMap(({ event_place }) => event_place ?? [])
  const by_administration = groupBy(happened, ({ administration_id }) => administration_id)
  const allowed =
    application_id === null ? null : await permissionsOf(db, application_id, [...by_administration.keys()])
  for (const [id, own] of by_administration) {
    const permissions = allowed === null ? null : (allowed.get(id) ?? [])
    if (permissions !== null && !permissions.includes('events:read')) continue
    const rendered = await render.administration(id, places(own), permissions)
    take(own, ({ event_place }) => rendered.get(event_place ?? ''))
  }
  const by_company = groupBy(happened, ({ company_id }) => company_id)
  if (application_id === null || by_company.size === 0) return bodies
  const connected = await connectedCompanies(db, application_id, [...by_company.keys()])
  for (const [id, own] of by_company) {
    if (!connected.has(id)) continue
    const rendered = await render.company(id, places(own))
    take(own, ({ event_place }) => rendered.get(event_place ?? ''))
  }
  return bodies
}

function groupBy(items: readonly Item[], keyOf: (item: Item) => string | null): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return groups
}
