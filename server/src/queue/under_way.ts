import { type Kysely, sql } from 'kysely'
import { queue_schema } from '../db/queues.ts'
import type { Tables } from '../db/schema.ts'
import type { JobName, Jobs } from './jobs.ts'

/**
 * Whether a job that carries this still waits or runs. One whose process was killed at its last attempt, or that a
 * restored database does not have any more, ends without a word: who waits for it has to look.
 */
export async function isUnderWay<Name extends JobName>(
  db: Kysely<Tables>,
  name: Name,
  carries: Jobs[Name],
): Promise<boolean> {
  // By itself: jobs stay in one place, also where the rows of administrations lie on several machines.
  const { rows } = await sql`
    select from ${sql.table(`${queue_schema}.job`)}
    where name = ${name}::text and state in ('created', 'retry', 'active')
      and data @> ${JSON.stringify(carries)}::jsonb limit 1`.execute(db)
  return rows.length > 0
}
