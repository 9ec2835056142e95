import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'

/** How long it can be looked up what was sent. */
const delivery_days = 30
const rows_at_once = 5_000

/** Removes deliveries that are older than they are kept, with their answers; not those that still wait. */
export async function purgeDeliveries(db: Kysely<Tables>, now: Date): Promise<Record<string, number>> {
  const oldest = new Date(now.getTime() - delivery_days * 86_400_000).toISOString()
  let webhook_deliveries = 0
  for (let last = rows_at_once; last === rows_at_once; webhook_deliveries += last) {
    const result = await sql`
      delete from webhook_deliveries where id in (
        select id from webhook_deliveries
        where created_at <= ${oldest}::timestamptz and status <> 'waiting' limit ${rows_at_once})`.execute(db)
    last = Number(result.numAffectedRows ?? 0)
  }
  const days = await sql`delete from webhook_days where day < ${oldest}::timestamptz::date`.execute(db)
  return { webhook_deliveries, webhook_days: Number(days.numAffectedRows ?? 0) }
}
