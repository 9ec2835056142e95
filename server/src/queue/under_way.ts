import { type RawBuilder, sql } from 'kysely'
import { queue_schema } from '../db/queues.ts'
import type { JobName } from './jobs.ts'

/**
 * Whether a job that carries this still waits or runs. One whose process was killed at its last attempt, or that a
 * restored database does not have any more, ends without a word: who waits for it has to look.
 */
export const isUnderWay = (name: JobName, carries: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from ${sql.table(`${queue_schema}.job`)} j
    where j.name = ${name}::text and j.state in ('created', 'retry', 'active') and j.data @> ${carries})`
