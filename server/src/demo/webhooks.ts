import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'

const url = 'https://hooks.example.com/dunlin'

/**
 * A webhook that got the latest events, and was paused since: nobody answers under that address. Of every seventh event
 * the receiver was away at first, and of every twentieth it stayed away.
 */
export async function insertWebhook(db: Kysely<Tables>, administration_id: string, now: Date): Promise<void> {
  const at = now.toISOString()
  const { rows } = await sql<{ id: string }>`
    insert into webhooks (administration_id, url, description, status, status_since, secret_nonce, secret_hash,
                          secret_renewed_at, created_at, updated_at)
    values (${administration_id}::bigint, ${url}::text, 'Bookkeeping (example)', 'paused', ${at}::timestamptz,
            sha256(gen_random_uuid()::text::bytea), sha256(gen_random_uuid()::text::bytea), ${at}::timestamptz,
            ${at}::timestamptz - interval '60 days', ${at}::timestamptz)
    returning id::text`.execute(db)
  const webhook_id = rows[0]?.id
  await sql`
    insert into webhook_lanes (webhook_id, last_success_at)
    values (${webhook_id}::bigint, ${at}::timestamptz)`.execute(db)
  await sql`
    insert into webhook_feeds (webhook_id, administration_id, position, last_event, begins_at)
    select ${webhook_id}::bigint, ${administration_id}::bigint, max(id), max(id), ${at}::timestamptz
    from events where administration_id = ${administration_id}::bigint having max(id) is not null`.execute(db)
  await sql`
    with latest as (
      select *, row_number() over (order by id) as n from (
        select * from events where administration_id = ${administration_id}::bigint order by id desc limit 60) own
    ), sent as (
      insert into webhook_deliveries (webhook_id, administration_id, event_place, event_id, event_name, event_time,
        resource_type, resource_id, status, attempts, last_attempt_at, duration_ms, answer_status, problem, created_at)
      select ${webhook_id}::bigint, administration_id, id, event_id, event_name, event_time, resource_type, resource_id,
             case when n % 20 = 0 then 'failed' else 'delivered' end,
             case when n % 20 = 0 then 10 when n % 7 = 0 then 2 else 1 end,
             least(event_time + interval '2 seconds', ${at}::timestamptz), 40 + n * 7 % 300,
             case when n % 20 = 0 then 503 else 200 end,
             case when n % 20 = 0 then 'answer' end, least(event_time, ${at}::timestamptz)
      from latest order by n
      returning id, status, last_attempt_at, duration_ms, answer_status, problem, attempts
    )
    insert into webhook_attempts (delivery_id, attempt_id, attempt, attempted_at, duration_ms, url, answer_status,
                                  answer_type, answer_body, problem)
    select id, gen_random_uuid(), attempts, last_attempt_at, duration_ms, ${url}::text, answer_status, 'text/plain',
           case when status = 'failed' then 'Service Unavailable' else 'OK' end, problem
    from sent order by id`.execute(db)
}
