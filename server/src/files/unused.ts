import { type Kysely, sql } from 'kysely'
import { changeIn } from '../db/change.ts'
import type { Tables } from '../db/schema.ts'
import { serviceActor } from '../domain/actor.ts'
import { noteBytes } from './abandoned.ts'

/** So long a file that was uploaded may wait for a record that uses it. */
const unused_days = 30
const day_ms = 86_400_000
const at_once = 500

/** The tables whose rows use a file; a test holds that there are no others. */
export const users_of_files = [
  'administration_logos',
  'case_files',
  'incoming_mails',
  'invoice_documents',
  'letter_attachments',
  'letter_batches',
  'letters',
  'message_attachments',
  'orders',
] as const

const unused = sql.join(
  [...users_of_files, 'file_uploads'].map(
    (table) => sql`not exists (select from ${sql.table(table)} u
      where u.administration_id = f.administration_id and u.file_id = f.id)`,
  ),
  sql` and `,
)

/**
 * Forgets files that no record uses: uploaded and never attached, or taken off the last record that had them. Each
 * administration is locked for a moment, so that nobody attaches what is being forgotten.
 */
export async function forgetUnused(db: Kysely<Tables>, now: Date): Promise<Record<string, number>> {
  const before = new Date(now.getTime() - unused_days * day_ms).toISOString()
  let forgotten = 0
  for (let last = at_once; last === at_once; ) {
    const { rows } = await sql<{ administration_id: string; id: string }>`
      select f.administration_id, f.id from files f
      where f.uploaded_at <= ${before}::timestamptz and ${unused}
      order by f.administration_id, f.id limit ${at_once}::integer`.execute(db)
    last = rows.length
    for (const [administration_id, files] of Map.groupBy(rows, (row) => row.administration_id)) {
      forgotten += await forget(
        db,
        administration_id,
        files.map(({ id }) => id),
        now,
      )
    }
  }
  return { unused_files: forgotten }
}

function forget(db: Kysely<Tables>, administration_id: string, ids: readonly string[], now: Date): Promise<number> {
  return changeIn(db, { administration_id, actor: serviceActor('upkeep'), real_now: now }, async ({ db: trx }) => {
    const { rows } = await sql<{ checksum: string }>`
      delete from files f
      where f.administration_id = ${administration_id}::bigint and f.id = any(${ids}::bigint[]) and ${unused}
      returning f.checksum`.execute(trx)
    await noteBytes(
      trx,
      rows.map(({ checksum }) => checksum),
      now,
    )
    return rows.length
  })
}
