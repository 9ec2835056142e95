import { type Kysely, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import type { MemberContext } from '../api/context.ts'
import { refuse } from '../api/errors.ts'
import { checksum, id, integer, listOf, oneOf, text, textList } from '../api/field.ts'
import type { Tables } from '../db/schema.ts'
import { userOf } from '../domain/actor.ts'
import type { Day } from '../domain/days.ts'
import { outstanding } from '../follow_up/outstanding.ts'
import { addressesIn, usableAddresses } from '../letters/addresses.ts'
import { sayAmount, sayDay } from '../letters/rendering/formats.ts'
import { countingReplies } from '../letters/replies/own_replies.ts'
import { fillReply, type ReplyFacts } from '../letters/replies/reply_texts.ts'
import { type Language, languageFor } from '../letters/words/letter_words.ts'
import { letter_languages } from '../settings/administration_settings.ts'
import { readSettings } from '../settings/store.ts'

/** More documents of a debtor nobody looks through while writing. */
const documents_max = 100

/** What somebody needs to write to a debtor. */
export const composer_calls: Actions = {
  show: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/composer/{debtor_id}',
    reach: 'member',
    description: 'Shows where mail to a debtor goes, texts to answer with filled in, and documents to send along.',
    body: {
      debtor_id: id('Debtor.').required(),
      invoice_id: id('Invoice that the mail is about; empty: the one that is overdue the longest fills texts in.'),
    },
    answer: {
      debtor_name: text('Name of the debtor.').required(),
      debtor_number: text('Number of the debtor.').required(),
      language_code: oneOf(letter_languages, 'Language that the debtor is written to in.').required(),
      email_addresses: textList('Where mail to the debtor goes; none when no address is known.').required(),
      undeliverable: textList('Addresses of the debtor from which mail came back.').required(),
      invoice_id: id('Invoice that the texts are filled in with.'),
      texts: listOf(
        {
          code: text('Name of the text.').required(),
          name: text('What people call it; empty for those of the house.'),
          subject: text('Subject, filled in.').required(),
          body: text('Text, filled in.').required(),
        },
        'Texts to answer with.',
      ).required(),
      documents: listOf(
        {
          invoice_id: id('Invoice.').required(),
          invoice_number: text('Number of the invoice.').required(),
          filename: text('Name of the file.').required(),
          byte_size: integer('How many bytes it has.').required(),
          checksum: checksum('By which it is sent along.').required(),
        },
        `PDFs of invoices, that of the invoice first, then open ones and the newest; at most ${documents_max}.`,
      ).required(),
    },
    run: async (context, { debtor_id, invoice_id }) => {
      const { db, administration_id } = context
      const debtor = await readDebtor(context, debtor_id)
      const language = languageFor(debtor.language_code, readSettings(debtor.settings).default_language)
      const invoice = await readInvoice(context, debtor_id, invoice_id ?? null)
      const facts = factsOf({ debtor, invoice, language, sender: userOf(context.actor).name ?? '' })
      const replies = await countingReplies({ db, administration_id }, language)
      const known = [debtor.primary, debtor.provided, debtor.reminder, debtor.invoice]
      const bounced = await undeliverable(db, administration_id, known)
      return {
        ...{ debtor_name: debtor.name, debtor_number: debtor.debtor_number, language_code: language },
        ...{ email_addresses: usableAddresses(known, new Set(bounced)), undeliverable: bounced },
        invoice_id: invoice?.id ?? null,
        texts: replies.map(({ code, name, ...one }) => ({ code, name, ...fillReply(one, facts) })),
        documents: await readDocuments(db, { administration_id, debtor_id, first: invoice?.id ?? null }),
      }
    },
  }),
}

type Debtor = {
  name: string
  debtor_number: string
  language_code: string | null
  primary: string | null
  provided: string | null
  reminder: string | null
  invoice: string | null
  contact_name: string | null
  creditor_name: string
  settings: Parameters<typeof readSettings>[0]
  overdue: { amount: string; currency_code: string }[]
}

