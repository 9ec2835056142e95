import { sql } from 'kysely'
import { call } from '../api/actions.ts'
import { refuse, refuseParameters } from '../api/errors.ts'
import { date, key, keyList, money, oneOf, text } from '../api/field.ts'
import type { Change } from '../db/change.ts'
import { addDays, type Day } from '../domain/days.ts'
import { cents } from '../domain/money.ts'
import { lapsesOn } from '../follow_up/decide/hold_ends.ts'
import { openDispute } from '../follow_up/disputes.ts'
import { notify } from '../follow_up/perform/notify.ts'
import { type ChosenInvoice, chosenInvoices } from './chosen.ts'
import { readText, said_fields } from './comment.ts'
import { linkToInvoice, openPortalLink, type PortalLink } from './links.ts'
import { subjectOfLink, writeMessage } from './messages.ts'
import { type KnownFile, keepFiles, sent_files } from './sent_files.ts'
import type { Language } from './shown.ts'
import { sayDay, subjectOf } from './subjects.ts'
import { countSaid } from './throttle.ts'

/** What a debtor can say is wrong; that it paid already is a claim of its own. */
export const dispute_reasons = [
  'amount_wrong',
  'not_delivered',
  'quality',
  'not_ordered',
  'wrong_debtor',
  'other',
] as const

/** The last day on which the creditor should have answered; after it the dispute lapses. */
const answerBy = (opened_on: Day): Day => addDays(lapsesOn(opened_on), -1)

/** What is said when the debtor writes nothing itself, so that a person who reads the message understands it. */
const said_alone: Readonly<Record<Language, Readonly<Record<(typeof dispute_reasons)[number], string>>>> = {
  en: {
    amount_wrong: 'The amount is wrong.',
    not_delivered: 'This was not delivered.',
    quality: 'What was delivered is damaged or not good.',
    not_ordered: 'This was not ordered by us.',
    wrong_debtor: 'This invoice is not for us.',
    other: 'We do not agree.',
  },
  nl: {
    amount_wrong: 'Het bedrag klopt niet.',
    not_delivered: 'Dit is niet geleverd.',
    quality: 'Wat geleverd is, is beschadigd of niet goed.',
    not_ordered: 'Dit hebben wij niet besteld.',
    wrong_debtor: 'Deze factuur is niet voor ons.',
    other: 'Wij zijn het er niet mee eens.',
  },
  de: {
    amount_wrong: 'Der Betrag stimmt nicht.',
    not_delivered: 'Das wurde nicht geliefert.',
    quality: 'Die Lieferung ist beschädigt oder mangelhaft.',
    not_ordered: 'Das haben wir nicht bestellt.',
    wrong_debtor: 'Diese Rechnung ist nicht für uns.',
    other: 'Wir sind nicht einverstanden.',
  },
  fr: {
    amount_wrong: 'Le montant est faux.',
    not_delivered: 'Cela n’a pas été livré.',
    quality: 'Ce qui a été livré est abîmé ou défectueux.',
    not_ordered: 'Nous n’avons pas commandé cela.',
    wrong_debtor: 'Cette facture n’est pas pour nous.',
    other: 'Nous ne sommes pas d’accord.',
  },
}

const paid_on_words: Readonly<Record<Language, (day: string) => string>> = {
  en: (day) => `Paid on ${day}.`,
  nl: (day) => `Betaald op ${day}.`,
  de: (day) => `Bezahlt am ${day}.`,
  fr: (day) => `Payé le ${day}.`,
}

const claim_answer = { answer_by: date('Until this day no reminder comes, and somebody answers.').required() }

/**
 * Opens a dispute of an invoice, with what the debtor says and brings as a message beside it. The same again is the
 * same dispute; another one of the same invoice is refused while the first is open.
 */
export const disputeInvoice = call({
  method: 'POST',
  path: '/portal/dispute',
  reach: 'portal',
  description: 'Notes that a debtor does not agree with an invoice, with photos and documents.',
  body: {
    ...said_fields,
    ...sent_files,
    invoice_number: key('Invoice that it is about.').required(),
    reason: oneOf(dispute_reasons, 'What is wrong.').required(),
    amount: money('How much of it is wrong; all of it unless given.'),
    text: text('What the debtor says.'),
  },
  answer: claim_answer,
  run: async (context, body) => {
    const written = readText(body.text)
    const link = await openPortalLink(context, body)
    await countSaid(context, link)
    const files = await keepFiles(body.files)
    return context.change(link.administration_id, async (change) => {
      const [invoice] = await chosenInvoices(change.db, link, change.today, [body.invoice_number])
      if (!invoice) throw new Error('What is not there was refused.')
      const { reason, amount = null, language = null } = body
      refuseAmount(amount, invoice)
      const description = written || said_alone[language ?? 'en'][reason]
      return claim(change, link, {
        invoices: [invoice],
        concern: 'disagrees',
        reason,
        amount,
        description,
        language,
        files,
      })
    })
  },
})

