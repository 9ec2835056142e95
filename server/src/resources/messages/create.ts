import { sql } from 'kysely'
import { create } from '../../api/actions.ts'
import type { Context } from '../../api/context.ts'
import { refuse, refuseParameters } from '../../api/errors.ts'
import { checksum, fileList, type Input, key, listOf, object, text } from '../../api/field.ts'
import { addressesIn, usableAddresses } from '../../letters/addresses.ts'
import { mailMessage } from '../../letters/message.ts'
import { addresses_max, isAddress } from '../../mail/addresses.ts'
import { attach, attachments_max, checkAttachments } from './attachments.ts'
import { messages } from './messages.ts'

/** Much more than mail programs show, so that no software is surprised; a text is for the rest. */
export const subject_length_max = 1_000

const targets = {
  debtor_number: key('Number of the debtor.'),
  debtor_identifier: key('Key of the debtor in the accounting software.'),
  invoice_number: key('Number of the invoice.'),
  invoice_identifier: key('Key of the invoice in the accounting software.'),
  credit_case_number: key('Number of the credit case.'),
}

const message = {
  subject: messages.input.subject,
  body: text('Text; its lines stay as they are.').required(),
  email: text('To whom it goes, several with commas between; to the debtor unless given.'),
  cc_email: text('Who gets a copy, with commas between.'),
  bcc_email: text('Who gets a blind copy, with commas between.'),
  attachments: fileList(`Files to send along, at most ${attachments_max} of 10 MB each.`).atMost(attachments_max),
  files: listOf(
    {
      checksum: checksum('SHA3-512 of an uploaded file, in base64.').required(),
      filename: key('Name to show.').required(),
    },
    'Files to send along that were uploaded before; they count among the attachments.',
  ).atMost(attachments_max),
}

const body = { ...targets, message: object(message, 'The message.').required() }
type Body = Input<typeof body>

export const create_message = create(messages, {
  status: 200,
  summary: 'Send a message to a debtor',
  outcome: 'The message, which is on its way.',
  description:
    'Sends a message to a debtor, by mail. It is about the debtor, the invoice or the credit case that is named; ' +
    'where several are named, they belong to one debtor. The same message again is a second message. As long as the ' +
    'company is `unconfirmed`, it is refused.',
  body,
  example: {
    debtor_number: 'D1001',
    invoice_number: '2026-0117',
    message: {
      subject: 'Your invoice 2026-0117',
      body: 'Dear Robin,\n\nThank you for the first payment. EUR 100.00 is still open.',
      attachments: ['@statement.pdf'],
    },
  },
  refuses: ['not_found'],
  // Files are kept before the transaction, so that nobody waits for them.
  prepare: async (given) => {
    const problems = [...targetProblems(given), ...addressProblems(given), ...checkAttachments(given.message)]
    if (problems.length > 0) refuseParameters(problems)
    for (const file of given.message.attachments ?? []) await file.keep()
  },
  run: async (context, given) => {
    const about = await findTarget(context, given)
    const to = given.message.email ? addressesIn(given.message.email) : usableAddresses(about.email_addresses)
    if (to.length === 0) refuseParameters(['message.email: is missing, and the debtor has no address'])
    const id = await insert(context, given, about)
    const attachments = await attach(context, { id, debtor_id: about.debtor_id }, given.message)
    await mail(context, given, { message_id: id, language_code: about.language_code, to, attachments })
    return { id }
  },
})

function targetProblems(given: Body): string[] {
  const named = Object.keys(targets).some((name) => given[name as keyof typeof targets])
  return named ? [] : ['debtor_number: is missing, and nothing else says which debtor is meant']
}

function addressProblems({ message: { subject, email, cc_email, bcc_email } }: Body): string[] {
  const problems = subject.trim() === '' ? ['message.subject: is missing'] : []
  if (subject.length > subject_length_max)
    problems.push(`message.subject: must not be longer than ${subject_length_max} characters`)
  const given = { email, cc_email, bcc_email }
  for (const [name, value] of Object.entries(given)) {
    const wrong = value ? addressesIn(value).some((one) => !isAddress(one)) : false
    if (wrong) problems.push(`message.${name}: must be email addresses with commas between`)
  }
  const all = Object.values(given).flatMap((value) => (value ? addressesIn(value) : []))
  // The debtor's own address may come on top.
  if (all.length >= addresses_max) problems.push(`message.email: must not have ${addresses_max} addresses or more`)
  return problems
}

type Target = { name: keyof typeof targets; id: string; debtor_id: string }

type About = {
  debtor_id: string
  invoice_id: string | null
  credit_case_id: string | null
  language_code: string | null
  email_addresses: (string | null)[]
}