async function readDebtor({ db, administration_id, today }: MemberContext, debtor_id: string): Promise<Debtor> {
  const { rows } = await sql<Debtor>`
    select d.name, d.debtor_number, d.language_code, d.primary_email_address as primary,
           d.debtor_provided_email_address as provided, d.reminder_email_address as reminder,
           d.invoice_email_address as invoice, a.name as creditor_name, a.settings,
           nullif(concat_ws(' ', nullif(c.firstname, ''), nullif(c.infix, ''), nullif(c.lastname, '')), '')
             as contact_name,
           array(select json_build_object('amount', sum(${outstanding('i')})::text, 'currency_code', i.currency_code)
                 from invoices i
                 where i.administration_id = ${administration_id}::bigint and i.debtor_id = d.id
                   and i.book_open_amount <> 0
                   and i.open_amount > 0 and i.due_date < ${today}::date
                 group by i.currency_code order by i.currency_code) as overdue
    from debtors d join administrations a on a.id = d.administration_id
    left join contacts c on c.administration_id = ${administration_id}::bigint and c.id = d.contact_id
    where d.administration_id = ${administration_id}::bigint and d.id = ${debtor_id}::bigint`.execute(db)
  return rows[0] ?? refuse('not_found', 'There is no such debtor.')
}

type Invoice = {
  id: string
  invoice_number: string
  order_number: string | null
  due_date: Day
  currency_code: string
  open: string
}

/** The invoice that is meant, or the one that is overdue the longest. */
async function readInvoice(
  { db, administration_id }: Pick<MemberContext, 'db' | 'administration_id'>,
  debtor_id: string,
  invoice_id: string | null,
): Promise<Invoice | null> {
  const which =
    invoice_id === null
      ? sql`and i.book_open_amount <> 0 and i.open_amount > 0 order by i.due_date, i.id limit 1`
      : sql`and i.id = ${invoice_id}::bigint`
  const { rows } = await sql<Invoice>`
    select i.id::text, i.invoice_number, coalesce(nullif(i.purchase_order_number, ''), nullif(i.order_number, ''))
             as order_number,
           i.due_date::text, i.currency_code, ${outstanding('i')}::text as open
    from invoices i
    where i.administration_id = ${administration_id}::bigint and i.debtor_id = ${debtor_id}::bigint ${which}`.execute(
    db,
  )
  if (!rows[0] && invoice_id !== null) refuse('not_found', 'There is no such invoice of this debtor.')
  return rows[0] ?? null
}

type Known = { debtor: Debtor; invoice: Invoice | null; language: Language; sender: string }

function factsOf({ debtor, invoice, language, sender }: Known): ReplyFacts {
  const overdue = debtor.overdue.map(({ amount, currency_code }) => sayAmount(amount, currency_code, language))
  return {
    'debtor.name': debtor.name,
    'debtor.number': debtor.debtor_number,
    'contact.name': debtor.contact_name,
    'invoice.number': invoice?.invoice_number ?? null,
    'invoice.order_number': invoice?.order_number ?? null,
    'invoice.due_date': invoice && sayDay(invoice.due_date, language),
    'invoice.open': invoice && sayAmount(invoice.open, invoice.currency_code, language),
    'total.overdue': overdue.join(' + ') || null,
    'sender.name': sender,
    'creditor.name': debtor.creditor_name,
  }
}

async function undeliverable(
  db: Kysely<Tables>,
  administration_id: string,
  fields: readonly (string | null)[],
): Promise<string[]> {
  const addresses = fields.flatMap((one) => (one ? addressesIn(one) : [])).map((one) => one.toLowerCase())
  const { rows } = await sql<{ address: string }>`
    select address from undeliverable_addresses
    where administration_id = ${administration_id}::bigint and address = any(${addresses}::text[])
    order by address`.execute(db)
  return rows.map(({ address }) => address)
}

type OfDebtor = { administration_id: string; debtor_id: string; first: string | null }
type Document = {
  invoice_id: string
  invoice_number: string
  filename: string
  byte_size: number
  checksum: string
}

async function readDocuments(
  db: Kysely<Tables>,
  { administration_id, debtor_id, first }: OfDebtor,
): Promise<Document[]> {
  const { rows } = await sql<Document>`
    select i.id::text as invoice_id, i.invoice_number, o.filename, f.byte_size::integer, f.checksum
    from invoices i
    cross join lateral (
      select d.filename, d.file_id from invoice_documents d
      where d.administration_id = ${administration_id}::bigint and d.invoice_id = i.id and d.kind = 'document'
      order by d.id desc limit 1) o
    join files f on f.administration_id = ${administration_id}::bigint and f.id = o.file_id
      and f.uploaded_at is not null
    where i.administration_id = ${administration_id}::bigint and i.debtor_id = ${debtor_id}::bigint
    order by (i.id = ${first}::bigint) desc nulls last, (i.open_amount > 0) desc, i.invoice_date desc, i.id desc
    limit ${documents_max}::integer`.execute(db)
  return rows
}
