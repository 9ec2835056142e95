import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import type { LetterFacts } from '../../letters/rendering/facts.ts'
import { type WrittenLetter, writeLetter } from '../../letters/rendering/letter.ts'
import { letterMail } from '../../letters/rendering/mail.ts'
import type { LetterText } from '../../letters/texts/each_language.ts'
import { default_texts } from '../../letters/texts/letter_texts.ts'
import { type Language, languageFor } from '../../letters/words/letter_words.ts'
import { readSettings } from '../../settings/store.ts'
import { readUndeliverable } from '../read/records.ts'
import { type From, letterFacts } from './letter_facts.ts'
import { type LetterRecipient, mailRecipients, shownRecipients } from './recipients.ts'
import {
  type Draft,
  type InvoiceDocument,
  type LetterRow,
  type Letters,
  type OwnText,
  readCreditor,
  readDraft,
  readLetters,
  readOwnTexts,
  statement_step,
} from './rows.ts'

/** A letter as it goes out. The same rows give the same. */
export type Rendered = {
  row: LetterRow
  letter: WrittenLetter
  text_version: number
  subject: string
  text: string
  html: string
  recipients: LetterRecipient[]
  to: string[]
  cc: string[]
  bcc: string[]
  /** Documents of the invoices, which travel along by mail. */
  attachments: InvoiceDocument[]
  message_header_id: string
  /** Over all of the above that a reader gets. */
  checksum: string
}

/** What letters of an administration have in common. */
export type Shared = {
  from: From
  default_language: Language
  sandbox: boolean
  company_status: string
  /** Addresses from which mail came back, in small letters. */
  undeliverable: ReadonlyMap<string, string>
  own_texts: readonly OwnText[]
}

export type Rendering = { administration_id: string; base_url: string }

export async function readShared(db: Kysely<Tables>, { administration_id, base_url }: Rendering): Promise<Shared> {
  const creditor = await readCreditor(db, administration_id)
  const { sender_email_address, sender_name, portal_colour, default_language } = readSettings(creditor.settings)
  const { sandbox, company_status } = creditor
  return {
    ...{ default_language, sandbox, company_status },
    from: {
      ...{ creditor, base_url, administration_id },
      reply_to: sender_email_address ?? creditor.email_address,
      reply_to_chosen: sender_email_address !== null,
      ...{ sender_name: sender_name ?? creditor.name, colour: portal_colour },
    },
    undeliverable: (await readUndeliverable(db, administration_id)).since,
    own_texts: await readOwnTexts(db, administration_id),
  }
}

/** Reads a letter and everything that it is written from, and writes it. */
export async function renderLetter(
  db: Kysely<Tables>,
  { letter_id, ...rendering }: Rendering & { letter_id: string },
): Promise<Rendered> {
  const [rendered] = await renderLetters(db, { ...rendering, letter_ids: [letter_id] })
  if (!rendered) throw new Error(`Letter ${letter_id} is not there.`)
  return rendered
}

/** The same for many, in as many statements as for one. */
export async function renderLetters(
  db: Kysely<Tables>,
  letters: Rendering & Letters,
  known?: Shared,
): Promise<Rendered[]> {
  const shared = known ?? (await readShared(db, letters))
  return (await readLetters(db, letters)).map((row) => rendered(row, shared))
}

/** A letter that is not performed yet, exactly as it would be sent now. */
export async function renderDraft(db: Kysely<Tables>, rendering: Rendering, draft: Draft): Promise<Rendered> {
  const shared = await readShared(db, rendering)
  return rendered(await readDraft(db, rendering.administration_id, draft), shared)
}

/** What such a letter would be written from, for a text that nobody has saved yet. */
export async function factsOfDraft(
  db: Kysely<Tables>,
  rendering: Rendering,
  draft: Draft & { language_code: Language },
): Promise<LetterFacts> {
  const { from } = await readShared(db, rendering)
  return letterFacts(await readDraft(db, rendering.administration_id, draft), draft.language_code, from)
}

function rendered(row: LetterRow, shared: Shared): Rendered {
  const { from, default_language, undeliverable } = shared
  const language = languageFor(row.language_code, default_language)
  const { text, version } = textOf(row, language, shared.own_texts)
  const letter = writeLetter(text, letterFacts(row, language, from))
  const mail = letterMail(letter)
  const by_post = row.channel === 'post'
  const { to, cc, bcc } = by_post ? { to: [], cc: [], bcc: [] } : mailRecipients(row, undeliverable)
  const { name, address } = letter.facts.debtor
  const recipients: LetterRecipient[] = by_post ? [{ kind: 'post', name, address }] : shownRecipients({ to, cc, bcc })
  const attachments = by_post ? [] : attachmentsOf(row)
  const message_header_id = messageIdOf(row, from)
  const sent = { ...mail, recipients, message_header_id, files: attachments.map(({ checksum }) => checksum) }
  const checksum = createHash('sha256').update(JSON.stringify(sent)).digest('hex')
  return {
    row,
    letter,
    text_version: version,
    ...mail,
    recipients,
    to,
    cc,
    bcc,
    attachments,
    message_header_id,
    checksum,
  }
}

/** The text that the flow names: as the administration wrote it, or as the house does. */
function textOf(
  { step, data }: LetterRow,
  language: Language,
  own_texts: readonly OwnText[],
): { text: LetterText; version: number } {
  const texts: { readonly [step: string]: LetterText } = default_texts[language].steps
  const usual = step === statement_step ? default_texts[language].statement : (texts[data.text] ?? texts[step])
  if (!usual) throw new Error(`There is no text for the step ${step}.`)
  const own = own_texts.find((one) => one.step === data.text && one.language_code === language)
  if (!own) return { text: usual, version: 0 }
  return { text: { title: usual.title, subject: own.subject, body: own.body }, version: own.version }
}

/** As much as mail servers take: what does not fit stays behind, the rest of the letter says what is owed. */
const attachments_max = 20
const attached_bytes_max = 15_000_000

function attachmentsOf({ items }: LetterRow): InvoiceDocument[] {
  const chosen: InvoiceDocument[] = []
  let bytes = 0
  for (const { document } of items) {
    if (!document || chosen.some(({ checksum }) => checksum === document.checksum)) continue
    // One at least: the first document of a letter that brings an invoice is the point of it.
    const fits = chosen.length < attachments_max && bytes + document.byte_size <= attached_bytes_max
    if (!fits && chosen.length > 0) continue
    chosen.push(document)
    bytes += document.byte_size
  }
  return chosen
}

/** Names a letter for good, so that one that was sent twice after a crash is known to be one. */
function messageIdOf({ id, created_at }: LetterRow, { administration_id, base_url }: From): string {
  const unique = createHash('sha256').update(`${administration_id} ${id} ${created_at}`).digest('hex').slice(0, 16)
  return `<letter.${administration_id}.${id}.${unique}@${new URL(base_url).hostname}>`
}
