import { sql } from 'kysely'
import { refuseParameters } from '../api/errors.ts'
import { fileList } from '../api/field.ts'
import type { SentFile } from '../api/sent_file.ts'
import type { Change } from '../db/change.ts'
import { nameAsKind } from '../domain/file_names.ts'
import { kindOfFile } from '../files/kind_of_file.ts'
import { registerFile } from '../files/uploads.ts'

const files_max = 5
const file_megabytes_max = 10

/** What a debtor sends along, as calls take it. */
export const sent_files = {
  files: fileList(`Photos or documents, at most ${files_max} of ${file_megabytes_max} MB each.`).atMost(files_max),
}

/** A file that was looked at: what it is follows from its bytes, whatever its sender says. */
export type KnownFile = { filename: string; checksum: string; byte_size: number; content_type: string }

/** Looks at what came along, refuses what is no photo or document, and keeps the rest. */
export async function keepFiles(files: readonly SentFile[] | null | undefined): Promise<KnownFile[]> {
  const known: (KnownFile & Pick<SentFile, 'keep'>)[] = []
  const problems = (files?.length ?? 0) > files_max ? [`files: must not be more than ${files_max}`] : []
  for (const [place, { filename, checksum, byte_size, path, keep }] of (files ?? []).entries()) {
    const content_type = await kindOfFile(path)
    const problem = problemOf(byte_size, content_type)
    if (problem !== null) problems.push(`files[${place}]: ${problem}`)
    else if (content_type !== null)
      known.push({ filename: nameAsKind(filename, content_type), checksum, byte_size, content_type, keep })
  }
  if (problems.length > 0) refuseParameters(problems)
  for (const { keep } of known) await keep()
  return known.map(({ keep: _, ...file }) => file)
}

function problemOf(byte_size: number, content_type: string | null): string | null {
  if (byte_size > file_megabytes_max * 1024 * 1024) return `must not be larger than ${file_megabytes_max} MB`
  return content_type === null ? 'must be a photo (JPEG, PNG, WebP, HEIC) or a PDF' : null
}

/** Puts files on a message; the same file is not put there twice. */
export async function attachFiles(change: Change, message_id: string, files: readonly KnownFile[]): Promise<void> {
  const { db, administration_id, stamp } = change
  for (const file of files) {
    const file_id = await registerFile(db, change, file)
    await sql`
      insert into message_attachments (administration_id, message_id, file_id, filename, created_at)
      select ${administration_id}::bigint, ${message_id}::bigint, ${file_id}::bigint, ${file.filename}::text,
             ${stamp}::timestamptz
      where not exists (
        select from message_attachments a where a.administration_id = ${administration_id}::bigint
          and a.message_id = ${message_id}::bigint and a.file_id = ${file_id}::bigint)`.execute(db)
  }
}
