import { type Kysely, type RawBuilder, sql } from 'kysely'
import { asTable } from '../../db/rows_as_table.ts'
import type { Tables } from '../../db/schema.ts'
import type { Day } from '../../domain/days.ts'
import type { Step } from '../../domain/steps.ts'
import type { Party } from '../../law/party.ts'
import type { LetterLook } from '../../letters/rendering/facts.ts'

/** Which letters, of which administration. */
export type Letters = { administration_id: string; letter_ids: readonly string[] }

/** The step of letters that perform none: somebody sent a debtor all that is open. */
export const statement_step = 'statement'

/** What was charged with a letter, by the payment that stands for it. */
export type NotedCharge = { invoice_id: string; payment_id: string; amount: string }

/** What was decided, as `perform/letters.ts` wrote it, and beside it what became of it (`stored.ts`). */
export type LetterData = {
  recipient: string
  currency_code: string
  text: string
  amount: string
  credit: string
  credit_case_id: string | null
  /** Whose law it was written under, to whom; absent in letters that follow no flow. */
  law?: string
  party?: Party
  /** The rule of the law that asks for this letter. */
  term_rule?: string | null
  stated_vat?: boolean
  /** The interest that it says will follow, where that is not the law's; absent in letters of earlier releases. */
  stated_interest?: string | null
  charges?: NotedCharge[]
}

export type PostalAddress = {
  street_1: string | null
  street_2: string | null
  postal_code: string | null
  city: string | null
  country_code: string | null
}

/** Fields with addresses of mail, each with those that get a copy. */
export type MailFields = {
  primary: string | null
  invoice: string | null
  invoice_cc: string | null
  invoice_bcc: string | null
  reminder: string | null
  reminder_cc: string | null
  reminder_bcc: string | null
}

export type LetterRow = {
  id: string
  debtor_id: string
  step: Step | typeof statement_step
  status: string
  channel: 'mail' | 'post'
  language_code: string
  day: Day
  term_days: number | null
  stated_costs: string | null
  created_at: string
  data: LetterData
  debtor: { name: string; debtor_number: string; relation_manager: string | null; public_token: string | null }
  debtor_address: PostalAddress
  debtor_mail: MailFields
  /** Whom the letter speaks to; its addresses count where the invoice names this contact. */
  contact: { firstname: string | null; infix: string | null; lastname: string | null } | null
  contact_address: PostalAddress
  contact_mail: MailFields
  case: { credit_case_number: string; public_token: string | null } | null
  items: ItemRow[]
}

/** The newest document of an invoice, if its bytes have arrived. */
export type InvoiceDocument = {
  file_id: string
  filename: string
  checksum: string
  content_type: string
  byte_size: number
}

export type ItemRow = {
  letter_id: string
  invoice_id: string
  performs: Step | null
  /** What it was when the letter was decided, and what it is now: principal, and costs beside it. */
  amount: string
  open_amount: string
  costs_open: string
  invoice_number: string
  order_number: string | null
  due_date: Day
  public_token: string | null
  document: InvoiceDocument | null
}

const address = (row: string): RawBuilder<unknown> => {
  const column = (name: string) => sql.ref(`${row}.postal_address_${name}`)
  return sql`json_build_object('street_1', ${column('street_1')}, 'street_2', ${column('street_2')},
    'postal_code', ${column('postal_code')}, 'city', ${column('city')}, 'country_code', ${column('country_code')})`
}

const mail = (row: string, primary: string): RawBuilder<unknown> => {
  const column = (name: string) => sql.ref(`${row}.${name}_address`)
  return sql`json_build_object('primary', ${column(primary)}, 'invoice', ${column('invoice_email')},
    'invoice_cc', ${column('invoice_cc_email')}, 'invoice_bcc', ${column('invoice_bcc_email')},
    'reminder', ${column('reminder_email')}, 'reminder_cc', ${column('reminder_cc_email')},
    'reminder_bcc', ${column('reminder_bcc_email')})`
}

/** A letter that is decided and not performed yet. */
export type Draft = Pick<
  LetterRow,
  'debtor_id' | 'step' | 'channel' | 'language_code' | 'day' | 'term_days' | 'stated_costs' | 'data'
> & {
  /** `charged`: costs that are posted when it is performed. */
  items: (Pick<ItemRow, 'invoice_id' | 'performs' | 'amount'> & { charged: string })[]
}

/** Where letters and their items are read from, as the tables have them. */
type Source = { letters: RawBuilder<unknown>; items: RawBuilder<unknown> }

/** Everything that some letters are written from, by id. */
export function readLetters(db: Kysely<Tables>, { administration_id, letter_ids }: Letters): Promise<LetterRow[]> {
  const ids = sql`${[...letter_ids]}::bigint[]`
  return readRows(db, administration_id, {
    letters: sql`(select * from letters where administration_id = ${administration_id}::bigint and id = any(${ids}))`,
    items: sql`(
      select letter_id, invoice_id, performs, amount, 0::numeric as charged from letter_items
      where administration_id = ${administration_id}::bigint and letter_id = any(${ids}))`,
  })
}

