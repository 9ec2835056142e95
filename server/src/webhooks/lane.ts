import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { beginChange } from '../db/change.ts'
import type { Database } from '../db/connect.ts'
import type { Tables } from '../db/schema.ts'
import { serviceActor } from '../domain/actor.ts'
import { deactivateApplication, deactivateOwn } from './deactivate.ts'
import { lanes_channel } from './feeds.ts'
import { type Item, type Render, readPortion, renderPortion, type Webhook } from './portion.ts'
import type { Post } from './post.ts'
import { isExhausted, type Outcome, recordOutcome } from './record.ts'
import { openSecret } from './secrets.ts'
import { type Sent, sendPortion } from './send_portion.ts'
import { headersOf } from './sign.ts'

export type LaneNeeds = {
  database: Database
  render: Render
  post: Post
  /** What secrets are made from, together with what is kept of them. */
  secret_key: Buffer
  base_url: () => string
  now: () => Date
  /** Heard of every attempt. */
  attempted: (ending: 'delivered' | 'failed') => void
}

export type Lane = { webhook_id: string; taken_by: string; isOurs: () => boolean; signal: AbortSignal }

/** What is read and sent at a time, and of that at once; a receiver that fails gets one after the other. */
const items_at_once = 100
const requests_at_once = 8
const failures_max = 3

/** Sends what there is to send to one webhook, until there is nothing, the receiver needs a rest, or we are stopped. */
export async function runLane(needs: LaneNeeds, lane: Lane): Promise<void> {
  const turns = { last: '0' }
  while (lane.isOurs()) {
    const webhook = await readWebhook(needs, lane)
    if (webhook === null || webhook.resting) return
    const now = needs.now()
    const limit = webhook.failures > 0 ? 1 : items_at_once
    const portion = await readPortion(needs.database.db, { webhook, limit, now, turns })
    if (portion.items.length === 0 && portion.feeds.length === 0) return
    const bodies = await renderPortion(needs.database.db, needs.render, webhook, portion.items)
    const unseen = portion.items.filter((item) => !bodies.has(item))
    const sent = await sendPortion(
      portion.items.filter((item) => bodies.has(item)),
      {
        at_once: webhook.failures > 0 ? 1 : requests_at_once,
        failures: 0,
        failures_max: webhook.failures > 0 ? 1 : failures_max,
        send: (item) => sendItem(needs, webhook, item, bodies.get(item) ?? '', lane.signal),
        isOurs: lane.isOurs,
        signal: lane.signal,
      },
    )
    if (!(await finishPortion(needs, lane, webhook, { portion, unseen, sent }))) return
  }
}

type LaneWebhook = Webhook & { url: string; resting: boolean; secrets: string[] }

/** The webhook as it is now; null when it is gone, or the lane is somebody else's by now. */
async function readWebhook({ database, secret_key, now }: LaneNeeds, lane: Lane): Promise<LaneWebhook | null> {
  const at = now().toISOString()
  const { rows } = await sql<Webhook & SecretColumns & { url: string; resting: boolean }>`
    select w.id::text, w.administration_id::text, w.application_id::text, w.url, w.events, w.status, l.failures,
           coalesce(l.rest_until > ${at}::timestamptz, false) as resting, w.secret_nonce, w.secret_hash,
           case when w.previous_until > ${at}::timestamptz then w.previous_nonce end as previous_nonce,
           case when w.previous_until > ${at}::timestamptz then w.previous_hash end as previous_hash
    from webhooks w join webhook_lanes l on l.webhook_id = w.id
    where w.id = ${lane.webhook_id}::bigint and l.taken_by = ${lane.taken_by}::uuid`.execute(database.db)
  const [found] = rows
  return found === undefined ? null : { ...found, secrets: secretsOf(secret_key, found) }
}

type SecretColumns = {
  secret_nonce: Buffer
  secret_hash: Buffer
  previous_nonce: Buffer | null
  previous_hash: Buffer | null
}

