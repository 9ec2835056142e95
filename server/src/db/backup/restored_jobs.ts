import type pg from 'pg'
import { queue_schema } from '../queues.ts'
import { jobs_table } from './manifest.ts'

/** The jobs of a backup go to the queue when that is there: in the start that follows, or the next one. */
export async function takeRestoredJobs(own: pg.Client): Promise<void> {
  const { rows } = await own.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    `public.${jobs_table}`,
  ])
  if (!rows[0]?.there) return
  await own.query(`
    begin;
    insert into ${queue_schema}.job (
      name, data, start_after, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
      deletion_seconds, keep_until, policy, dead_letter, heartbeat_seconds
    )
    select q.name, j.data, j.start_after, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max,
           q.expire_seconds, q.deletion_seconds, now() + q.retention_seconds * interval '1 second', q.policy,
           q.dead_letter, q.heartbeat_seconds
    from ${jobs_table} j join ${queue_schema}.queue q on q.name = j.name
    on conflict do nothing;
    drop table ${jobs_table};
    commit`)
}
