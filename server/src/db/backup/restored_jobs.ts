import type pg from 'pg'
import { queue_schema } from '../queues.ts'
import { jobs_table } from './manifest.ts'

type Asks = Pick<pg.Pool, 'query'>

/**
 * Whether jobs that reach outside are held. A restored database may be a copy of one that goes on elsewhere, and then
 * its mails are sent there: so nothing leaves until somebody says that it may. The table of what waited is the mark.
 */
export async function areJobsHeld(own: Asks): Promise<boolean> {
  const { rows } = await own.query<{ held: boolean }>('select to_regclass($1) is not null as held', [
    `public.${jobs_table}`,
  ])
  return rows[0]?.held === true
}

/** How many jobs of the backup wait to be let go. */
export async function countHeldJobs(own: Asks): Promise<number> {
  const { rows } = await own.query<{ count: number }>(`select count(*)::integer as count from ${jobs_table}`)
  return rows[0]?.count ?? 0
}

/** The jobs of a backup that reach nobody outside go to the queue when that is there; the others stay aside. */
export async function takeRestoredJobs(own: pg.Client, outside: readonly string[]): Promise<void> {
  if (!(await areJobsHeld(own))) return
  await own.query('begin')
  await moveJobs(own, 'name <> all ($1::text[])', outside)
  await own.query('commit')
}

/** Releases what was held since a restore, if anything was; returns how many jobs of the backup went to the queue. */
export async function releaseJobs(own: pg.Client, outside: readonly string[]): Promise<number | null> {
  await own.query('begin')
  if (!(await areJobsHeld(own))) {
    await own.query('rollback')
    return null
  }
  const count = await moveJobs(own, 'name = any ($1::text[])', outside)
  await own.query(`drop table ${jobs_table}`)
  await own.query('commit')
  return count
}

async function moveJobs(own: pg.Client, which: string, outside: readonly string[]): Promise<number> {
  const { rowCount } = await own.query(
    `
    with taken as (delete from ${jobs_table} where ${which} returning name, data, start_after)
    insert into ${queue_schema}.job (
      name, data, start_after, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
      deletion_seconds, keep_until, policy, dead_letter, heartbeat_seconds
    )
    select q.name, j.data, j.start_after, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max,
           q.expire_seconds, q.deletion_seconds, now() + q.retention_seconds * interval '1 second', q.policy,
           q.dead_letter, q.heartbeat_seconds
    from taken j join ${queue_schema}.queue q on q.name = j.name
    on conflict do nothing`,
    [outside],
  )
  return rowCount ?? 0
}
