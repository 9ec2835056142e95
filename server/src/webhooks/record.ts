import { sql, type Transaction } from 'kysely'
import { asTable } from '../db/rows_as_table.ts'
import type { Tables } from '../db/schema.ts'
import type { Item, Portion } from './portion.ts'
import { attempts_max, nextAttempt, restUntil } from './retries.ts'
import type { Sent } from './send_portion.ts'

/** What came of a portion. Items without a body are not for the webhook, and count as done. */
export type Outcome = { portion: Portion; unseen: readonly Item[]; sent: readonly Sent[] }

/** Whether a delivery failed for the last time, so that its webhook is given up. */
export const isExhausted = ({ sent }: Pick<Outcome, 'sent'>): boolean =>
  sent.some(({ item, posted }) => !item.by_hand && posted.problem !== null && isLast(item))

const isLast = ({ attempts }: Item): boolean => attempts + 1 >= attempts_max

/**
 * Writes down what came of a portion, and moves its feeds, in the transaction of the caller, who has the lane. What was
 * sent and not written down, because a process died, is sent again.
 */
export async function recordOutcome(
  db: Transaction<Tables>,
  webhook: { id: string; failures: number },
  outcome: Outcome,
  now: Date,
): Promise<void> {
  const { sent, unseen, portion } = outcome
  const left = leftBehind(outcome)
  const rows = [...sent.map((one) => sentRow(one, now)), ...left.map((item) => leftRow(item, now))]
  await writeDeliveries(db, webhook.id, rows, now)
  await sql`
    update webhook_deliveries set status = 'skipped', next_attempt_at = null
    where id = any(${unseen.flatMap(({ delivery_id }) => delivery_id ?? [])}::bigint[])`.execute(db)
  await moveFeeds(db, portion, outcome, left)
  await countDays(db, webhook.id, sent)
  await noteHealth(db, webhook, sent)
}

/** What was not sent although something behind it was: it is kept apart, because its feed moves past it. */
function leftBehind({ portion, sent, unseen }: Outcome): Item[] {
  const done = new Set([...sent.map(({ item }) => item), ...unseen])
  const last_sent = new Map<string, number>()
  portion.items.forEach((item, place) => {
    if (item.feed_id !== null && done.has(item)) last_sent.set(item.feed_id, place)
  })
  return portion.items.filter(
    (item, place) => item.feed_id !== null && !done.has(item) && place < (last_sent.get(item.feed_id) ?? -1),
  )
}

async function moveFeeds(
  db: Transaction<Tables>,
  { items, feeds }: Portion,
  { sent, unseen }: Outcome,
  left: readonly Item[],
): Promise<void> {
  const through = new Set([...sent.map(({ item }) => item), ...unseen, ...left])
  const moved = feeds.flatMap(({ id, moves, position }) => {
    const own = items.filter(({ feed_id }) => feed_id === id)
    if (own.every((item) => through.has(item))) return [{ id, moves, position }]
    const last = own.findLast((item) => through.has(item))
    return last?.event_place ? [{ id, moves, position: last.event_place }] : []
  })
  if (moved.length === 0) return
  // One that somebody moved meanwhile, to send all of it again or to skip it, stays where it was put.
  await sql`
    update webhook_feeds f set position = one.position
    from ${asTable('one', moved, { id: 'bigint', moves: 'integer', position: 'bigint' })}
    where f.id = one.id and f.moves = one.moves`.execute(db)
}

type Row = Omit<Item, 'feed_id'> & {
  status: string
  next_attempt_at: string | null
  last_attempt_at: string | null
  duration_ms: number | null
  answer_status: number | null
  problem: string | null
  attempt_id: string | null
  url: string | null
  answer_type: string | null
  answer_body: string | null
}

function sentRow({ item, posted, at, attempt_id }: Sent, now: Date): Row {
  const attempts = item.attempts + 1
  const { feed_id: _, ...event } = item
  // What somebody asked for is tried once.
  const next = posted.problem === null || item.by_hand ? null : nextAttempt(attempts, now)
  const failed = next === null ? 'failed' : 'waiting'
  return {
    ...{ ...event, attempts, status: posted.problem === null ? 'delivered' : failed },
    ...{ next_attempt_at: next?.toISOString() ?? null, last_attempt_at: at.toISOString(), attempt_id },
    ...{ duration_ms: posted.duration_ms, answer_status: posted.status, problem: posted.problem, url: posted.url },
    ...{ answer_type: posted.answer_type, answer_body: posted.answer_body },
  }
}

function leftRow({ feed_id: _, ...event }: Item, now: Date): Row {
  const nothing = { last_attempt_at: null, duration_ms: null, answer_status: null, problem: null, attempt_id: null }
  const waiting = { status: 'waiting', next_attempt_at: now.toISOString() }
  return { ...event, ...waiting, ...nothing, url: null, answer_type: null, answer_body: null }
}

