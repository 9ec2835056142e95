import { sql } from 'kysely'
import type { FileHolder } from '../../api/file_links.ts'
import { type Change, changeIn } from '../../db/change.ts'
import { serviceActor } from '../../domain/actor.ts'
import { registerFile } from '../../files/uploads.ts'
import { letterPdf, lettersPdf } from '../../letters/rendering/pdf.ts'
import { filenameOf, keepLetterPdf, keepPdf, noteDocument } from './documents.ts'
import { renderLetter } from './render.ts'
import type { Sending } from './sending.ts'
import { writtenIn } from './store_rendered.ts'

type Asked = { administration_id: string; id: string }

/** `kept`: it is a file of its row now. Otherwise bytes that are shown and not kept. */
type Made = 'kept' | { filename: string; bytes: Uint8Array }

/** Makes the PDF of a letter or a batch that has none yet, when somebody opens its link. */
export async function makeDocument(sending: Sending, holder: FileHolder, asked: Asked): Promise<Made | null> {
  if (holder === 'letters') return makeOfLetter(sending, asked)
  return holder === 'letter_batches' ? makeOfBatch(sending, asked) : null
}

/**
 * Of a letter that went out the PDF is made from what was written down then, and kept: whoever looks again gets the
 * same bytes. One that is still to go is shown as it is now, and not kept.
 */
async function makeOfLetter(sending: Sending, { administration_id, id }: Asked): Promise<Made | null> {
  const { db } = sending.database
  const found = await db
    .selectFrom('letters as l')
    .innerJoin('administrations as a', 'a.id', 'l.administration_id')
    .select(['l.data', 'l.file_id', 'l.status'])
    .where('l.administration_id', '=', administration_id)
    .where('l.id', '=', id)
    .where('a.status', '<>', 'deleted')
    .executeTakeFirst()
  if (!found) return null
  if (found.file_id !== null) return 'kept'
  const written = writtenIn(found.data)
  if (!written) {
    // What went out before letters were kept cannot be made again: facts and texts are others by now.
    if (found.status !== 'waiting') return null
    const { letter } = await renderLetter(db, { administration_id, letter_id: id, base_url: sending.base_url() })
    return { filename: filenameOf(letter), bytes: await letterPdf(letter, sending.store.open) }
  }
  const kept = await keepLetterPdf(sending.store, written)
  return keep(sending, 'letters', { administration_id, id }, (change) => noteDocument(change, written, kept))
}

/** Letters of a batch in the order in which they were decided; those that were taken out of it are not in it. */
async function makeOfBatch(sending: Sending, { administration_id, id }: Asked): Promise<Made | null> {
  const { db } = sending.database
  const rows = await db
    .selectFrom('letters as l')
    .innerJoin('administrations as a', 'a.id', 'l.administration_id')
    .select(['l.data', 'l.day'])
    .where('l.administration_id', '=', administration_id)
    .where('l.batch_id', '=', id)
    .where('l.status', 'in', ['underway', 'sent'])
    .where('a.status', '<>', 'deleted')
    .orderBy('l.id')
    .execute()
  const letters = rows.flatMap(({ data }) => writtenIn(data) ?? [])
  if (letters.length === 0) return null
  const kept = await keepPdf(sending.store, await lettersPdf(letters, sending.store.open))
  return keep(sending, 'letter_batches', { administration_id, id }, async (change) => ({
    ...{ file_id: await registerFile(change.db, change, kept), filename: `${rows[0]?.day} ${letters.length}.pdf` },
  }))
}

/** Notes the file with its row. Two who open a link at once make the same bytes, and the first one notes them. */
async function keep(
  sending: Sending,
  table: 'letters' | 'letter_batches',
  { administration_id, id }: Asked,
  note: (change: Change) => Promise<{ file_id: string; filename: string }>,
): Promise<'kept'> {
  const changing = { administration_id, actor: serviceActor('engine'), real_now: sending.now() }
  await changeIn(sending.database.db, changing, async (change) => {
    const { file_id, filename } = await note(change)
    await sql`
      update ${sql.table(table)} set file_id = ${file_id}::bigint, filename = ${filename}::text
      where administration_id = ${administration_id}::bigint and id = ${id}::bigint
        and file_id is null`.execute(change.db)
  })
  return 'kept'
}
