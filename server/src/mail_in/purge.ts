import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'

/** As long as it can be looked up what became of a mail that we sent. */
const report_days = 90
const rows_at_once = 5_000

/**
 * Removes reports of mail servers that are older than they are kept, and what they said of addresses, some thousand
 * rows at a time; their files are unused then. What became a message or a note keeps its original for as long as that.
 */
export async function purgeIncoming(
  db: Kysely<Tables>,
  now: Date,
  at_once = rows_at_once,
): Promise<Record<string, number>> {
  const oldest = new Date(now.getTime() - report_days * 86_400_000).toISOString()
  const removeOld = (table: 'incoming_mails' | 'bounces', which: RawBuilder<unknown>): Promise<number> =>
    removeAll(db, { table, which, at_once })
  return {
    incoming_mails: await removeOld(
      'incoming_mails',
      sql`t.received_at <= ${oldest}::timestamptz and t.message_id is null and t.note_id is null`,
    ),
    // Whoever takes the mark off an address looks up whose it is among them.
    bounces: await removeOld(
      'bounces',
      sql`t.reported_at <= ${oldest}::timestamptz and not exists (
        select from undeliverable_addresses u
        where u.administration_id = t.administration_id and u.address = t.address)`,
    ),
  }
}

type Old = { table: 'incoming_mails' | 'bounces'; which: RawBuilder<unknown>; at_once: number }

/** One administration at a time: the rows of each lie together, also where others lie on other machines. */
async function removeAll(db: Kysely<Tables>, { table, which, at_once }: Old): Promise<number> {
  const from = sql.table(table)
  const { rows } = await sql<{ administration_id: string }>`
    select distinct t.administration_id from ${from} t where ${which}`.execute(db)
  let removed = 0
  for (const { administration_id } of rows) {
    for (let last = at_once; last === at_once; removed += last) {
      const result = await sql`
        delete from ${from} where administration_id = ${administration_id}::bigint and id in (
          select t.id from ${from} t
          where t.administration_id = ${administration_id}::bigint and ${which} limit ${at_once}::integer)`.execute(db)
      last = Number(result.numAffectedRows ?? 0)
    }
  }
  return removed
}