/** The records that are named; they must be there, and belong together. */
async function findTarget(context: Context, given: Body): Promise<About> {
  const { db, administration_id } = context
  const one = (name: keyof typeof targets): string | null => given[name] || null
  // People write the number of a case in groups of three.
  const case_number = one('credit_case_number')?.replaceAll(/\s/g, '') ?? null
  const { rows: named } = await sql<Target>`
    select 'debtor_number' as name, id, id as debtor_id from debtors
    where administration_id = ${administration_id}::bigint and debtor_number = ${one('debtor_number')}::text
    union all
    select 'debtor_identifier', id, id from debtors
    where administration_id = ${administration_id}::bigint and debtor_identifier = ${one('debtor_identifier')}::text
    union all
    select 'invoice_number', id, debtor_id from invoices
    where administration_id = ${administration_id}::bigint and invoice_number = ${one('invoice_number')}::text
    union all
    select 'invoice_identifier', id, debtor_id from invoices
    where administration_id = ${administration_id}::bigint and invoice_identifier = ${one('invoice_identifier')}::text
    union all
    select 'credit_case_number', id, debtor_id from credit_cases
    where administration_id = ${administration_id}::bigint and case_number = ${case_number}::text`.execute(db)
  // The keys of an object that has these.
  for (const name of Object.keys(targets) as (keyof typeof targets)[]) {
    if (one(name) && !named.some((row) => row.name === name)) {
      refuse('not_found', `There is no such ${name.replace(/_(number|identifier)$/, '').replace('_', ' ')}.`)
    }
  }
  const rows = withOneInvoice(named)
  const distinct = (ids: string[]): string[] => [...new Set(ids)]
  const invoices = distinct(rows.filter((row) => row.name.startsWith('invoice')).map(({ id }) => id))
  const debtors = distinct(rows.map(({ debtor_id }) => debtor_id))
  if (debtors.length > 1) refuseParameters(['debtor_number: what is named does not belong to one debtor'])
  if (invoices.length > 1) refuseParameters(['invoice_identifier: what is named is not one invoice'])
  const credit_case_id = rows.find((row) => row.name === 'credit_case_number')?.id ?? null
  const debtor_id = debtors[0] ?? ''
  const debtor = await db
    .selectFrom('debtors')
    .select(['language_code', 'primary_email_address', 'debtor_provided_email_address'])
    .select(['reminder_email_address', 'invoice_email_address'])
    .where('administration_id', '=', administration_id)
    .where('id', '=', debtor_id)
    .executeTakeFirstOrThrow()
  const { language_code, ...addresses } = debtor
  const email_addresses = Object.values(addresses)
  return { debtor_id, invoice_id: invoices[0] ?? null, credit_case_id, language_code, email_addresses }
}

/** Several invoices may share an identifier: the one is meant that agrees with whatever else is named. */
function withOneInvoice(named: readonly Target[]): readonly Target[] {
  const others = named.filter(({ name }) => name !== 'invoice_identifier')
  const shared = named.filter(({ name }) => name === 'invoice_identifier')
  if (shared.length < 2) return named
  const agreeing = shared.filter(({ id, debtor_id }) =>
    others.every((other) => other.debtor_id === debtor_id && (other.name !== 'invoice_number' || other.id === id)),
  )
  if (agreeing.length > 1) {
    refuseParameters(['invoice_identifier: belongs to more than one invoice; add its invoice_number'])
  }
  return agreeing.length === 1 ? [...others, ...agreeing] : named
}

async function insert(context: Context, { message }: Body, about: About): Promise<string> {
  const { db, administration_id, stamp, now } = context
  const { debtor_id, invoice_id, credit_case_id } = about
  const { id } = await db
    .insertInto('messages')
    .values({
      administration_id,
      sender_type: 'creditor',
      subject: message.subject,
      content: message.body,
      debtor_id,
      invoice_id,
      credit_case_id,
      sent_at: now.toISOString(),
      email: message.email ?? null,
      cc_email: message.cc_email ?? null,
      bcc_email: message.bcc_email ?? null,
      created_at: stamp,
      updated_at: stamp,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Sending = Pick<Parameters<typeof mailMessage>[1], 'message_id' | 'language_code' | 'to' | 'attachments'>

async function mail(context: Context, { message }: Body, sending: Sending): Promise<void> {
  const others = (value: string | null | undefined, before: readonly string[]): string[] =>
    value ? addressesIn(value).filter((one) => !before.includes(one)) : []
  const cc = others(message.cc_email, sending.to)
  const bcc = others(message.bcc_email, [...sending.to, ...cc])
  await mailMessage(context, { ...sending, subject: message.subject, text: message.body, cc, bcc })
}
