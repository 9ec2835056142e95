import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { noteBytesOf } from '../files/abandoned.ts'
import { type KeptMails, removeMails } from '../mail/kept.ts'
import { type RemovalPlan, removalOrder, tenantTables } from './tenant_tables.ts'

/** How long an administration that was deleted can be brought back. */
const kept_days = 30
const day_ms = 86_400_000
const rows_at_once = 2_000

/** Tables of the coordinator that name administrations without belonging to one. */
const naming_tables = [
  ...(['grant_administrations', 'user_administrations', 'api_token_administrations'] as const),
  ...(['webhook_deliveries', 'webhook_feeds', 'webhooks'] as const),
] as const satisfies readonly (keyof Tables)[]

/**
 * Removes administrations that were deleted longer ago than they are kept, with everything in them, some thousand rows
 * at a time. The administration itself goes last, so that what was interrupted goes on the next time.
 */
export async function purgeAdministrations(
  db: Kysely<Tables>,
  { kept, now }: { kept: KeptMails; now: Date },
  at_once = rows_at_once,
): Promise<Record<string, number>> {
  const oldest = new Date(now.getTime() - kept_days * day_ms).toISOString()
  const due = await db
    .selectFrom('administrations')
    .select('id')
    .where('status', '=', 'deleted')
    .where('deleted_at', '<=', oldest)
    .orderBy('id')
    .execute()
  if (due.length === 0) return { administrations: 0 }
  const { tables, references } = await tenantTables(db)
  const removal = removalOrder(tables, references)
  for (const { id } of due) {
    // Somebody else may have the same files; that is looked at a day later.
    await noteBytesOf(db, id, now)
    const which = sql`administration_id = ${id}::bigint`
    await untilNone(() => removeMails(db, kept, { which, at_once }))
    await empty(db, id, removal, at_once)
  }
  return { administrations: due.length }
}

async function empty(db: Kysely<Tables>, id: string, { order, loosened }: RemovalPlan, at_once: number): Promise<void> {
  for (const { table, columns } of loosened) {
    const nothing = sql.join(columns.map((column) => sql`${sql.ref(column)} = null`))
    const something = sql.join(
      columns.map((column) => sql`${sql.ref(column)} is not null`),
      sql` or `,
    )
    await untilNone(async () => {
      const result = await sql`
        update ${sql.table(table)} set ${nothing}
        where administration_id = ${id}::bigint and ctid = any(array(
          select ctid from ${sql.table(table)} where administration_id = ${id}::bigint and (${something})
          limit ${at_once}::integer))`.execute(db)
      return Number(result.numAffectedRows ?? 0)
    })
  }
  for (const table of order) {
    await untilNone(async () => {
      const result = await sql`
        delete from ${sql.table(table)} where administration_id = ${id}::bigint and ctid = any(array(
          select ctid from ${sql.table(table)} where administration_id = ${id}::bigint
          limit ${at_once}::integer))`.execute(db)
      return Number(result.numAffectedRows ?? 0)
    })
  }
  // What else names it goes with it where there is one server; on a cluster nothing but this removes it.
  for (const table of naming_tables) await db.deleteFrom(table).where('administration_id', '=', id).execute()
  await db.deleteFrom('administrations').where('id', '=', id).execute()
}

/** Repeats a batch until one finds nothing. */
async function untilNone(batch: () => Promise<number>): Promise<void> {
  while ((await batch()) > 0);
}