/** What is signed with: the secret, and for a day after it was renewed the one before. Empty when it cannot be had. */
function secretsOf(key: Buffer, of: SecretColumns): string[] {
  const current = openSecret(key, { nonce: of.secret_nonce, hash: of.secret_hash })
  if (current === null) return []
  const { previous_nonce: nonce, previous_hash: hash } = of
  const previous = nonce && hash ? openSecret(key, { nonce, hash }) : null
  return previous === null ? [current] : [current, previous]
}

async function sendItem(
  { post, now, attempted }: LaneNeeds,
  { url, secrets }: LaneWebhook,
  item: Item,
  body: string,
  signal: AbortSignal,
): Promise<Sent> {
  const attempt_id = randomUUID()
  const at = now()
  const { event_id, administration_id } = item
  const lost = {
    url,
    status: null,
    problem: 'secret_lost',
    answer_type: null,
    answer_body: null,
    duration_ms: 0,
  } as const
  const headers = headersOf(body, { secrets, event_id, attempt_id, administration_id, now: at })
  const posted = secrets.length === 0 ? lost : await post(url, { body, headers }, signal)
  attempted(posted.problem === null ? 'delivered' : 'failed')
  return { item, attempt_id, at, posted }
}

/** Writes down what came of a portion; returns whether the lane is still ours, and the webhook goes on. */
async function finishPortion(
  { database, now, base_url }: LaneNeeds,
  { webhook_id, taken_by }: Lane,
  webhook: LaneWebhook,
  outcome: Outcome,
): Promise<boolean> {
  const given_up = webhook.status === 'active' && isExhausted(outcome)
  const at = now()
  return database.db.transaction().execute(async (db) => {
    // The stamp comes first, as in every change of an administration.
    const change =
      given_up && webhook.administration_id !== null
        ? await beginChange(db, {
            administration_id: webhook.administration_id,
            actor: serviceActor('webhooks'),
            real_now: at,
          })
        : null
    if (!(await lockOwn(db, webhook_id, taken_by))) return false
    await recordOutcome(db, webhook, outcome, at)
    const given = { id: webhook.id, url: webhook.url, now: at, base_url: base_url() }
    if (change !== null) await deactivateOwn(change, given)
    else if (given_up && webhook.application_id !== null) await deactivateApplication(db, webhook.application_id, given)
    return !given_up
  })
}

async function lockOwn(db: Transaction<Tables>, webhook_id: string, taken_by: string): Promise<boolean> {
  const { rows } = await sql`
    select from webhook_lanes where webhook_id = ${webhook_id}::bigint and taken_by = ${taken_by}::uuid
    for update`.execute(db)
  return rows.length > 0
}

/** Lets a lane go, and says when there is something to send again; if that is now, another process may take it. */
export async function leaveLane(
  { db }: Database,
  { webhook_id, taken_by }: Pick<Lane, 'webhook_id' | 'taken_by'>,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await lockOwn(trx, webhook_id, taken_by))) return
    // A statement of its own, so that it sees what was committed before the lock was had.
    await sql`
      with gone as (
        update webhook_lanes l set taken_by = null, taken_until = null,
          work_at = case when next.at is not null then greatest(l.rest_until, next.at) end
        from webhooks w cross join lateral (
          select least(
            (select min(d.next_attempt_at) from webhook_deliveries d
             where d.webhook_id = w.id and d.next_attempt_at is not null and (w.status = 'active' or d.by_hand)),
            case when w.status = 'active' and exists (
              select from webhook_feeds f where f.webhook_id = w.id and f.position < f.last_event)
            then ${now.toISOString()}::timestamptz end) as at offset 0) next
        where l.webhook_id = ${webhook_id}::bigint and w.id = l.webhook_id
        returning l.work_at)
      select pg_notify(${lanes_channel}::text, '') from gone
      where work_at <= ${now.toISOString()}::timestamptz`.execute(trx)
  })
}
