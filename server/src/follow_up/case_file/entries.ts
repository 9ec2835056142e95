import type { Readable } from 'node:stream'
import { entryName, isCompressed, textEntry, uniqueNames } from './entry_names.ts'
import type { CaseFile, FileLetter } from './read.ts'
import type { ZipEntry } from './zip.ts'

/** Opens the bytes that lie in the store under a checksum; null when they are not there. */
export type OpenBytes = (checksum: string) => Promise<Readable | null>

/** Everything that is handed over, one after the other; a document is opened when its turn has come. */
export async function* entriesOf(file: CaseFile, dossier: Buffer, open: OpenBytes): AsyncGenerator<ZipEntry> {
  const nameOf = uniqueNames()
  const missing: string[] = []
  yield { name: nameOf(`case-${file.credit_case_number.replaceAll(' ', '')}.pdf`), bytes: [dossier], compressed: true }
  for (const { about, filename, checksum } of file.documents) {
    const name = nameOf(`invoices/${entryName(about)}/${entryName(filename)}`)
    const bytes = await open(checksum)
    if (bytes === null) missing.push(name)
    else yield { name, bytes, compressed: isCompressed(filename) }
  }
  for (const [index, letter] of file.letters.entries()) {
    const begins = `letters/${numbered(index)}-${letter.day}-${letter.step}`
    for (const [ending, text] of writtenParts(letter)) yield textEntry(nameOf(`${begins}.${ending}`), text)
    const paper = letter.file_checksum === null ? null : await open(letter.file_checksum)
    if (paper !== null) yield { name: nameOf(`${begins}.pdf`), bytes: paper, compressed: true }
    else if (letter.file_checksum !== null) missing.push(`${begins}.pdf`)
  }
  for (const [index, { at, day, sender_type, subject, content, attachments }] of file.messages.entries()) {
    const begins = `correspondence/${numbered(index)}-${day}-${sender_type}`
    yield textEntry(nameOf(`${begins}.txt`), [subject, at, '', content].filter((one) => one !== null).join('\n'))
    for (const { filename, checksum } of attachments) {
      const name = nameOf(`${begins}/${entryName(filename)}`)
      const bytes = await open(checksum)
      if (bytes === null) missing.push(name)
      else yield { name, bytes, compressed: isCompressed(filename) }
    }
  }
  // What could not be put in is said, instead of being left out in silence.
  if (missing.length > 0) yield textEntry(nameOf('missing.txt'), missing.join('\n'))
}

const numbered = (index: number): string => String(index + 1).padStart(3, '0')

/** What a mail said, in both of its forms, and what shows that it was sent. */
function writtenParts({ text, html, proof, recipients, message_header_id, sent_at }: FileLetter): [string, string][] {
  const shown = { sent_at, recipients, message_id: message_header_id, proof }
  const parts: [string, string | null][] = [
    ['txt', text],
    ['html', html],
    ['proof.json', `${JSON.stringify(shown, null, 2)}\n`],
  ]
  return parts.filter((one): one is [string, string] => one[1] !== null)
}
