import { type Kysely, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { refuse, refuseParameters } from '../api/errors.ts'
import { boolean, date, dateTime, id, integer, listOf, money, object, oneOf, text } from '../api/field.ts'
import { fileUrl, linkUntil } from '../api/file_links.ts'
import { shownMoment } from '../db/moments.ts'
import type { Tables } from '../db/schema.ts'
import { addDays, type Day, readDay } from '../domain/days.ts'
import { amountText } from '../domain/money.ts'
import { cost_types, transaction_types } from '../domain/payments.ts'
import { calculation_fields, shownCalculation } from '../follow_up/case_claim/shown.ts'
import { documentedInvoices } from '../follow_up/case_file/document.ts'
import { calculationPdf } from '../follow_up/case_file/pdf.ts'
import { type CaseFile, readCaseFile } from '../follow_up/case_file/read.ts'
import { channels } from '../law/pack.ts'

type Key = { administration_id: string; credit_case_id: string }
type MadeFile = { id: string; kind: 'pdf' | 'zip'; filename: string; byte_size: number | null; made_at: string | null }

const dossier = {
  principal: money('What the invoices come to.').required(),
  invoices: listOf(
    {
      id: id('The invoice.').required(),
      invoice_number: text('Number.').required(),
      due_date: date('Due date.').required(),
      total_amount: money('Total.').required(),
      open_amount: money('What is open of it.').required(),
      has_document: boolean('Whether its document is there.').required(),
    },
    'Invoices of the case.',
  ).required(),
  parts: listOf(
    {
      cost_type: oneOf(cost_types, 'What was charged.').required(),
      total: money('What it comes to.').required(),
      lines: listOf(
        {
          day: date('Day of the charge.').required(),
          invoice_number: text('Invoice that it is on.').required(),
          rule: text('By which rule.'),
          amount: money('Amount.').required(),
        },
        'Each charge.',
      ).required(),
    },
    'Costs and interest, by their kind.',
  ).required(),
  settled: listOf(
    {
      day: date('Day.').required(),
      invoice_number: text('Invoice.').required(),
      transaction_type: oneOf(transaction_types, 'What it was.'),
      cost_type: oneOf(cost_types, 'What it settled.').required(),
      amount: money('Amount.').required(),
    },
    'What was paid, credited or written off.',
  ).required(),
  settled_total: money('What that comes to.').required(),
  calculation: object(calculation_fields, 'What the law makes of the case.').required(),
  total: money('What is to be paid.').required(),
  letters: listOf(
    {
      id: id('The letter.').required(),
      step: text('What it was sent for.').required(),
      channel: oneOf(channels, 'How it went out.').required(),
      day: date('Its day.').required(),
      status: oneOf(['sent', 'bounced', 'underway'], 'What became of it.').required(),
      received_on: date('Day of receipt, where that is proven.'),
      proven: boolean('Whether a proof of sending is kept.').required(),
    },
    'Every letter that names one of its invoices, the oldest first.',
  ).required(),
  messages: integer('Messages to and from the debtor.').required(),
  happenings: integer('Steps, promises and disputes.').required(),
  files: listOf(
    {
      id: id('Identifier.').required(),
      kind: oneOf(['pdf', 'zip'], 'The dossier, or everything.').required(),
      filename: text('Name.').required(),
      byte_size: integer('Size.'),
      made_at: dateTime('When it was made; null while that goes on.'),
      url: text('Link; good for four hours.'),
    },
    'The files that were made last, one of each kind.',
  ).required(),
}

const asked = {
  id: id('The credit case.').required(),
  on: date('Day up to which the claim is calculated, as if nothing came in until then; empty: today.'),
}

/** The claim of a case as it is handed over, what belongs to it, and the files that were made of it. */
export const caseDossierCalls = (link_key: Buffer): Actions => ({
  show: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/case_dossiers/{id}',
    reach: 'member',
    description: 'Shows the claim of a credit case with its calculation, which documents there are, and its files.',
    body: asked,
    answer: dossier,
    run: async ({ db, administration_id, today, base_url, real_now }, { id: credit_case_id, on }) => {
      const key = { administration_id, credit_case_id }
      const file = await fileOf(db, key, today, on)
      const until = linkUntil(real_now)
      const linkTo = (one: MadeFile): string =>
        fileUrl(base_url, link_key, { holder: 'case_files', administration_id, id: one.id, until })
      const files = await readFiles(db, key)
      return {
        ...shownClaim(file),
        calculation: shownCalculation(file.calculation),
        letters: file.letters.map(({ id: letter_id, step, channel, day, status, received_on, proof }) => ({
          ...{ id: letter_id, step, channel, day, status, received_on, proven: proof !== null },
        })),
        messages: file.messages.length,
        happenings: file.happenings.length,
        files: files.map((one) => ({ ...one, url: one.made_at === null ? null : linkTo(one) })),
      }
    },
  }),

  calculation: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/case_dossiers/{id}/calculation',
    reach: 'member',
    description: 'Prints how the claim of a credit case was worked out, up to a day.',
    body: asked,
    answer: { content: text('The bytes of the PDF, in Base64.').required() },
    run: async ({ db, administration_id, today }, { id: credit_case_id, on }) => {
      const file = await fileOf(db, { administration_id, credit_case_id }, today, on)
      return { content: (await calculationPdf(file)).toString('base64') }
    },
  }),
})

/** Further ahead nobody knows a rate. */
const ahead_days_max = 366

/** The case with its claim up to a day: today, or one ahead. What was open on a day that is over nobody kept. */
async function fileOf(db: Kysely<Tables>, key: Key, today: Day, on: string | null = null): Promise<CaseFile> {
  const day = on === null ? today : (readDay(on) ?? today)
  if (day < today || day > addDays(today, ahead_days_max))
    refuseParameters([`on: must be from today, ${today}, up to ${ahead_days_max} days ahead`])
  return (await readCaseFile(db, key, today, day)) ?? refuse('not_found', 'There is no such credit case.')
}

const shownClaim = (file: CaseFile, documented = documentedInvoices(file)) => ({
  principal: amountText(file.claim.principal),
  invoices: file.claim.invoices.map(({ id: invoice_id, invoice_number, due_date, total_amount, open_amount }) => ({
    ...{ id: invoice_id, invoice_number, due_date, total_amount, open_amount },
    has_document: documented.has(invoice_number),
  })),
  parts: file.claim.parts.map(({ cost_type, total, lines }) => ({
    ...{ cost_type, total: amountText(total) },
    lines: lines.map((line) => ({ ...line, amount: amountText(line.amount) })),
  })),
  settled: file.claim.settled.map(({ day, invoice_number, transaction_type, cost_type, cents }) => ({
    ...{ day, invoice_number, transaction_type, cost_type, amount: amountText(cents) },
  })),
  settled_total: amountText(file.claim.settled_total),
  total: amountText(file.claim.total),
})

async function readFiles(db: Kysely<Tables>, { administration_id, credit_case_id }: Key): Promise<MadeFile[]> {
  const { rows } = await sql<MadeFile>`
    select distinct on (c.kind) c.id::text, c.kind, c.filename, f.byte_size::float8 as byte_size,
           ${shownMoment('c.made_at')} as made_at
    from case_files c left join files f on f.administration_id = ${administration_id}::bigint and f.id = c.file_id
    where c.administration_id = ${administration_id}::bigint and c.credit_case_id = ${credit_case_id}::bigint
    order by c.kind, c.id desc`.execute(db)
  return rows
}
