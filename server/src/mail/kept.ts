import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'

/** A mail that was kept instead of sent. It may hold a living link, so only the service's own user can read it. */
export type KeptMail = {
  message_id_header: string
  from: string
  to: string[]
  cc: string[]
  subject: string
  text: string
  html: string
  /** Names of the files that would have travelled along. */
  attachments: string[]
  kept_at: string
}

/** The folder of mails that are kept, because there is no server to send them through. */
export function keptMails(data_dir: string) {
  const folder = join(data_dir, 'mails')
  const fileOf = (id: string): string => join(folder, `${BigInt(id)}.json`)
  /** Null: it is not here. Another process may have kept it elsewhere, or the folder belonged to another database. */
  async function read(id: string, message_id_header: string): Promise<KeptMail | null> {
    const text = await readFile(fileOf(id), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (text === null) return null
    const mail = JSON.parse(text) as KeptMail // Written by keep, below.
    return mail.message_id_header === message_id_header ? mail : null
  }

  return {
    keep: async (id: string, mail: KeptMail): Promise<void> => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await chmod(folder, 0o700)
      // A new file each time, so that nobody reads half of one, or has the old one open.
      const draft = `${fileOf(id)}.${process.pid}`
      await writeFile(draft, `${JSON.stringify(mail, null, 2)}\n`, { mode: 0o600, flush: true })
      await rename(draft, fileOf(id))
    },
    read,
    /** A second call finds nothing, and is content. */
    remove: async (id: string, message_id_header: string): Promise<void> => {
      if (await read(id, message_id_header)) await rm(fileOf(id), { force: true })
    },
  }
}

export type KeptMails = ReturnType<typeof keptMails>

/** What a kept mail says, for a page; null when it was sent, or is not here. Who may see it is not asked. */
export async function readKept(db: Kysely<Tables>, kept: KeptMails, id: string): Promise<KeptMail | null> {
  const mail = await db
    .selectFrom('mails')
    .select('message_id_header')
    .where('id', '=', id)
    .where('status', '=', 'kept')
    .executeTakeFirst()
  return mail?.message_id_header ? kept.read(id, mail.message_id_header) : null
}

/**
 * Removes some of the mails for which a condition holds, oldest first, with the files that were kept of them. First the
 * file, then the row: a file without a row would stay for ever.
 */
export async function removeMails(
  db: Kysely<Tables>,
  kept: KeptMails,
  { which, at_once }: { which: RawBuilder<unknown>; at_once: number },
): Promise<number> {
  const { rows } = await sql<{ id: string; status: string; message_id_header: string | null }>`
    select id, status, message_id_header from mails where ${which}
    order by created_at limit ${at_once}::integer`.execute(db)
  for (const { id, status, message_id_header } of rows) {
    if (status === 'kept') await kept.remove(id, message_id_header ?? '')
  }
  if (rows.length > 0) await sql`delete from mails where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(db)
  return rows.length
}
