import { type Kysely, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { refuseParameters } from '../api/errors.ts'
import { file, text } from '../api/field.ts'
import { fileUrl, linkUntil } from '../api/file_links.ts'
import type { Tables } from '../db/schema.ts'
import { kindOfFile } from '../files/kind_of_file.ts'
import { registerFile } from '../files/uploads.ts'
import { logoCid } from '../letters/rendering/facts.ts'
import { auditBy } from './audit_by.ts'

const kilobytes_max = 500
const kinds = ['image/png', 'image/jpeg', 'image/webp']

/** The logo above what debtors see and get. `link_key` signs the link to it. */
export const administrationLogoCalls = (link_key: Buffer): Actions => ({
  show: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/logo',
    reach: 'member',
    description: 'Shows the logo of an administration.',
    body: {},
    answer: {
      url: text('Where it is, for some hours; empty where there is none.'),
      cid: text('What mails call it.'),
    },
    run: async ({ db, administration_id, base_url, real_now }) => {
      const logo = await newestLogo(db, administration_id)
      if (logo === null) return { url: null, cid: null }
      const link = {
        holder: 'administration_logos',
        administration_id,
        id: logo.id,
        until: linkUntil(real_now),
      } as const
      return { url: fileUrl(base_url, link_key, link), cid: logoCid(logo.checksum) }
    },
  }),
})

export const administration_logo_verbs: Actions = {
  change: call({
    method: 'POST',
    path: '/console/administrations/{administration_id}/logo',
    reach: 'administration',
    description: 'Puts another logo above what debtors see and get.',
    body: { logo: file(`PNG, JPEG or WebP, at most ${kilobytes_max} kB.`).required() },
    answer: {},
    // Files are kept before the transaction, so that nobody waits for them.
    prepare: async ({ logo }) => {
      const content_type = await kindOfFile(logo.path)
      if (content_type === null || !kinds.includes(content_type))
        return refuseParameters(['logo: must be a picture (PNG, JPEG or WebP)'])
      if (logo.byte_size > kilobytes_max * 1024) refuseParameters([`logo: must not be larger than ${kilobytes_max} kB`])
      await logo.keep()
      return content_type
    },
    run: async (context, { logo }, content_type) => {
      const { db, administration_id, stamp } = context
      const { checksum, byte_size, filename } = logo
      const file_id = await registerFile(db, context, { checksum, byte_size, content_type })
      // The newest one counts. Those before it stay with the letters that were sent with them.
      await sql`
        insert into administration_logos (administration_id, file_id, filename, created_at)
        values (${administration_id}::bigint, ${file_id}::bigint, ${filename}::text, ${stamp}::timestamptz)`.execute(db)
      await auditBy(context, 'administration_settings_changed', { changed: [`logo: ${filename}`] })
      return {}
    },
  }),
  remove: call({
    method: 'DELETE',
    path: '/console/administrations/{administration_id}/logo',
    reach: 'administration',
    description: 'Takes the logo away. Where there is none, nothing happens.',
    body: {},
    answer: {},
    run: async (context) => {
      const { db, administration_id } = context
      if ((await newestLogo(db, administration_id)) === null) return {}
      await removeLogos(db, administration_id)
      await auditBy(context, 'administration_settings_changed', { changed: ['logo: taken away'] })
      return {}
    },
  }),
}

type Logo = { id: string; checksum: string }

async function newestLogo(db: Kysely<Tables>, administration_id: string): Promise<Logo | null> {
  const { rows } = await sql<Logo>`
    select l.id::text, f.checksum from administration_logos l
    join files f on f.administration_id = ${administration_id}::bigint and f.id = l.file_id
    where l.administration_id = ${administration_id}::bigint
    order by l.id desc limit 1`.execute(db)
  return rows[0] ?? null
}

const removeLogos = (db: Kysely<Tables>, administration_id: string) =>
  db.deleteFrom('administration_logos').where('administration_id', '=', administration_id).execute()
