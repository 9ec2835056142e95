import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import type { FileStore } from '../../files/file_store.ts'
import { entryName, isCompressed, textEntry, uniqueNames } from '../../follow_up/case_file/entry_names.ts'
import { type ZipEntry, zipOf } from '../../follow_up/case_file/zip.ts'
import { portalFactsOf } from '../facts.ts'
import { openPortalLink } from '../links.ts'
import { type Language, languageOf, languages } from '../shown.ts'
import { countPapers as countAttempts } from '../throttle.ts'
import { type PaperDocument, type PaperLetter, readPapers } from './read.ts'
import { statementPdf } from './statement.ts'
import { statement_words } from './words.ts'

/** A file on its way out. */
export type OutgoingPaper = { filename: string; content_type: string; bytes: Readable }

type Asking = { db: Kysely<Tables>; store: Pick<FileStore, 'open'>; address: string; now: Date }
type Wanted = {
  administration_id: string
  family: string
  token: string
  paper: 'documents.zip' | 'statement.pdf'
  language: unknown
}

/** No archive holds more than so many bytes; what is left out is named in it. */
const bytes_max = 200 * 1024 * 1024

/** Makes a paper for whoever has the link. Archives are read while they are sent, one file after the other. */
export async function makePortalPaper({ db, store, address, now }: Asking, wanted: Wanted): Promise<OutgoingPaper> {
  const link = await openPortalLink({ db, address, now }, wanted)
  await countAttempts({ db, address, now }, link)
  const facts = await portalFactsOf(db, link, now)
  const language: Language = languages.find((one) => one === wanted.language) ?? languageOf(facts.language_code)
  const statement = await statementPdf(db, link, facts, language)
  const words = statement_words[language]
  if (wanted.paper === 'statement.pdf') {
    const filename = `${words.filename}-${facts.today}.pdf`
    return { filename, content_type: 'application/pdf', bytes: Readable.from([statement]) }
  }
  const papers = await readPapers(db, link, facts.today)
  const first = { name: `${words.filename}-${facts.today}.pdf`, bytes: [statement], compressed: true }
  const bytes = Readable.from(zipOf(entriesOf(first, papers, store), facts.today), { objectMode: false })
  return { filename: `${words.documents}-${facts.today}.zip`, content_type: 'application/zip', bytes }
}

type Papers = { documents: readonly PaperDocument[]; letters: readonly PaperLetter[] }

async function* entriesOf(
  first: ZipEntry,
  { documents, letters }: Papers,
  store: Pick<FileStore, 'open'>,
): AsyncGenerator<ZipEntry> {
  const nameOf = uniqueNames()
  const missing: string[] = []
  yield { ...first, name: nameOf(first.name) }
  let left = bytes_max
  for (const { invoice_number, filename, checksum, byte_size } of documents) {
    const name = nameOf(`${entryName(invoice_number)}/${entryName(filename)}`)
    const bytes = byte_size > left ? null : await store.open(checksum)
    if (bytes === null) missing.push(name)
    else {
      left -= byte_size
      yield { name, bytes, compressed: isCompressed(filename) }
    }
  }
  for (const { day, step, subject, text, checksum } of letters) {
    const paper = checksum === null ? null : await store.open(checksum)
    const name = `letters/${day}-${entryName(step)}`
    if (paper !== null) yield { name: nameOf(`${name}.pdf`), bytes: paper, compressed: true }
    else if (text !== null) yield textEntry(nameOf(`${name}.txt`), [subject, text].filter(Boolean).join('\n\n'))
    else missing.push(`${name}.pdf`)
  }
  // What could not be put in is said, instead of being left out in silence.
  if (missing.length > 0) yield textEntry(nameOf('missing.txt'), missing.join('\n'))
}
