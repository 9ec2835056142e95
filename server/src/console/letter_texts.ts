import { type Kysely, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { refuse } from '../api/errors.ts'
import { boolean, dateTime, id, integer, listOf, oneOf, text, textList } from '../api/field.ts'
import type { Tables } from '../db/schema.ts'
import type { Day } from '../domain/days.ts'
import { all_steps } from '../domain/steps.ts'
import { factsOfDraft } from '../follow_up/send/render.ts'
import { type LetterFacts, type LetterStep, letter_steps } from '../letters/rendering/facts.ts'
import { writeLetter } from '../letters/rendering/letter.ts'
import { letterMail } from '../letters/rendering/mail.ts'
import { letterPdf, type OpenBytes } from '../letters/rendering/pdf.ts'
import { block_names, scopeOf, variables } from '../letters/rendering/variables.ts'
import {
  countingText,
  houseText,
  ownTexts,
  saveText,
  takeBackText,
  textProblems,
  textVersions,
} from '../letters/texts/own_texts.ts'
import type { Language } from '../letters/words/letter_words.ts'
import { channels } from '../resources/steps.ts'
import { letter_languages } from '../settings/administration_settings.ts'
import { auditChange } from './audit_change.ts'

const key = {
  step: oneOf(letter_steps, 'Step that it is the text of.').required(),
  language_code: oneOf(letter_languages, 'Language.').required(),
}
const edited = {
  subject: text('Subject, in liquid.').required(),
  body: text('Body, in liquid.').required(),
}

/** The texts of letters: which there are, what they say, and how they look with a real invoice. */
export const letter_text_calls: Actions = {
  list: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/letter_texts',
    reach: 'member',
    description: 'Lists every text, which of them the administration wrote itself, and what a text can name.',
    body: {},
    answer: {
      texts: listOf(
        {
          ...key,
          title: text('Heading of the paper.').required(),
          version: integer('Version of the administration; 0 where there never was one.').required(),
          own: boolean('Whether the administration wrote it; otherwise the text of the house counts.').required(),
        },
        'Texts, by step and language.',
      ).required(),
      variables: listOf(
        {
          name: text('Name.').required(),
          description: text('What it stands for.').required(),
          block: boolean('Whether it stands on a line of its own.').required(),
        },
        'What a text can name.',
      ).required(),
    },
    run: async ({ db, administration_id }) => {
      const own = await ownTexts(db, administration_id)
      const texts = letter_steps.flatMap((step) =>
        letter_languages.map((language_code) => {
          const found = own.find((one) => one.step === step && one.language_code === language_code)
          const { title } = houseText({ step, language: language_code })
          return { step, language_code, title, version: found?.version ?? 0, own: found?.own ?? false }
        }),
      )
      const named = Object.entries(variables).map(([name, { description }]) => ({
        ...{ name, description, block: (block_names as readonly string[]).includes(name) },
      }))
      return { texts, variables: named }
    },
  }),

  show: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/letter_texts/one',
    reach: 'member',
    description: 'Shows a text as it counts now, that of the house, and its versions.',
    body: key,
    answer: {
      ...key,
      ...edited,
      title: text('Heading of the paper.').required(),
      version: integer('Version of the administration; 0 where there never was one.').required(),
      own: boolean('Whether the administration wrote it.').required(),
      house_subject: text('Subject of the house.').required(),
      house_body: text('Body of the house.').required(),
      versions: listOf(
        {
          ...edited,
          version: integer('Version.').required(),
          house: boolean('Whether the text of the house was taken back with it.').required(),
          created_at: dateTime('Since when.').required(),
          written_by: text('By whom.'),
        },
        'Versions, the newest first.',
      ).required(),
    },
    run: async ({ db, administration_id }, { step, language_code }) => {
      const wanted = { step, language: language_code }
      const { text: now, version, own } = await countingText(db, administration_id, wanted)
      const house = houseText(wanted)
      const versions = await textVersions(db, administration_id, wanted)
      const of_house = { house_subject: house.subject, house_body: house.body }
      return { step, language_code, ...now, version, own, ...of_house, versions }
    },
  }),
}

