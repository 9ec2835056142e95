import { type Kysely, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { checksum, id, integer, listOf, oneOf, text, textList } from '../api/field.ts'
import type { Tables } from '../db/schema.ts'
import { userOf } from '../domain/actor.ts'
import { addressesIn, usableAddresses } from '../letters/addresses.ts'
import { countingReplies } from '../letters/replies/own_replies.ts'
import { fillReply } from '../letters/replies/reply_texts.ts'
import { languageFor } from '../letters/words/letter_words.ts'
import { letter_languages } from '../settings/administration_settings.ts'
import { readSettings } from '../settings/store.ts'
import { factsOf, readDebtor, readInvoice } from './reply_facts.ts'

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
