import { type Change, changeIn } from '../../db/change.ts'
import { serviceActor } from '../../domain/actor.ts'
import { touch } from '../../events/touch.ts'
import type { FileStore } from '../../files/store.ts'
import { type LetterFacts, logoCid } from '../../letters/rendering/facts.ts'
import { type NewWrittenMail, sendManyWritten } from '../../mail/send_mail.ts'
import { enqueueMany } from '../../queue/enqueue.ts'
import { type KeptBytes, keepLetterPdf, noteDocument } from './documents.ts'
import { lookAgain, type WithdrawnReason } from './look_again.ts'
import { isReachable } from './recipients.ts'
import { type Rendered, readShared, renderLetters, type Shared } from './render.ts'
import type { Letters } from './rows.ts'
import type { Sending } from './sending.ts'
import { type Outcome, storeRendered } from './store_rendered.ts'
import { type Withdrawal, withdrawLetters } from './withdraw.ts'

/** A sandbox prints nothing, and needs no place for documents. */
type Posting = Omit<Sending, 'store'> & { store: FileStore | null }

/** How a letter stands after it was to be sent. */
export type SendOutcome = 'sent' | 'withdrawn' | 'underway' | 'failed'

/** As many letters as one job sends: they share their reading and their transaction. */
const letters_per_job = 100

/** Says that letters are to be sent, in the transaction that wrote them. */
export async function enqueueLetters(
  { db, administration_id }: Pick<Change, 'db' | 'administration_id'>,
  letter_ids: readonly string[],
): Promise<void> {
  const portions = Array.from({ length: Math.ceil(letter_ids.length / letters_per_job) }, (_, index) => ({
    administration_id,
    letter_ids: letter_ids.slice(index * letters_per_job, (index + 1) * letters_per_job),
  }))
  await enqueueMany(db, 'send_letter', portions)
}

/** Sends one letter that waits; see `sendLetters`. */
export async function sendLetter(
  sending: Sending,
  { administration_id, letter_id }: { administration_id: string; letter_id: string },
): Promise<SendOutcome> {
  const outcomes = await sendLetters(sending, { administration_id, letter_ids: [letter_id] })
  const outcome = outcomes.get(letter_id)
  if (outcome === undefined) throw new Error(`Letter ${letter_id} is not there.`)
  return outcome
}

/**
 * Sends letters that wait. They are rendered first, outside any transaction; then one transaction looks once more,
 * withdraws what is not right any more, writes down what goes out, and hands mails to the queue. In a sandbox nothing
 * leaves: all of it counts as sent. Letters to print are under way until somebody posts them. Whoever begins again
 * after a crash finds either all of it done or nothing.
 */
export async function sendLetters(sending: Posting, letters: Letters): Promise<Map<string, SendOutcome>> {
  const { db } = sending.database
  const { administration_id, letter_ids } = letters
  const rendering = { administration_id, base_url: sending.base_url() }
  const shared = await readShared(db, rendering)
  if (shared.company_status === 'unconfirmed' && !shared.sandbox) {
    throw new Error(`Administration ${administration_id} belongs to a company that nobody confirmed yet.`)
  }
  const rendered = await renderLetters(db, { ...rendering, letter_ids }, shared)
  const waiting = rendered.filter(({ row }) => row.status === 'waiting')
  const documents = await makeDocuments(sending.store, waiting, shared)
  const changing = { administration_id, actor: serviceActor('engine'), real_now: sending.now() }
  const outcomes = new Map(rendered.map(({ row }) => [row.id, outcomeOf(row.status)]))
  if (waiting.length === 0) return outcomes
  await changeIn(db, changing, async (change) => {
    const ids = waiting.map(({ row }) => row.id)
    const looked = await lookAgain(change, ids, { status: 'waiting', on_its_day: true })
    const withdrawn: Withdrawal[] = []
    const going: Rendered[] = []
    for (const one of waiting) {
      const found = looked.get(one.row.id)
      if (found === undefined) continue
      const reason = found ?? ofRendered(one, shared)
      if (reason === null) going.push(one)
      else withdrawn.push({ letter_id: one.row.id, reason })
    }
    await withdrawLetters(change, withdrawn)
    await letGo(change, going, documents, shared)
    for (const { letter_id } of withdrawn) outcomes.set(letter_id, 'withdrawn')
    for (const { row } of going) outcomes.set(row.id, shared.sandbox ? 'sent' : 'underway')
  })
  return outcomes
}

