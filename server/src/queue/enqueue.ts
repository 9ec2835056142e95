import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { queue_schema } from '../db/queues.ts'
import type { Tables } from '../db/schema.ts'
import type { JobName, Jobs } from './jobs.ts'

/** Where the queue is notified of new jobs; its name is the library's choice. */
export const jobs_channel = `pgboss_${createHash('sha224').update(queue_schema).digest('hex').slice(0, 24)}`

const job = sql.table(`${queue_schema}.job`)
const queue = sql.table(`${queue_schema}.queue`)

/** Which go first of those that wait, and in how many seconds the first may begin. */
type EnqueueOptions = { priority?: number; after_s?: number }

/**
 * Gives a job to the queue, in the transaction of the caller: if that rolls back, nothing was said; if it commits, a
 * worker starts at once. It is a statement of our own, because all that a caller has is its transaction. A second job
 * of a kind that runs alone is dropped while the first one waits or runs. Of those that wait, the highest priority goes
 * first, and then the oldest.
 */
export async function enqueue<Name extends JobName>(
  db: Kysely<Tables>,
  name: Name,
  data: Jobs[Name],
  options: EnqueueOptions = {},
): Promise<void> {
  await enqueueMany(db, name, [data], options)
}

/** The same for many jobs of a kind, in one statement. */
export async function enqueueMany<Name extends JobName>(
  db: Kysely<Tables>,
  name: Name,
  data: readonly Jobs[Name][],
  { priority = 0, after_s = 0 }: EnqueueOptions = {},
): Promise<void> {
  if (data.length === 0) return
  const { rows } = await sql<{ known: boolean }>`
    with known as (
      select * from ${queue} where name = ${name}::text
    ), added as (
      insert into ${job} (
        name, data, priority, start_after, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
        deletion_seconds, keep_until, policy, dead_letter, heartbeat_seconds
      )
      select name, one.data, ${priority}::integer, now() + ${after_s}::integer * interval '1 second', retry_limit, retry_delay, retry_backoff,
             retry_delay_max, expire_seconds, deletion_seconds, now() + retention_seconds * interval '1 second',
             policy, dead_letter, heartbeat_seconds
      from known cross join jsonb_array_elements(${JSON.stringify(data)}::jsonb) with ordinality as one (data, place)
      order by place
      on conflict do nothing
      returning name
    )
    select exists (select from known) as known, (select pg_notify(${jobs_channel}::text, name) from added limit 1)`.execute(
    db,
  )
  if (!rows[0]?.known) throw new Error(`There is no queue ${name}: the database is not up to date.`)
}
