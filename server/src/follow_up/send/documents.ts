import { sql } from 'kysely'
import { type Change, changeIn } from '../../db/change.ts'
import { serviceActor } from '../../domain/actor.ts'
import type { FileStore } from '../../files/store.ts'
import { registerFile } from '../../files/uploads.ts'
import type { WrittenLetter } from '../../letters/rendering/letter.ts'
import { letterPdf } from '../../letters/rendering/pdf.ts'
import { renderLetter } from './render.ts'
import type { Sending } from './sending.ts'
import { type StoredDocument, writtenIn } from './store_rendered.ts'

export const pdf_type = 'application/pdf'
const pdf_bytes_max = 200_000_000

/** Bytes that are in the store; a row of files makes them those of an administration. */
export type KeptBytes = { checksum: string; byte_size: number; content_type: string }

export async function keepPdf(store: FileStore, bytes: Uint8Array): Promise<KeptBytes> {
  const incoming = await store.receive(asOne(bytes), pdf_bytes_max)
  try {
    await store.keep(incoming)
    return { checksum: incoming.checksum, byte_size: incoming.byte_size, content_type: pdf_type }
  } finally {
    await incoming.discard()
  }
}

async function* asOne(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

/** The name under which a letter is saved: its heading and its day. */
export const filenameOf = ({ title, facts }: WrittenLetter): string => `${title} ${facts.day}.pdf`

/** Notes the PDF of a letter as a file of its administration. */
export async function noteDocument(change: Change, letter: WrittenLetter, kept: KeptBytes): Promise<StoredDocument> {
  const file_id = await registerFile(change.db, change, kept)
  return { file_id, filename: filenameOf(letter), checksum: kept.checksum }
}

/** Makes the PDF of a letter and keeps its bytes. */
export const keepLetterPdf = async (store: FileStore, letter: WrittenLetter): Promise<KeptBytes> =>
  keepPdf(store, await letterPdf(letter))

type Asked = { administration_id: string; letter_id: string }

/**
 * Makes the PDF of a letter that has none yet, when somebody wants to see it. Of one that went out it is made from what
 * was written down then, and kept: whoever looks again gets the same bytes. One that is still to go is shown as it is
 * now, and not kept.
 */
export async function makeLetterDocument(
  sending: Sending,
  { administration_id, letter_id }: Asked,
): Promise<'kept' | { filename: string; bytes: Uint8Array } | null> {
  const { db } = sending.database
  const found = await db
    .selectFrom('letters as l')
    .innerJoin('administrations as a', 'a.id', 'l.administration_id')
    .select(['l.data', 'l.file_id'])
    .where('l.administration_id', '=', administration_id)
    .where('l.id', '=', letter_id)
    .where('a.status', '<>', 'deleted')
    .executeTakeFirst()
  if (!found) return null
  if (found.file_id !== null) return 'kept'
  const written = writtenIn(found.data)
  if (!written) {
    const { letter } = await renderLetter(db, { administration_id, letter_id, base_url: sending.base_url() })
    return { filename: filenameOf(letter), bytes: await letterPdf(letter) }
  }
  const kept = await keepLetterPdf(sending.store, written)
  const changing = { administration_id, actor: serviceActor('engine'), real_now: sending.now() }
  await changeIn(db, changing, async (change) => {
    const { file_id, filename } = await noteDocument(change, written, kept)
    await sql`
      update letters set file_id = ${file_id}::bigint, filename = ${filename}::text
      where administration_id = ${administration_id}::bigint and id = ${letter_id}::bigint
        and file_id is null`.execute(change.db)
  })
  return 'kept'
}
