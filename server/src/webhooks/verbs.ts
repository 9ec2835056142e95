import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { refuseParameters } from '../api/errors.ts'
import { asTable } from '../db/rows_as_table.ts'
import type { Tables } from '../db/schema.ts'
import { lockLanes, wakeLanes } from './feeds.ts'
import type { Moments } from './subscribe.ts'

/** How long events are kept, which is as far back as they can be sent again. */
const kept_ms = 731 * 86_400_000

/** What becomes of what happened while a webhook was not active. */
export type Missed = { replay_from: string | null; skip_missed: boolean }

/** Sends nothing until it is activated again; what happens meanwhile waits. One that is not active stays as it is. */
export async function pauseWebhook(db: Transaction<Tables>, id: string, { now, stamp }: Moments): Promise<void> {
  await sql`
    update webhooks set status = 'paused', status_since = ${now.toISOString()}::timestamptz,
                        updated_at = ${stamp}::timestamptz
    where id = ${id}::bigint and status = 'active'`.execute(db)
}

/**
 * Sends again: all that was missed, or what happened since a moment, or nothing of it. One that is active already only
 * does what is asked about the past.
 */
export async function activateWebhook(
  db: Transaction<Tables>,
  id: string,
  { replay_from, skip_missed }: Missed,
  { now, stamp }: Moments,
): Promise<void> {
  if (replay_from !== null && skip_missed)
    refuseParameters(['skip_missed: cannot be given together with replay_from, which says the opposite'])
  await lockLanes(db, [id])
  await sql`
    update webhooks set status = 'active', status_since = ${now.toISOString()}::timestamptz,
                        updated_at = ${stamp}::timestamptz
    where id = ${id}::bigint and status <> 'active'`.execute(db)
  await sql`update webhook_lanes set failures = 0, failing_since = null, rest_until = null, last_problem = null
            where webhook_id = ${id}::bigint`.execute(db)
  if (replay_from !== null) await moveBack(db, id, replay_from, now)
  else if (skip_missed) await moveToEnd(db, id)
  else await beginAgain(db, id, now)
  await wakeLanes(db, [id])
}

/** Sends everything again that happened since a moment, whether it was delivered or not. */
export async function replayEvents(db: Transaction<Tables>, id: string, from: string, now: Date): Promise<void> {
  await lockLanes(db, [id])
  await moveBack(db, id, from, now)
  await wakeLanes(db, [id])
}

async function moveBack(db: Transaction<Tables>, id: string, from: string, now: Date): Promise<void> {
  const at = new Date(from)
  if (at > now) refuseParameters(['replay_from: must not be in the future'])
  if (now.getTime() - at.getTime() > kept_ms) refuseParameters(['replay_from: must not be longer ago than two years'])
  await skip(db, id, sql`event_time >= ${from}::timestamptz`)
  await setFeeds(db, id, ({ begins_at }) => sql`event_time < greatest(${from}::timestamptz, ${begins_at}::timestamptz)`)
}

async function moveToEnd(db: Transaction<Tables>, id: string): Promise<void> {
  await skip(db, id, sql`true`)
  await setFeeds(
    db,
    id,
    ({ last_event }) => sql`id > ${last_event}::bigint`,
    ({ last_event }) => last_event,
  )
}

type Feed = { administration_id: string | null; company_id: string | null; begins_at: string; last_event: string }

