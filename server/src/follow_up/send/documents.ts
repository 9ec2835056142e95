import type { Change } from '../../db/change.ts'
import type { FileStore } from '../../files/store.ts'
import { registerFile } from '../../files/uploads.ts'
import type { WrittenLetter } from '../../letters/rendering/letter.ts'
import { letterPdf } from '../../letters/rendering/pdf.ts'
import type { StoredDocument } from './store_rendered.ts'

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
  keepPdf(store, await letterPdf(letter, store.open))