const outcomeOf = (status: string): SendOutcome => {
  if (status === 'bounced' || status === 'failed') return 'failed'
  return status === 'sent' || status === 'withdrawn' ? status : 'underway'
}

/** Paper is what is posted; of a mail, and in a sandbox, the PDF is made when somebody wants to see it. */
async function makeDocuments(
  store: FileStore | null,
  letters: readonly Rendered[],
  { sandbox }: Shared,
): Promise<Map<string, KeptBytes>> {
  const documents = new Map<string, KeptBytes>()
  for (const { row, letter } of letters) {
    if (row.channel !== 'post' || sandbox) continue
    if (!store) throw new Error('Letters to print need a place for their documents.')
    documents.set(row.id, await keepLetterPdf(store, letter))
  }
  return documents
}

/** What only whoever renders can see. */
function ofRendered({ row }: Rendered, { undeliverable }: Shared): WithdrawnReason | null {
  if (!isReachable(row, undeliverable)) return 'undeliverable'
  return row.items.some((one) => one.performs === 'invoice' && one.document === null) ? 'document_missing' : null
}

/** Writes down what goes out, and hands it over: to nobody in a sandbox, to the queue of mails, or to who prints. */
export async function letGo(
  change: Change,
  letters: readonly Rendered[],
  documents: ReadonlyMap<string, KeptBytes>,
  shared: Shared,
): Promise<void> {
  const stored: { rendered: Rendered; outcome: Outcome }[] = []
  for (const rendered of letters) {
    const kept = documents.get(rendered.row.id)
    const document = kept ? await noteDocument(change, rendered.letter, kept) : null
    stored.push({ rendered, outcome: shared.sandbox ? sentInSandbox(change) : { ...not_yet, document } })
  }
  await storeRendered(change, stored)
  if (shared.sandbox) {
    await touch(
      change,
      letters.map(({ row }) => row.debtor_id),
    )
    return
  }
  const mails = letters.filter(({ row }) => row.channel === 'mail')
  await sendManyWritten(
    change.db,
    mails.map((one) => mailOf(one, change, shared)),
  )
}

const not_yet: Outcome = { status: 'underway', sent_on: null, sent_at: null, proof: null, document: null }

const sentInSandbox = ({ today, now }: Change): Outcome => ({
  ...{ status: 'sent', sent_on: today, sent_at: now.toISOString(), proof: { sandbox: true }, document: null },
})

function mailOf(rendered: Rendered, { administration_id, real_now }: Change, { from }: Shared): NewWrittenMail {
  const { row, letter, subject, text, html, to, cc, bcc, attachments, message_header_id } = rendered
  return {
    kind: 'letter',
    about: { administration_id, resource_type: 'letter', resource_id: row.id },
    to: [...to, ...cc, ...bcc],
    content: { language: letter.facts.language, subject, text, html },
    ...{ sender_name: from.sender_name, reply_to: from.reply_to, reply_to_chosen: from.reply_to_chosen },
    ...{ cc, bcc, automatic: true, now: real_now },
    attachments: [
      ...attachments.map(({ checksum, filename, content_type }) => ({ checksum, filename, content_type })),
      ...logoOf(letter.facts),
    ],
    fixed: { message_id_header: message_header_id, date: real_now.toISOString() },
  }
}

/** The logo, where the page of the mail shows one. */
export function logoOf({ creditor }: LetterFacts): NewWrittenMail['attachments'] {
  const logo = creditor.look?.logo
  if (!logo) return []
  const { checksum, filename, content_type } = logo
  return [{ checksum, filename, content_type, cid: logoCid(checksum) }]
}
