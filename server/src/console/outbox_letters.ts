import type { Kysely } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { refuse } from '../api/errors.ts'
import { boolean, date, id, integer, jsonList, listOf, money, oneOf, text, textList } from '../api/field.ts'
import type { Tables } from '../db/schema.ts'
import type { Day } from '../domain/days.ts'
import { amountText, sumOf } from '../domain/money.ts'
import type { Decision, Letter } from '../follow_up/decide/decision.ts'
import { knownDebtor, refuseUnknownDebtor } from '../follow_up/known_debtor.ts'
import { decideNow } from '../follow_up/outbox/decide_now.ts'
import { previewLetter } from '../follow_up/outbox/preview.ts'
import { outlookOf } from '../follow_up/outbox/record.ts'
import { type Waiting, waitingOf } from '../follow_up/outbox/release.ts'
import { letterPdf, type OpenBytes } from '../letters/rendering/pdf.ts'
import { channels } from '../resources/steps.ts'
import { step_names } from './next_step.ts'
import { paper_pages, paperPages } from './paper_pages.ts'

const member = {
  family: oneOf(['invoices', 'credit_cases'], 'What kind of record it is.').required(),
  id: id('The record.').required(),
  number: text('Number of the invoice or case.').required(),
  due_date: date('Due date of the invoice.'),
  amount: money('What is open of it, with costs.'),
  performs: oneOf(step_names, 'The step that is done for it; empty where it is only named.'),
}

/** What a letter says that was decided and is not sent yet, as it would go out. */
export const written_letter = {
  step: oneOf(step_names, 'The step that gives the text.').required(),
  approval_needed: boolean('Whether the flow asks for a person.').required(),
  channel: oneOf(channels, 'How it would go out.'),
  language_code: text('Language, ISO 639-1.'),
  flow_code: text('Flow that asks for it.'),
  currency_code: text('Currency, ISO 4217.'),
  amount: money('What it asks for.'),
  charged_amount: money('Costs that are charged with it.'),
  term_days: integer('How many days it gives.'),
  due_since: date('Since when it is due.'),
  text_version: integer('Version of the own text; 0 is the text of the house.'),
  recipients: textList('Addresses of mail, or the lines of a postal address.').required(),
  subject: text('Subject.'),
  text: text('What it says, without layout.'),
  html: text('What it says, as a page.'),
  attached: textList('Names of the documents that go along.').required(),
}

const waiting_letter = {
  key: text('Names it while it waits.').required(),
  is_letter: boolean('Whether something is sent; opening a case and handing it over send nothing.').required(),
  ...written_letter,
  members: listOf(member, 'What it is about.').required(),
  because: jsonList('What the day rests on, as codes with their facts.').required(),
}

/** What waits of one debtor, decided at this moment, and written as it would go out. */
export const waitingLetters = (openFile: OpenBytes): Actions => ({
  show: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/outbox/debtors/{debtor_id}',
    reach: 'member',
    description: 'Decides anew about a debtor, and shows what waits as it would go out.',
    body: { debtor_id: id('Debtor.').required() },
    answer: {
      debtor_id: id('Debtor.').required(),
      debtor_name: text('Name of the debtor.').required(),
      letters: listOf(waiting_letter, 'What waits; empty when nothing does any more.').required(),
    },
    run: async ({ db, administration_id, today, base_url }, { debtor_id }) => {
      const { name } = await knownDebtor({ db, administration_id }, debtor_id)
      const found = await waitingFor({ db, administration_id, today }, debtor_id)
      const letters = []
      for (const waiting of found.waiting) {
        letters.push({
          ...(await shownLetter({ db, administration_id, base_url }, waiting, found)),
          members: await shownMembers(db, administration_id, waiting),
        })
      }
      return { debtor_id, debtor_name: name, letters }
    },
  }),

  document: call({
    method: 'POST',
    path: '/console/administrations/{administration_id}/outbox/debtors/{debtor_id}/document',
    reach: 'member',
    description: 'Prints what waits as a PDF, as it would go out now.',
    body: { debtor_id: id('Debtor.').required(), letter_key: text('The letter.').required() },
    answer: { content: text('The bytes of the PDF, in Base64.').required(), pages: paper_pages.required() },
    run: async ({ db, administration_id, today, base_url }, { debtor_id, letter_key }) => {
      await knownDebtor({ db, administration_id }, debtor_id)
      const { waiting } = await waitingFor({ db, administration_id, today }, debtor_id)
      const letter = waiting.find(({ key }) => key === letter_key)?.letter ?? refuseGone()
      const preview = await previewLetter(db, { administration_id, base_url }, letter)
      const content = (await letterPdf(preview.letter, openFile)).toString('base64')
      return { content, pages: await paperPages(preview.letter, openFile) }
    },
  }),
})