/** A text while it is edited. */
export const letterPreviewCalls = (openFile: OpenBytes): Actions => ({
  preview: call({
    method: 'POST',
    path: '/console/administrations/{administration_id}/letter_texts/preview',
    reach: 'member',
    description: 'Shows a text that is being edited with a real invoice, or what is wrong with it.',
    body: {
      ...key,
      subject: text('Subject, in liquid; it may still be empty.'),
      body: text('Body, in liquid; it may still be empty.'),
      channel: oneOf(channels, 'As a mail, or on paper.').required(),
      invoice_id: id('Invoice to show it with; empty: the one that is overdue the longest.'),
      pdf: boolean('Whether to print it too.'),
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
      values: listOf(
        { name: text('Variable.').required(), value: text('What it is for this invoice.') },
        'Variables as they are for this invoice.',
      ).required(),
    },
    run: async ({ db, administration_id, base_url, today }, { step, language_code, channel, ...rest }) => {
      const [subject, body] = [rest.subject ?? '', rest.body ?? '']
      const { shown, next } = await invoicesToShow(db, administration_id, rest.invoice_id ?? null)
      if (!shown) return { ...nothing_shown, problems: textProblems({ subject, body }) }
      const facts = await factsOfDraft(
        db,
        { administration_id, base_url },
        sampleLetter(shown, { step, language_code, channel, day: today }),
      )
      const of = {
        ...nothing_shown,
        ...{ invoice_id: shown.id, seen_with: `${shown.debtor_name} · ${shown.invoice_number}` },
        ...{ next_invoice_id: next?.id ?? null, values: valuesOf(facts) },
      }
      const problems = textProblems({ subject, body })
      if (problems.length > 0) return { ...of, problems }
      const { title } = houseText({ step, language: language_code })
      const written = writeLetter({ title, subject, body }, facts)
      const mail = letterMail(written)
      const content = rest.pdf ? (await letterPdf(written, openFile)).toString('base64') : null
      return { ...of, problems, subject: mail.subject, text: mail.text, html: mail.html, content }
    },
  }),
})

/** What administrators do with texts. */
export const letter_text_verbs: Actions = {
  save: call({
    method: 'POST',
    path: '/console/letter_texts/save',
    reach: 'administration',
    description: 'Makes a text count for letters from now on, as a new version.',
    body: { ...key, ...edited },
    answer: { version: integer('Its version.').required() },
    run: async (context, { step, language_code, subject, body }) => {
      const version = await saveText(context, { step, language: language_code }, { subject, body })
      await auditChange(context, 'letter_text_saved', { step, language_code, version: String(version) })
      return { version }
    },
  }),
  take_back: call({
    method: 'POST',
    path: '/console/letter_texts/take_back',
    reach: 'administration',
    description: 'Has the text of the house count again; the own one stays among the versions.',
    body: key,
    answer: { version: integer('The version from which it counts.').required() },
    run: async (context, { step, language_code }) => {
      const version = await takeBackText(context, { step, language: language_code })
      await auditChange(context, 'letter_text_taken_back', { step, language_code, version: String(version) })
      return { version }
    },
  }),
}

const nothing_shown = {
  ...{ invoice_id: null, seen_with: null, next_invoice_id: null, subject: null, text: null, html: null },
  ...{ content: null, values: [] },
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
async function invoicesToShow(
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
    join debtors d on d.administration_id = i.administration_id and d.id = i.debtor_id
    order by i.due_date, i.id`.execute(db)
  if (invoice_id !== null && rows[0]?.id !== invoice_id) refuse('not_found', 'There is no such open invoice.')
  return { shown: rows[0], next: rows[1] }
}