/** Notes that a debtor paid already: a dispute of each invoice, so that nobody is reminded while it is looked for. */
export const sayPaid = call({
  method: 'POST',
  path: '/portal/paid',
  reach: 'portal',
  description: 'Notes that a debtor says it has paid already, with proof.',
  body: {
    ...said_fields,
    ...sent_files,
    invoice_numbers: keyList('Invoices that were paid.').required(),
    paid_on: date('Day on which they were paid.').required(),
    text: text('What the debtor says.'),
  },
  answer: claim_answer,
  run: async (context, body) => {
    const written = readText(body.text)
    const link = await openPortalLink(context, body)
    await countSaid(context, link)
    const files = await keepFiles(body.files)
    return context.change(link.administration_id, async (change) => {
      const { language = null, paid_on } = body
      if (paid_on > change.today) refuseParameters(['paid_on: is in the future'])
      if (paid_on < addDays(change.today, -paid_days_max))
        refuseParameters([`paid_on: must not be more than ${paid_days_max} days ago`])
      const invoices = await chosenInvoices(change.db, link, change.today, body.invoice_numbers)
      const day = paid_on_words[language ?? 'en'](sayDay(paid_on, language ?? 'en'))
      const description = [day, written].filter((part) => part !== '').join('\n\n')
      return claim(change, link, {
        ...{ invoices, concern: 'paid', reason: 'already_paid', amount: null, description, language, files },
      })
    })
  },
})

const paid_days_max = 366

function refuseAmount(amount: string | null, { owed }: ChosenInvoice): void {
  if (amount !== null && (cents(amount) <= 0n || cents(amount) > cents(owed)))
    refuseParameters([`amount: must be more than 0.00, and at most the ${owed} that is open`])
}

type Claim = {
  invoices: readonly ChosenInvoice[]
  concern: 'disagrees' | 'paid'
  reason: string
  amount: string | null
  description: string
  language: Language | null
  files: readonly KnownFile[]
}

async function claim(change: Change, link: PortalLink, wanted: Claim): Promise<{ answer_by: string }> {
  const { invoices, reason, description, amount } = wanted
  const nothing = invoices.find(({ owed, in_plan }) => cents(owed) <= 0n || in_plan)
  if (nothing) refuseParameters([`invoice_numbers: ${nothing.invoice_number} is not open, or paid in terms`])
  const open = await openDisputes(change, invoices)
  const other = open.find((one) => one.origin !== 'portal' || one.reason !== reason || !isSame(one.amount, amount))
  if (other) refuse('conflict', `It is noted already that invoice ${other.invoice_number} is disputed.`)
  const fresh = invoices.filter(({ dispute_id }) => dispute_id === null)
  // What was said before is not said again; what is new to it, such as a photo, is.
  const said_before = open.some((one) => one.description === description) && wanted.files.length === 0
  if (fresh.length > 0 || !said_before) {
    const [first] = invoices
    const about = invoices.length === 1 && first ? linkToInvoice(link, first.id) : link
    const subject = await subjectOf(change.db, about, wanted)
    const message = await writeMessage(change, subjectOfLink(about), {
      subject,
      content: description,
      files: wanted.files,
    })
    for (const { id } of fresh) {
      await openDispute(change, {
        ...{ invoice_id: id, reason, description, amount, origin: 'portal', message_id: message.id },
      })
      await notify(change, [{ notification_type: 'dispute_opened', invoice_id: id, key: reason }])
    }
  }
  return { answer_by: answerBy(open[0]?.opened_on ?? change.today) }
}

/** All of it is not the same as a part, and one part not the same as another. */
const isSame = (known: string | null, said: string | null): boolean =>
  known === null || said === null ? known === said : cents(known) === cents(said)

type OpenDispute = {
  invoice_number: string
  reason: string
  amount: string | null
  origin: string
  opened_on: Day
  description: string | null
}

async function openDisputes(
  { db, administration_id }: Change,
  invoices: readonly ChosenInvoice[],
): Promise<OpenDispute[]> {
  const ids = invoices.flatMap(({ dispute_id }) => dispute_id ?? [])
  const { rows } = await sql<OpenDispute>`
    select i.invoice_number, d.reason, d.amount::text, d.origin, d.opened_on::text, d.description
    from disputes d join invoices i on i.administration_id = ${administration_id}::bigint and i.id = d.invoice_id
    where d.administration_id = ${administration_id}::bigint and d.id = any(${ids}::bigint[])
    order by d.opened_on`.execute(db)
  return rows
}
