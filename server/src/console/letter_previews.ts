import { type Kysely, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { refuse, refuseParameters } from '../api/errors.ts'
import { boolean, id, listOf, oneOf, text, textList } from '../api/field.ts'
import type { Tables } from '../db/schema.ts'
import { userOf } from '../domain/actor.ts'
import type { Day } from '../domain/days.ts'
import { all_steps } from '../domain/steps.ts'
import { factsOfDraft } from '../follow_up/send/render.ts'
import { logoOf } from '../follow_up/send/send.ts'
import type { LetterFacts, LetterStep } from '../letters/rendering/facts.ts'
import { type WrittenLetter, writeLetter } from '../letters/rendering/letter.ts'
import { letterMail } from '../letters/rendering/mail.ts'
import { letterPdf, type OpenBytes } from '../letters/rendering/pdf.ts'
import { block_names, scopeOf } from '../letters/rendering/variables.ts'
import { houseText, textProblems } from '../letters/texts/own_texts.ts'
import type { Language } from '../letters/words/letter_words.ts'
import { sendToUser } from '../mail/send_mail.ts'
import { channels } from '../resources/steps.ts'
import { text_edited, text_key } from './letter_texts.ts'
import { paper_pages, paperPages } from './paper_pages.ts'

/** A text while it is edited. */
export const letterPreviewCalls = (openFile: OpenBytes): Actions => ({
  preview: call({
    method: 'POST',
    path: '/console/administrations/{administration_id}/letter_texts/preview',
    reach: 'member',
    description: 'Shows a text that is being edited with a real invoice, or what is wrong with it.',
    body: {
      ...text_key,
      subject: text('Subject, in liquid; it may still be empty.'),
      body: text('Body, in liquid; it may still be empty.'),
      channel: oneOf(channels, 'As a mail, or on paper.').required(),
      invoice_id: id('Invoice to show it with; empty: the one that is overdue the longest.'),
      pdf: boolean('Whether to print it too.'),
      paper: boolean('Whether to show what its pages look like.'),
    },
    answer: {
      problems: textList('What is wrong with the text, as `<part>: <problem>`; empty when nothing is.').required(),
      invoice_id: id('Invoice it is shown with; empty where there is none.'),
      seen_with: text('Debtor and number of that invoice.'),
      next_invoice_id: id('Another invoice to show it with.'),
      subject: text('Subject.'),
      text: text('What it says, without layout.'),
      html: text('What it says, as a page.'),
      content: text('The bytes of the PDF, in Base64.'),
      pages: paper_pages.required(),
      values: listOf(
        { name: text('Variable.').required(), value: text('What it is for this invoice.') },
        'Variables as they are for this invoice.',
      ).required(),
    },
    run: async ({ db, administration_id, base_url, today }, { step, language_code, channel, ...rest }) => {
      const edited = { step, language_code, channel, subject: rest.subject ?? '', body: rest.body ?? '' }
      const problems = textProblems(edited)
      const { shown, next } = await invoicesToShow(db, administration_id, rest.invoice_id ?? null)
      if (!shown) return { ...nothing_shown, problems }
      const facts = await factsOf({ db, administration_id, base_url, today }, shown, edited)
      const of = {
        ...nothing_shown,
        ...{ invoice_id: shown.id, seen_with: `${shown.debtor_name} · ${shown.invoice_number}` },
        ...{ next_invoice_id: next?.id ?? null, values: valuesOf(facts) },
      }
      if (problems.length > 0) return { ...of, problems }
      const letter = writtenWith(edited, facts)
      const mail = letterMail(letter)
      const content = rest.pdf ? (await letterPdf(letter, openFile)).toString('base64') : null
      const pages = rest.paper ? await paperPages(letter, openFile) : []
      return { ...of, problems, subject: mail.subject, text: mail.text, html: mail.html, content, pages }
    },
  }),
})

/** What administrators do with a text before it counts. */
export const letter_proof_verbs: Actions = {
  send: call({
    method: 'POST',
    path: '/console/letter_texts/proof',
    reach: 'administration',
    description: 'Mails a text that is being edited to whoever asks, with a real invoice; no debtor gets anything.',
    body: { ...text_key, ...text_edited, invoice_id: id('Invoice to write it with; empty: as the preview has it.') },
    answer: { to: text('The address that it goes to.').required() },
    run: async (context, { invoice_id, ...edited }) => {
      const { db, administration_id, base_url, today, real_now: now, actor } = context
      await refuseInSandbox(db, administration_id)
      const problems = textProblems(edited)
      if (problems.length > 0) refuseParameters(problems)
      const { shown } = await invoicesToShow(db, administration_id, invoice_id ?? null)
      if (!shown) return refuse('conflict', 'There is no open invoice to write it with.')
      const facts = await factsOf({ db, administration_id, base_url, today }, shown, { ...edited, channel: 'mail' })
      const { creditor } = facts
      const content = letterMail(writtenWith(edited, facts))
      const to = await sendToUser(db, userOf(actor).id ?? refuse('forbidden', 'Only people get proofs.'), {
        ...{ kind: 'letter_proof', now, sender_name: creditor.name, reply_to: creditor.email_address },
        content: {
          language: edited.language_code,
          ...content,
          subject: `[${proof[edited.language_code]}] ${content.subject}`,
        },
        ...{ cc: [], bcc: [], attachments: logoOf(facts), automatic: true },
      })
      return { to }
    },
  }),
}

async function refuseInSandbox(db: Kysely<Tables>, administration_id: string): Promise<void> {
  const found = await db
    .selectFrom('administrations')
    .select('sandbox')
    .where('id', '=', administration_id)
    .executeTakeFirst()
  if (found?.sandbox) refuse('conflict', 'Nothing leaves a sandbox, not even a proof; the preview shows the same.')
}

/** Stands before the subject, so that nobody takes a proof for what a debtor got. */
const proof: { readonly [language in Language]: string } = { nl: 'Proef', en: 'Proof', de: 'Probe', fr: 'Épreuve' }

type Edited = { step: LetterStep; language_code: Language; subject: string; body: string }
type Place = { db: Kysely<Tables>; administration_id: string; base_url: string; today: Day }

const factsOf = (
  { db, administration_id, base_url, today }: Place,
  shown: Sample,
  { step, language_code, channel }: Edited & { channel: 'mail' | 'post' },
): Promise<LetterFacts> =>
  factsOfDraft(db, { administration_id, base_url }, sampleLetter(shown, { step, language_code, channel, day: today }))

const writtenWith = ({ step, language_code, subject, body }: Edited, facts: LetterFacts): WrittenLetter =>
  writeLetter({ title: houseText({ step, language: language_code }).title, subject, body }, facts)

const nothing_shown = {
  ...{ invoice_id: null, seen_with: null, next_invoice_id: null, subject: null, text: null, html: null },
  ...{ content: null, pages: [], values: [] },
}

const valuesOf = (facts: LetterFacts) =>
  Object.entries(scopeOf(facts)).flatMap(([group, members]) =>
    Object.entries(members)
      .map(([member, value]) => ({ name: `${group}.${member}`, value: value === null ? null : String(value) }))
      .filter(({ name }) => !(block_names as readonly string[]).includes(name)),
  )

type Sample = {
  id: string
  debtor_id: string
  contact_id: string | null
  credit_case_id: string | null
  currency_code: string
  open_amount: string
  invoice_number: string
  debtor_name: string
}

type Shown = { step: LetterStep; language_code: Language; channel: 'mail' | 'post'; day: Day }

/** The days that a text is shown with; those of a letter are what its flow says. */
const sample_term_days = 14

/** A letter about one invoice alone, as it could go out today. */
function sampleLetter({ contact_id, credit_case_id, open_amount, ...invoice }: Sample, { step, ...shown }: Shown) {
  const of_case = all_steps[step].of === 'case'
  const { debtor_id, currency_code } = invoice
  return {
    ...{ debtor_id, step, ...shown, term_days: sample_term_days, stated_costs: null },
    data: {
      ...{ recipient: contact_id === null ? 'debtor' : `contact ${contact_id}`, currency_code, text: step },
      ...{ amount: open_amount, credit: '0.00', credit_case_id: of_case ? credit_case_id : null },
    },
    items: [{ invoice_id: invoice.id, performs: of_case ? null : step, amount: open_amount, charged: '0.00' }],
  }
}

/** The invoice to show a text with, and the one behind it; they go round by due date. */
export async function invoicesToShow(
  db: Kysely<Tables>,
  administration_id: string,
  invoice_id: string | null,
): Promise<{ shown: Sample | undefined; next: Sample | undefined }> {
  const { rows } = await sql<Sample>`
    select i.id::text, i.debtor_id::text, i.contact_id::text, i.active_credit_case_id::text as credit_case_id,
           i.currency_code, i.open_amount::text, i.invoice_number, d.name as debtor_name
    from (
      select * from invoices x
      where x.administration_id = ${administration_id}::bigint and x.open_amount > 0
        ${
          invoice_id === null
            ? sql``
            : sql`and (x.due_date, x.id) >= (select y.due_date, y.id from invoices y
                where y.administration_id = ${administration_id}::bigint and y.id = ${invoice_id}::bigint)`
        }
      order by x.due_date, x.id limit 2) i
    join debtors d on d.administration_id = ${administration_id}::bigint and d.id = i.debtor_id
    order by i.due_date, i.id`.execute(db)
  if (invoice_id !== null && rows[0]?.id !== invoice_id) refuse('not_found', 'There is no such open invoice.')
  return { shown: rows[0], next: rows[1] }
}
