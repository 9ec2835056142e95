import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { FileStore } from './store.ts'

// The same bytes lie in the store once, whoever has them, and a row of `files` is written after they are there. So they
// are noted before: when nobody has them a day later, the upload came to nothing, or their last owner is gone.

/** No upload lasts this long. */
const grace_ms = 24 * 60 * 60 * 1000
const at_once = 500

/** Notes bytes that may soon belong to nobody. Whoever notes them again begins their time anew. */
export async function noteBytes(db: Kysely<Tables>, checksums: readonly string[], now: Date): Promise<void> {
  await sql`
    insert into abandoned_bytes (checksum, since)
    select distinct checksum, ${now.toISOString()}::timestamptz from unnest(${checksums}::text[]) as one (checksum)
    order by checksum
    on conflict (checksum) do update set since = excluded.since`.execute(db)
}

/** A store that notes what it is about to keep. */
export function notingStore(store: FileStore, db: Kysely<Tables>, now: () => Date): FileStore {
  return {
    ...store,
    keep: async (incoming) => {
      // Whoever brings them again brings all of them: what could not be noted would lie aside for nobody.
      await noteBytes(db, [incoming.checksum], now()).catch(async (error: unknown) => {
        await incoming.discard()
        throw error
      })
      await store.keep(incoming)
    },
  }
}

/** Notes the bytes of an administration whose rows are about to be removed. */
export async function noteBytesOf(db: Kysely<Tables>, administration_id: string, now: Date): Promise<void> {
  await sql`
    insert into abandoned_bytes (checksum, since)
    select checksum, ${now.toISOString()}::timestamptz from files
    where administration_id = ${administration_id}::bigint and uploaded_at is not null
    order by checksum
    on conflict (checksum) do update set since = excluded.since`.execute(db)
}

/**
 * Removes the bytes that nobody has, a few at a time; when it is interrupted, the next time goes on where it was. Their
 * note is locked meanwhile: an upload of the same bytes waits for it, and then keeps them again.
 */
export async function removeAbandoned(
  db: Kysely<Tables>,
  store: Pick<FileStore, 'remove'>,
  now: Date,
): Promise<Record<string, number>> {
  const before = new Date(now.getTime() - grace_ms).toISOString()
  let removed = 0
  for (let last = at_once; last === at_once; ) {
    const { rows } = await sql<{ checksum: string }>`
      select checksum from abandoned_bytes where since <= ${before}::timestamptz
      order by since limit ${at_once}::integer`.execute(db)
    last = rows.length
    for (const { checksum } of rows) if (await removeOne(db, store, { checksum, before })) removed++
  }
  return { stored_files: removed }
}

function removeOne(
  db: Kysely<Tables>,
  store: Pick<FileStore, 'remove'>,
  { checksum, before }: { checksum: string; before: string },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const noted = await sql`
      delete from abandoned_bytes
      where checksum = ${checksum}::text and since <= ${before}::timestamptz`.execute(trx)
    if (Number(noted.numAffectedRows ?? 0) === 0) return false
    const { rows } = await sql`select from files where checksum = ${checksum}::text limit 1`.execute(trx)
    if (rows.length > 0) return false
    await store.remove(checksum)
    return true
  })
}
