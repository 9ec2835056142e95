import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import type { Tables } from '../db/schema.ts'

/** Numbers of rows, both ends included. */
export type Range = { from: number; to: number }

/** One statement or a few, in a transaction of their own. */
export type Job = { table: string; rows: number; run: (db: Kysely<Tables>) => Promise<void> }

export type Bulk = { database: Database; large: boolean; unchecked: boolean; progress: (line: string) => void }

const chunk_rows = 10_000

/** From so many debtors on, a fill takes more than some seconds, and the ways to shorten it are worth their price. */
const large_from_debtors = 5_000

/**
 * A large fill leaves the checking of references to the default size, where the same statements make the same kind of
 * rows; but only where the database lets this user do so.
 */
export async function openBulk(
  database: Database,
  options: { debtors: number; progress: (line: string) => void },
): Promise<Bulk> {
  const { rows } = await sql<{ allowed: boolean }>`
    select has_parameter_privilege('session_replication_role', 'set') as allowed`.execute(database.db)
  const large = options.debtors >= large_from_debtors
  return { database, large, unchecked: large && rows[0]?.allowed === true, progress: options.progress }
}

/** A table in parts, so that two connections share the work and whoever waits sees it move. */
export function inChunks(
  table: string,
  count: number,
  run: (db: Kysely<Tables>, range: Range) => Promise<void>,
): Job[] {
  const jobs: Job[] = []
  for (let from = 1; from <= count; from += chunk_rows) {
    const to = Math.min(count, from + chunk_rows - 1)
    jobs.push({ table, rows: to - from + 1, run: (db) => run(db, { from, to }) })
  }
  return jobs
}

/** Runs jobs that do not depend on each other, two at a time. */
export async function runJobs(bulk: Bulk, jobs: readonly Job[]): Promise<void> {
  const totals = new Map<string, number>()
  for (const job of jobs) totals.set(job.table, (totals.get(job.table) ?? 0) + job.rows)
  const done = new Map<string, number>()
  const waiting = jobs.values()
  let failed = false
  const work = async () => {
    for (const job of waiting) {
      if (failed) return
      await inTransaction(bulk, job)
      const rows = (done.get(job.table) ?? 0) + job.rows
      done.set(job.table, rows)
      const total = totals.get(job.table) ?? 0
      if (bulk.large && total > chunk_rows) bulk.progress(`${job.table} ${shown(rows)} of ${shown(total)}`)
    }
  }
  const fail = (error: unknown) => {
    failed = true
    throw error
  }
  // Both are waited for, so that nothing still writes when the caller hears of a failure.
  for (const result of await Promise.allSettled([work().catch(fail), work().catch(fail)])) {
    if (result.status === 'rejected') throw result.reason
  }
}

const shown = (rows: number): string => rows.toLocaleString('en')

// What is lost in a crash is made again, so no commit waits for the disk. Compiling expressions costs more than it
// saves when every statement runs for a second or two.
async function inTransaction(bulk: Bulk, job: Job): Promise<void> {
  await bulk.database.db.transaction().execute(async (db) => {
    await sql`select set_config('synchronous_commit', 'off', true), set_config('jit', 'off', true)`.execute(db)
    if (bulk.unchecked) await sql`select set_config('session_replication_role', 'replica', true)`.execute(db)
    await job.run(db)
  })
}
