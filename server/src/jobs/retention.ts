import { type Kysely, sql } from 'kysely'
import { deleted_days } from '../api/define.ts'
import type { Tables } from '../db/schema.ts'

/** What was deleted, kept for 90 days: lists that clients are shown, and messages of which open pages hear. */
export const deleted_tables = [
  'deleted_credit_cases',
  'deleted_invoices',
  'deleted_messages',
  'deleted_payment_plans',
  'deleted_payments',
  'deleted_psp_mandates',
] as const satisfies readonly (keyof Tables)[]

const rows_at_once = 5_000

/** Removes what was deleted longer ago than it is kept, a few thousand rows at a time so that nobody waits for it. */
export async function purgeDeleted(db: Kysely<Tables>, now: Date): Promise<Record<string, number>> {
  const oldest = new Date(now.getTime() - deleted_days * 86_400_000).toISOString()
  const removed: Record<string, number> = {}
  for (const table of deleted_tables) {
    removed[table] = 0
    // One administration at a time: the rows of each lie together, also where others lie on other machines.
    const { rows } = await sql<{ administration_id: string }>`
      select distinct administration_id from ${sql.table(table)}
      where deleted_at <= ${oldest}::timestamptz`.execute(db)
    for (const { administration_id } of rows)
      for (let last = rows_at_once; last === rows_at_once; removed[table] += last)
        last = await removeSome(db, table, { administration_id, oldest })
  }
  return removed
}

async function removeSome(
  db: Kysely<Tables>,
  table: (typeof deleted_tables)[number],
  { administration_id, oldest }: { administration_id: string; oldest: string },
): Promise<number> {
  const result = await sql`
    delete from ${sql.table(table)} where administration_id = ${administration_id}::bigint and id in (
      select id from ${sql.table(table)}
      where administration_id = ${administration_id}::bigint and deleted_at <= ${oldest}::timestamptz
      limit ${rows_at_once}::integer)`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

/** Removes lines of files that were put aside, and whose order was never accepted. */
export async function purgeStaged(db: Kysely<Tables>, now: Date): Promise<Record<string, number>> {
  const result = await sql`
    delete from order_line_batches
    where order_id is null and created_at < ${now.toISOString()}::timestamptz - interval '1 day'`.execute(db)
  return { order_line_batches: Number(result.numAffectedRows ?? 0) }
}