const refuseGone = (): never => refuse('not_found', 'This letter does not wait any more; look again.')

type Found = { waiting: Waiting[]; decision: Decision }

async function waitingFor(
  place: { db: Kysely<Tables>; administration_id: string; today: Day },
  debtor_id: string,
): Promise<Found> {
  const { decisions } = await decideNow(place, [debtor_id])
  const decision = decisions.get(debtor_id) ?? refuseUnknownDebtor()
  return { waiting: waitingOf(decision), decision }
}

type Place = { db: Kysely<Tables>; administration_id: string; base_url: string }

async function shownLetter(place: Place, { key, step, letter, members }: Waiting, found: Found) {
  const [first] = members
  const because = (first && outlookOf(found.decision, first)?.because) ?? []
  const shared = { key, step, because: because.map((one) => ({ ...one })) }
  if (letter === null) return { ...shared, is_letter: false, approval_needed: true, recipients: [], attached: [] }
  return { ...shared, is_letter: true, ...(await writtenAs(place, letter)) }
}

/** A letter as it would go out, with what was decided about it. */
export const writtenAs = async (place: Place, letter: Letter) => ({
  ...decided(letter),
  ...(await written(place, letter)),
})

const decided = (letter: Letter) => ({
  approval_needed: letter.approval === 'needed',
  ...{ channel: letter.channel, language_code: letter.language_code, flow_code: letter.flow_code },
  ...{ currency_code: letter.currency_code, term_days: letter.term_days, due_since: letter.due_since },
  amount: amountText(sumOf([letter.amount, ...letter.charges.map(({ amount }) => amount)])),
  charged_amount: letter.charges.length > 0 ? amountText(sumOf(letter.charges.map(({ amount }) => amount))) : null,
})

async function written({ db, ...rendering }: Place, letter: Letter) {
  const {
    subject,
    text: plain,
    html,
    text_version,
    recipients,
    attachments,
  } = await previewLetter(db, rendering, letter)
  const named = recipients.flatMap((one) => (one.kind === 'post' ? [one.name, ...one.address] : [one.email_address]))
  return {
    subject,
    text: plain,
    html,
    text_version,
    recipients: named,
    attached: attachments.map((one) => one.filename),
  }
}

/** Members with their numbers, and invoices that an ordinary letter only names. */
async function shownMembers(db: Kysely<Tables>, administration_id: string, { letter, members }: Waiting) {
  const named = (letter?.items ?? []).filter(({ performs }) => performs === null).map(({ invoice_id }) => invoice_id)
  const ids = [...members.filter(({ family }) => family === 'invoices').map((one) => one.id), ...named]
  const invoices = await db
    .selectFrom('invoices')
    .select(['id', 'invoice_number', 'due_date'])
    .where('administration_id', '=', administration_id)
    .where('id', 'in', [...ids, '0'])
    .orderBy('due_date')
    .execute()
  const amounts = new Map(letter?.items.map((one) => [one.invoice_id, amountText(one.open_amount + one.costs_open)]))
  const cases = await db
    .selectFrom('credit_cases')
    .select(['id', 'credit_case_number'])
    .where('administration_id', '=', administration_id)
    .where('id', 'in', [...members.filter(({ family }) => family === 'credit_cases').map((one) => one.id), '0'])
    .execute()
  const performs = new Map(members.map((one) => [`${one.family} ${one.id}`, one.step]))
  return [
    ...cases.map((one) => ({
      ...{ family: 'credit_cases' as const, id: one.id, number: one.credit_case_number },
      performs: performs.get(`credit_cases ${one.id}`) ?? null,
    })),
    ...invoices.map((one) => ({
      ...{ family: 'invoices' as const, id: one.id, number: one.invoice_number, due_date: one.due_date },
      ...{ amount: amounts.get(one.id) ?? null, performs: performs.get(`invoices ${one.id}`) ?? null },
    })),
  ]
}