/** The same of a letter that is not in the tables yet: it is read by the same statement as one that is sent. */
export async function readDraft(db: Kysely<Tables>, administration_id: string, draft: Draft): Promise<LetterRow> {
  const { items, ...letter } = draft
  const letters = [{ ...letter, id: '0', status: 'waiting' }]
  const [row] = await readRows(db, administration_id, {
    letters: sql`(
      select x.*, now() as created_at from ${asTable('x', letters, {
        ...{ id: 'bigint', debtor_id: 'bigint', step: 'text', status: 'text', channel: 'text', language_code: 'text' },
        ...{ day: 'date', term_days: 'integer', stated_costs: 'numeric', data: 'jsonb' },
      })})`,
    items: sql`(
      select 0 as letter_id, x.* from ${asTable('x', items, {
        ...{ invoice_id: 'bigint', performs: 'text', amount: 'numeric', charged: 'numeric' },
      })})`,
  })
  if (!row) throw new Error(`There is no debtor ${draft.debtor_id}.`)
  return row
}

async function readRows(db: Kysely<Tables>, administration_id: string, source: Source): Promise<LetterRow[]> {
  const { rows } = await sql<Omit<LetterRow, 'items'>>`
    select l.id::text, l.debtor_id::text, l.step, l.status, l.channel, l.language_code, l.day::text, l.term_days,
           l.stated_costs::text, l.created_at::text, l.data,
           json_build_object('name', d.name, 'debtor_number', d.debtor_number, 'relation_manager', d.relation_manager,
                             'public_token', d.public_token) as debtor,
           ${address('d')} as debtor_address, ${mail('d', 'primary_email')} as debtor_mail,
           case when c.id is not null then json_build_object('firstname', c.firstname, 'infix', c.infix,
                                                             'lastname', c.lastname) end as contact,
           ${address('c')} as contact_address, ${mail('c', 'default_email')} as contact_mail,
           case when k.id is not null then json_build_object('credit_case_number', k.credit_case_number,
                                                             'public_token', k.public_token) end as "case"
    from ${source.letters} l
    join debtors d on d.administration_id = ${administration_id}::bigint and d.id = l.debtor_id
    left join contacts c on c.administration_id = ${administration_id}::bigint and c.id = coalesce(
      case when l.data->>'recipient' like 'contact %' then substr(l.data->>'recipient', 9)::bigint end, d.contact_id)
    left join credit_cases k on k.administration_id = ${administration_id}::bigint
      and k.id = (l.data->>'credit_case_id')::bigint
    order by l.id`.execute(db)
  const items = Map.groupBy(await readItems(db, administration_id, source), ({ letter_id }) => letter_id)
  return rows.map((row) => ({ ...row, items: items.get(row.id) ?? [] }))
}

async function readItems(db: Kysely<Tables>, administration_id: string, source: Source): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select t.letter_id::text, t.invoice_id::text, t.performs, t.amount::text, i.open_amount::text,
           (i.administration_costs_open + i.interest_costs_open + i.debt_collection_costs_open + t.charged)::text
             as costs_open,
           i.invoice_number, coalesce(nullif(i.purchase_order_number, ''), nullif(i.order_number, '')) as order_number,
           i.due_date::text, i.public_token, to_json(brought) as document
    from ${source.items} t
    join invoices i on i.administration_id = ${administration_id}::bigint and i.id = t.invoice_id
    left join lateral (
      select x.file_id::text, x.filename, f.checksum, f.content_type, f.byte_size
      from invoice_documents x join files f on f.administration_id = ${administration_id}::bigint and f.id = x.file_id
      where x.administration_id = ${administration_id}::bigint and x.invoice_id = i.id and x.kind = 'document'
        and f.uploaded_at is not null
      order by x.id desc limit 1
    ) brought on true
    order by t.letter_id, i.due_date, i.invoice_number`.execute(db)
  return rows
}

/** Who writes: the administration, as its letters show it. */
export type CreditorRow = {
  name: string
  email_address: string
  registration_number: string
  street_name: string
  house_number: string
  postal_code: string
  city: string
  country_code: string
  bank_account_name: string | null
  bank_account_number: string | null
  bank_account_bic: string | null
  sandbox: boolean
  settings: unknown
  company_status: string
  /** The one that counts now. */
  logo: LetterLook['logo']
}

export async function readCreditor(db: Kysely<Tables>, administration_id: string): Promise<CreditorRow> {
  const { rows } = await sql<CreditorRow>`
    select a.name, a.email_address, a.commercial_registration_number as registration_number, a.street_name,
           a.house_number, a.postal_code, a.city, a.country_code, a.bank_account_name, a.bank_account_number,
           a.bank_account_bic, a.sandbox, a.settings, c.status as company_status,
           (
             select jsonb_build_object('file_id', f.id::text, 'checksum', f.checksum, 'filename', l.filename,
                                       'content_type', f.content_type)
             from administration_logos l
             join files f on f.administration_id = ${administration_id}::bigint and f.id = l.file_id
             where l.administration_id = ${administration_id}::bigint order by l.id desc limit 1) as logo
    from administrations a join companies c on c.id = a.company_id
    where a.id = ${administration_id}::bigint`.execute(db)
  if (!rows[0]) throw new Error(`There is no administration ${administration_id}.`)
  return rows[0]
}

export type OwnText = { step: string; language_code: string; version: number; subject: string; body: string }

/** The latest of the texts that an administration wrote itself. */
export async function readOwnTexts(db: Kysely<Tables>, administration_id: string): Promise<OwnText[]> {
  const { rows } = await sql<OwnText & { house: boolean }>`
    select distinct on (step, language_code) step, language_code, version, subject, body, house from letter_texts
    where administration_id = ${administration_id}::bigint
    order by step, language_code, version desc`.execute(db)
  // Where the text of the house was taken back, it is that of this release.
  return rows.filter(({ house }) => !house)
}