/** Moves every feed of a webhook to the last event that is so, each asked for where its events are. */
async function setFeeds(
  db: Transaction<Tables>,
  id: string,
  condition: (feed: Feed) => RawBuilder<unknown>,
  otherwise: (feed: Feed) => string = () => '0',
): Promise<void> {
  const { rows: feeds } = await sql<Feed>`
    select administration_id::text, company_id::text, begins_at, last_event::text from webhook_feeds
    where webhook_id = ${id}::bigint`.execute(db)
  const moved: { administration_id: string | null; company_id: string | null; position: string }[] = []
  for (const feed of feeds) {
    const { administration_id, company_id } = feed
    const of =
      administration_id === null
        ? sql`company_events where company_id = ${company_id}::bigint`
        : sql`events where administration_id = ${administration_id}::bigint`
    const { rows } = await sql<{ last: string | null }>`
      select max(id)::text as last from ${of} and ${condition(feed)}`.execute(db)
    moved.push({ administration_id, company_id, position: rows[0]?.last ?? otherwise(feed) })
  }
  await sql`
    update webhook_feeds f set moves = f.moves + 1, position = one.position
    from ${asTable('one', moved, { administration_id: 'bigint', company_id: 'bigint', position: 'bigint' })}
    where f.webhook_id = ${id}::bigint and f.administration_id is not distinct from one.administration_id
      and f.company_id is not distinct from one.company_id`.execute(db)
  await sql`update webhook_feeds set last_event = position
            where webhook_id = ${id}::bigint and last_event < position`.execute(db)
}

/**
 * What still has to arrive: it waits, or was given up. Sending it again by hand in vain changes nothing about that,
 * however often it was tried; what arrived once was only asked for another time.
 */
const is_missing = sql`event_place is not null and (next_attempt_at is not null or (status = 'failed' and not exists (
  select from webhook_attempts a where a.delivery_id = webhook_deliveries.id and a.problem is null)))`

/** What waits, or was given up, and is not to be sent any more. */
async function skip(db: Transaction<Tables>, id: string, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    update webhook_deliveries set status = 'skipped', next_attempt_at = null, by_hand = false
    where webhook_id = ${id}::bigint and ${which} and ${is_missing}`.execute(db)
}

/** What waits begins anew, also what was given up when the webhook was. */
async function beginAgain(db: Transaction<Tables>, id: string, now: Date): Promise<void> {
  await sql`
    update webhook_deliveries set status = 'waiting', attempts = 0, next_attempt_at = ${now.toISOString()}::timestamptz
    where webhook_id = ${id}::bigint and not by_hand and ${is_missing}`.execute(db)
}

/** Sends one delivery again, now. Asked for twice before it went out, it goes out once. */
export async function resendDelivery(
  db: Transaction<Tables>,
  delivery: { id: string; webhook_id: string },
  now: Date,
): Promise<void> {
  await resend(db, delivery.webhook_id, sql`d.id = ${delivery.id}::bigint`, now)
}

/** Sends all again that failed. */
export async function resendFailed(db: Transaction<Tables>, webhook_id: string, now: Date): Promise<void> {
  await resend(db, webhook_id, sql`d.status = 'failed'`, now)
}

/** What still waits for its next attempt keeps the attempts that it has left. */
async function resend(
  db: Transaction<Tables>,
  webhook_id: string,
  which: RawBuilder<unknown>,
  now: Date,
): Promise<void> {
  await lockLanes(db, [webhook_id])
  await sql`
    update webhook_deliveries d
    set by_hand = w.status <> 'active' or d.status <> 'waiting', status = 'waiting',
        next_attempt_at = ${now.toISOString()}::timestamptz
    from webhooks w where w.id = d.webhook_id and d.webhook_id = ${webhook_id}::bigint and ${which}`.execute(db)
  await sql`update webhook_lanes set rest_until = null where webhook_id = ${webhook_id}::bigint`.execute(db)
  await wakeLanes(db, [webhook_id])
}

/** Has an event sent that did not happen, to see whether it arrives; also while the webhook is not active. */
export async function sendTest(
  db: Transaction<Tables>,
  webhook_id: string,
  { event_name, now, ...owner }: { event_name: string; now: Date; administration_id?: string; company_id?: string },
): Promise<string> {
  await lockLanes(db, [webhook_id])
  const { id } = await db
    .insertInto('webhook_deliveries')
    .values({
      ...{ webhook_id, ...owner, event_id: randomUUID(), event_name, event_time: now.toISOString() },
      ...{ resource_type: 'webhook', resource_id: webhook_id, status: 'waiting', attempts: 0, by_hand: true },
      ...{ next_attempt_at: now.toISOString(), created_at: now.toISOString() },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`update webhook_lanes set rest_until = null where webhook_id = ${webhook_id}::bigint`.execute(db)
  await wakeLanes(db, [webhook_id])
  return id
}
