import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { asTable } from '../db/rows_as_table.ts'
import type { Tables } from '../db/schema.ts'

export type Announced = { checksum: string; byte_size: number; content_type: string }

/** Where an announced file can be sent, and until when. The token is returned only this once. */
export type Upload = { checksum: string; token: string; expires_at: string }

/** How long an address for an upload is good. */
const upload_ms = 4 * 60 * 60 * 1000

const prefix = 'dunlinupload'
const pattern = new RegExp(`^${prefix}[A-Za-z0-9_-]{43}$`)
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

type ChangeScope = { administration_id: string; stamp: string }

/**
 * Notes which files are about to come, and makes an address for each that is not there yet. Announced again, a file
 * gets one more address; those given out before stay good.
 */
export async function announce(
  db: Transaction<Tables>,
  { administration_id, stamp }: ChangeScope,
  files: readonly Announced[],
  now: Date,
): Promise<Upload[]> {
  const expires_at = new Date(now.getTime() + upload_ms).toISOString()
  const wanted = files.map((file) => ({ ...file, token: `${prefix}${randomBytes(32).toString('base64url')}` }))
  await sql`
    insert into files (administration_id, checksum, byte_size, content_type, created_at, updated_at)
    select ${administration_id}::bigint, checksum, byte_size, content_type, ${stamp}::timestamptz, ${stamp}::timestamptz
    from ${asTable('one', files, { checksum: 'text', byte_size: 'bigint', content_type: 'text' })}
    on conflict (administration_id, checksum) do nothing`.execute(db)
  const missing = await missingFiles(
    db,
    administration_id,
    files.map(({ checksum }) => checksum),
  )
  const open = wanted.flatMap((file) => {
    const file_id = missing.get(file.checksum)
    return file_id === undefined ? [] : [{ ...file, file_id }]
  })
  const rows = open.map(({ token, ...file }) => ({ ...file, token_hash: hashOf(token).toString('hex') }))
  await sql`
    insert into file_uploads (administration_id, file_id, token_hash, byte_size, content_type, expires_at)
    select ${administration_id}::bigint, file_id, decode(token_hash, 'hex'), byte_size, content_type,
           ${expires_at}::timestamptz
    from ${asTable('one', rows, {
      ...{ file_id: 'bigint', byte_size: 'bigint', content_type: 'text', token_hash: 'text' },
    })}`.execute(db)
  return open.map(({ checksum, token }) => ({ checksum, token, expires_at }))
}

/** Those of which the bytes have not come, by checksum. */
async function missingFiles(
  db: Transaction<Tables>,
  administration_id: string,
  checksums: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ checksum: string; id: string }>`
    select file.checksum, file.id::text from unnest(${checksums}::text[]) as one (checksum)
    -- Looked up one by one: as long as little is known of the table, a list would read all files of the administration.
    cross join lateral (
      select f.checksum, f.id, f.uploaded_at from files f
      where f.administration_id = ${administration_id}::bigint and f.checksum = one.checksum offset 0
    ) file
    where file.uploaded_at is null`.execute(db)
  return new Map(rows.map(({ checksum, id }) => [checksum, id]))
}

export type Expected = Announced & { administration_id: string; file_id: string; expires_at: string }

/** What may be sent to an address; null when it was never given out. */
export async function findUpload(
  db: Kysely<Tables>,
  administration_id: string,
  token: string,
): Promise<Expected | null> {
  if (!pattern.test(token)) return null
  const { rows } = await sql<Expected>`
    select u.administration_id, u.file_id, f.checksum, u.byte_size::integer as byte_size, u.content_type,
           u.expires_at
    from file_uploads u join files f on f.administration_id = ${administration_id}::bigint and f.id = u.file_id
      join administrations a on a.id = u.administration_id
    where u.administration_id = ${administration_id}::bigint and u.token_hash = ${hashOf(token)}::bytea
      and a.status <> 'deleted'`.execute(db)
  return rows[0] ?? null
}

/** Notes that the bytes are there; false when nobody waits for them any more. A known file stays as it is. */
export async function markUploaded(
  db: Transaction<Tables>,
  { administration_id, stamp }: ChangeScope,
  { file_id, byte_size, content_type }: Pick<Expected, 'file_id' | 'byte_size' | 'content_type'>,
): Promise<boolean> {
  await sql`
    update files set uploaded_at = ${stamp}::timestamptz, byte_size = ${byte_size}::bigint,
                     content_type = ${content_type}::text, updated_at = ${stamp}::timestamptz
    where administration_id = ${administration_id}::bigint and id = ${file_id}::bigint and uploaded_at is null
  `.execute(db)
  const { rows } = await sql`
    select from files where administration_id = ${administration_id}::bigint and id = ${file_id}::bigint`.execute(db)
  return rows.length > 0
}

/** Notes a file whose bytes came with a request and are kept already; returns its id, the same for the same bytes. */
export async function registerFile(
  db: Transaction<Tables>,
  place: ChangeScope,
  { checksum, byte_size, content_type }: Announced,
): Promise<string> {
  const { administration_id, stamp } = place
  const { rows } = await sql<{ id: string }>`
    insert into files as f (administration_id, checksum, byte_size, content_type, uploaded_at, created_at, updated_at)
    values (${administration_id}::bigint, ${checksum}::text, ${byte_size}::bigint, ${content_type}::text,
            ${stamp}::timestamptz, ${stamp}::timestamptz, ${stamp}::timestamptz)
    on conflict (administration_id, checksum) do update
      set uploaded_at = coalesce(f.uploaded_at, excluded.uploaded_at),
          byte_size = excluded.byte_size,
          content_type = case when f.uploaded_at is null then excluded.content_type else f.content_type end,
          updated_at = case when f.uploaded_at is null then excluded.updated_at else f.updated_at end
    returning id`.execute(db)
  if (!rows[0]) throw new Error('A file was written, and has no id.')
  return rows[0].id
}

/** The files among these that an administration has brought itself, by checksum: what can be attached to a record. */
export async function findFiles(
  db: Kysely<Tables>,
  administration_id: string,
  checksums: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ checksum: string; id: string }>`
    select checksum, id from files
    where administration_id = ${administration_id}::bigint and checksum = any(${checksums}::text[])
      and uploaded_at is not null`.execute(db)
  return new Map(rows.map(({ checksum, id }) => [checksum, id]))
}

/** Removes addresses that are no longer good, and files that were announced and never came. */
export async function purgeUploads(db: Kysely<Tables>, now: Date): Promise<Record<string, number>> {
  const moment = now.toISOString()
  const uploads = await sql`delete from file_uploads where expires_at <= ${moment}::timestamptz`.execute(db)
  const files = await sql`
    delete from files f where f.uploaded_at is null and f.created_at < ${moment}::timestamptz - interval '1 day'
      and not exists (
        select from file_uploads u where u.administration_id = f.administration_id and u.file_id = f.id
      )`.execute(db)
  return {
    file_uploads: Number(uploads.numAffectedRows ?? 0),
    files: Number(files.numAffectedRows ?? 0),
  }
}