async function writeDeliveries(
  db: Transaction<Tables>,
  webhook_id: string,
  rows: readonly Row[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return
  const numbered = rows.map((row, place) => ({ ...row, place }))
  await sql`
    with given as materialized (
      select coalesce(one.delivery_id, nextval('webhook_deliveries_id_seq')) as id, one.*
      from ${asTable('one', numbered, {
        ...{ place: 'integer', delivery_id: 'bigint', administration_id: 'bigint', company_id: 'bigint' },
        ...{ event_place: 'bigint', event_id: 'uuid', event_name: 'text', event_time: 'timestamptz' },
        ...{ resource_type: 'text', resource_id: 'bigint', attempts: 'integer', by_hand: 'boolean', status: 'text' },
        ...{ next_attempt_at: 'timestamptz', last_attempt_at: 'timestamptz', duration_ms: 'integer' },
        ...{ answer_status: 'integer', problem: 'text', attempt_id: 'uuid', url: 'text' },
        ...{ answer_type: 'text', answer_body: 'text' },
      })}
    ), known as (
      update webhook_deliveries d
      set status = g.status, attempts = g.attempts, by_hand = false, next_attempt_at = g.next_attempt_at,
          last_attempt_at = g.last_attempt_at, duration_ms = g.duration_ms, answer_status = g.answer_status,
          problem = g.problem
      from given g where d.id = g.delivery_id and (d.status = 'waiting' or g.status = 'delivered')
    ), fresh as (
      insert into webhook_deliveries (
        id, webhook_id, administration_id, company_id, event_place, event_id, event_name, event_time, resource_type,
        resource_id, status, attempts, next_attempt_at, last_attempt_at, duration_ms, answer_status, problem,
        created_at)
      select id, ${webhook_id}::bigint, administration_id, company_id, event_place, event_id, event_name, event_time,
             resource_type, resource_id, status, attempts, next_attempt_at, last_attempt_at, duration_ms,
             answer_status, problem, ${now.toISOString()}::timestamptz
      from given where delivery_id is null
    )
    insert into webhook_attempts (delivery_id, attempt_id, attempt, attempted_at, duration_ms, url, answer_status,
                                  answer_type, answer_body, problem)
    select id, attempt_id, attempts, last_attempt_at, duration_ms, url, answer_status, answer_type, answer_body, problem
    from given where attempt_id is not null order by place`.execute(db)
}

async function countDays(db: Transaction<Tables>, webhook_id: string, sent: readonly Sent[]): Promise<void> {
  const rows = sent.map(({ item, posted, at }) => ({
    at: at.toISOString(),
    delivered: posted.problem === null,
    answer_ms: posted.duration_ms,
    // What is sent again by hand says nothing about how late it came.
    happened_at: item.by_hand ? null : item.event_time,
  }))
  await sql`
    insert into webhook_days as d (webhook_id, day, delivered, failed_attempts, answer_ms, answer_ms_max, delay_ms,
                                   delay_ms_max)
    select ${webhook_id}::bigint, (at at time zone 'UTC')::date, count(*) filter (where delivered),
           count(*) filter (where not delivered), sum(answer_ms), max(answer_ms),
           coalesce(sum(late_ms) filter (where delivered), 0), coalesce(max(late_ms) filter (where delivered), 0)
    from (select at, delivered, answer_ms,
                 greatest(0, extract(epoch from at - happened_at) * 1000 + answer_ms)::bigint as late_ms
          from ${asTable('one', rows, {
            ...{ at: 'timestamptz', delivered: 'boolean', answer_ms: 'integer', happened_at: 'timestamptz' },
          })}) one
    group by 2
    on conflict (webhook_id, day) do update
      set delivered = d.delivered + excluded.delivered, failed_attempts = d.failed_attempts + excluded.failed_attempts,
          answer_ms = d.answer_ms + excluded.answer_ms,
          answer_ms_max = greatest(d.answer_ms_max, excluded.answer_ms_max),
          delay_ms = d.delay_ms + excluded.delay_ms, delay_ms_max = greatest(d.delay_ms_max, excluded.delay_ms_max)
  `.execute(db)
}

const slow_ms = 2_000

/** How the receiver does: what ended last counts. */
async function noteHealth(
  db: Transaction<Tables>,
  { id, failures: before }: { id: string; failures: number },
  sent: readonly Sent[],
): Promise<void> {
  const last = sent.at(-1)
  if (last === undefined) return
  const good = sent.findLastIndex(({ posted }) => posted.problem === null)
  const failures = good < 0 ? before + sent.length : sent.length - 1 - good
  const last_good = sent[good]?.at.toISOString() ?? null
  const bad = sent.findLast(({ posted }) => posted.problem !== null)
  const last_bad = bad?.at.toISOString() ?? null
  const slow = failures > 0 || last.posted.duration_ms > slow_ms
  const rest_until = restUntil(failures, last.at)?.toISOString() ?? null
  await sql`
    update webhook_lanes
    set failures = ${failures}::integer, slow = ${slow}::boolean, rest_until = ${rest_until}::timestamptz,
        failing_since = case when ${failures}::integer = 0 then null
                             when ${good}::integer >= 0 then ${last_bad}::timestamptz
                             else coalesce(failing_since, ${sent[0]?.at.toISOString()}::timestamptz) end,
        last_success_at = coalesce(${last_good}::timestamptz, last_success_at),
        last_failure_at = coalesce(${last_bad}::timestamptz, last_failure_at),
        last_problem = case when ${failures}::integer = 0 then null else ${bad?.posted.problem ?? null}::text end
    where webhook_id = ${id}::bigint`.execute(db)
}
