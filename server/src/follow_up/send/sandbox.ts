import { type Kysely, sql } from 'kysely'
import { changeIn } from '../../db/change.ts'
import type { Tables } from '../../db/schema.ts'
import { serviceActor } from '../../domain/actor.ts'

/** Letters of a sandbox are written and kept, and count as sent or posted at once; nothing leaves. */
export const sendInSandbox =
  (db: Kysely<Tables>, administration_id: string, now: () => Date) =>
  async (letter_ids: readonly string[]): Promise<void> => {
    if (letter_ids.length === 0) return
    await changeIn(db, { administration_id, actor: serviceActor('engine'), real_now: now() }, (change) =>
      sql`
        update letters set status = 'sent', sent_on = ${change.today}::date, sent_at = ${change.now.toISOString()}::timestamptz,
          updated_at = ${change.stamp}::timestamptz
        where administration_id = ${administration_id}::bigint and id = any(${[...letter_ids]}::bigint[])`.execute(
        change.db,
      ),
    )
  }
