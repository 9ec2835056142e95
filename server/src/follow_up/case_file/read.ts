import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type CaseKey, invoicesOfCase } from '../../db/case_invoices.ts'
import type { Tables } from '../../db/schema.ts'
import type { Day } from '../../domain/days.ts'
import type { Step } from '../../domain/steps.ts'
import { readSettings } from '../../settings/store.ts'
import type { CaseCalculation } from '../case_claim/calculation.ts'
import { readCaseCalculation } from '../case_claim/read.ts'
import { named_max } from '../send/letter_facts.ts'
import type { statement_step } from '../send/rows.ts'
import { type Claim, type ClaimInvoice, type ClaimMovement, claimOf } from './claim.ts'

/** Everything that is known of a case and may be handed over. What colleagues noted for themselves is not in it. */
export type CaseFile = {
  language: 'nl' | 'en' | 'de' | 'fr'
  today: Day
  creditor: { name: string; address: string[]; numbers: PartyNumbers; email_address: string }
  debtor: { name: string; debtor_number: string; address: string[]; numbers: PartyNumbers; contact: string[] }
  credit_case_number: string
  currency_code: string
  started_on: Day
  claim: Claim
  calculation: CaseCalculation
  documents: readonly FileDocument[]
  letters: readonly FileLetter[]
  messages: readonly FileMessage[]
  happenings: readonly Happening[]
}

/** By what a party is known to others. */
export type PartyNumbers = { register: string | null; vat: string | null }

/** A file that lies in the store; `about` is the number of the invoice, or the message, that it belongs to. */
export type FileDocument = { about: string; kind: string; filename: string; checksum: string; byte_size: number }

export type FileLetter = {
  id: string
  step: Step | typeof statement_step
  channel: 'mail' | 'post'
  day: Day
  status: 'sent' | 'bounced' | 'underway'
  sent_at: string | null
  received_on: Day | null
  recipients: Record<string, unknown>[]
  subject: string | null
  text: string | null
  html: string | null
  proof: Record<string, unknown> | null
  message_header_id: string | null
  filename: string | null
  file_checksum: string | null
  /** All that it was about, where there were more than it names; otherwise null. */
  invoice_numbers: string | null
}

export type FileMessage = {
  id: string
  sender_type: 'creditor' | 'debtor'
  subject: string | null
  content: string
  at: string
  /** Where the creditor is. */
  day: Day
  about: string | null
  /** What came or went with it. */
  attachments: readonly { filename: string; checksum: string }[]
}

/** Something that was done or said, for the timeline. */
export type Happening = { day: Day; about: string } & (
  | { kind: 'step'; name: Step }
  | { kind: 'promise'; name: 'open' | 'kept' | 'broken' | 'withdrawn' }
  | { kind: 'dispute'; name: 'open' | 'credited' | 'corrected' | 'rejected' | 'lapsed' }
)

/** Everything about a case; its claim is that of today, unless another day is asked for. */
export async function readCaseFile(db: Kysely<Tables>, key: CaseKey, today: Day, on = today): Promise<CaseFile | null> {
  const head = await readHead(db, key)
  const calculation = await readCaseCalculation(db, key, on)
  if (!head || !calculation) return null
  const invoices = await readInvoices(db, key)
  const ids = invoices.map(({ id }) => id)
  return {
    ...head,
    today,
    calculation,
    claim: claimOf(invoices, await readMovements(db, key, ids)),
    documents: await readDocuments(db, key, ids),
    letters: await readLetters(db, key, ids),
    messages: await readMessages(db, key, ids),
    happenings: await readHappenings(db, key, ids),
  }
}

type Head = Omit<CaseFile, 'today' | 'claim' | 'calculation' | 'documents' | 'letters' | 'messages' | 'happenings'>

async function readHead(db: Kysely<Tables>, { administration_id, credit_case_id }: CaseKey): Promise<Head | null> {
  const row = await db
    .selectFrom('credit_cases as c')
    .innerJoin('administrations as a', 'a.id', 'c.administration_id')
    .innerJoin('debtors as d', (on) =>
      on.onRef('d.administration_id', '=', 'c.administration_id').onRef('d.id', '=', 'c.debtor_id'),
    )
    .select(['c.credit_case_number', 'c.currency_code', 'a.settings', 'a.name', 'a.street_name', 'a.house_number'])
    .select(['a.postal_code', 'a.city', 'a.country_code', 'a.commercial_registration_number', 'a.vat_number'])
    .select(['a.email_address', 'd.name as debtor_name', 'd.debtor_number', 'd.postal_address_street_1 as street_1'])
    .select(['d.postal_address_street_2 as street_2', 'd.postal_address_postal_code as debtor_postal_code'])
    .select(['d.postal_address_city as debtor_city', 'd.postal_address_country_code as debtor_country', 'd.coc_number'])
    .select(['d.vat_number as debtor_vat_number', 'd.primary_email_address', 'd.call_phone_number'])
    .select(sql<Day>`(c.started_at at time zone a.timezone)::date::text`.as('started_on'))
    .where('c.administration_id', '=', administration_id)
    .where('c.id', '=', credit_case_id)
    .executeTakeFirst()
  if (!row) return null
  const lines = (...texts: (string | null)[]): string[] => texts.flatMap((text) => text?.trim() || [])
  const { credit_case_number, currency_code, started_on, debtor_number, name, email_address } = row
  return {
    ...{ credit_case_number, currency_code, started_on, language: readSettings(row.settings).default_language },
    creditor: {
      ...{ name, email_address },
      address: lines(`${row.street_name} ${row.house_number}`, `${row.postal_code} ${row.city}`, row.country_code),
      numbers: { register: row.commercial_registration_number, vat: row.vat_number },
    },
    debtor: {
      ...{ name: row.debtor_name, debtor_number },
      address: lines(
        ...[row.street_1, row.street_2, `${row.debtor_postal_code ?? ''} ${row.debtor_city}`, row.debtor_country],
      ),
      numbers: { register: row.coc_number, vat: row.debtor_vat_number },
      contact: lines(row.primary_email_address, row.call_phone_number),
    },
  }
}

async function readInvoices(db: Kysely<Tables>, key: CaseKey): Promise<ClaimInvoice[]> {
  const { rows } = await sql<ClaimInvoice>`
    select i.id::text, i.invoice_number, i.order_number, i.invoice_date::text, i.due_date::text, i.total_amount::text,
           i.open_amount::text
    from (${invoicesOfCase(key)}) own
    join invoices i on i.administration_id = ${key.administration_id}::bigint and i.id = own.id
    order by i.due_date, i.id`.execute(db)
  return rows
}

const among = (column: string, { administration_id }: CaseKey, ids: readonly string[]): RawBuilder<boolean> =>
  sql`${sql.ref(`${column.split('.')[0]}.administration_id`)} = ${administration_id}::bigint
    and ${sql.ref(column)} = any(${[...ids]}::bigint[])`

/** What was entered and taken back again is left out. */
async function readMovements(db: Kysely<Tables>, key: CaseKey, ids: readonly string[]): Promise<ClaimMovement[]> {
  const type = sql`case e.kind when 'payment' then e.transaction_type end`
  const { rows } = await sql<ClaimMovement>`
    select e.kind, i.invoice_number, max(e.entry_date)::text as day, e.cost_type, ${type} as transaction_type,
           sum(e.amount)::text as amount, max(p.description) as description
    from ledger_entries e
    join invoices i on i.administration_id = ${key.administration_id}::bigint and i.id = e.invoice_id
    left join payments p on p.administration_id = ${key.administration_id}::bigint and p.id = e.payment_id
    where ${among('e.invoice_id', key, ids)}
    group by e.kind, i.invoice_number, e.cost_type, ${type},
             coalesce(case e.kind when 'charge' then p.reverses_payment_id end, e.payment_id, - e.id)
    having sum(e.amount) <> 0
    order by day, i.invoice_number, min(e.id)`.execute(db)
  return rows
}

async function readDocuments(db: Kysely<Tables>, key: CaseKey, ids: readonly string[]): Promise<FileDocument[]> {
  const { rows } = await sql<FileDocument>`
    select i.invoice_number as about, d.kind, d.filename, f.checksum, f.byte_size::float8 as byte_size
    from invoice_documents d
    join invoices i on i.administration_id = ${key.administration_id}::bigint and i.id = d.invoice_id
    join files f on f.administration_id = ${key.administration_id}::bigint and f.id = d.file_id
    where ${among('d.invoice_id', key, ids)} and f.uploaded_at is not null
    order by i.due_date, i.id, d.id`.execute(db)
  return rows
}

/** Every letter that names one of the invoices; the letters of a case do so too. */
async function readLetters(db: Kysely<Tables>, key: CaseKey, ids: readonly string[]): Promise<FileLetter[]> {
  const { rows } = await sql<FileLetter>`
    select l.id::text, l.step, l.channel, l.day::text, l.status, l.sent_at, l.received_on::text, l.recipients,
           l.subject, l.text, l.html, l.proof, l.message_header_id, l.filename, f.checksum as file_checksum, (
             select string_agg(i.invoice_number, ', ' order by i.due_date, i.invoice_number) from letter_items n
             join invoices i on i.administration_id = ${key.administration_id}::bigint and i.id = n.invoice_id
             where n.administration_id = ${key.administration_id}::bigint and n.letter_id = l.id
             having count(*) > ${named_max}) as invoice_numbers
    from letters l
    left join files f on f.administration_id = ${key.administration_id}::bigint and f.id = l.file_id
    where l.administration_id = ${key.administration_id}::bigint and l.status in ('sent', 'bounced', 'underway')
      and l.id in (select n.letter_id from letter_items n where ${among('n.invoice_id', key, ids)})
    order by l.day, l.id`.execute(db)
  return rows
}

/** What was written to and fro about the case, its invoices, or the debtor as a whole. */
async function readMessages(db: Kysely<Tables>, key: CaseKey, ids: readonly string[]): Promise<FileMessage[]> {
  const { administration_id, credit_case_id } = key
  const of = sql`select id from messages where administration_id = ${administration_id}::bigint`
  const at = sql`coalesce(m.received_at, m.sent_at, m.created_at)`
  const { rows } = await sql<FileMessage>`
    select m.id::text, m.sender_type, m.subject, m.content, ${at} as at,
           (${at} at time zone a.timezone)::date::text as day, i.invoice_number as about,
           array(select json_build_object('filename', n.filename, 'checksum', f.checksum) from message_attachments n
                 join files f on f.administration_id = ${administration_id}::bigint and f.id = n.file_id
                 where n.administration_id = ${administration_id}::bigint and n.message_id = m.id
                   and f.uploaded_at is not null
                 order by n.id) as attachments
    from messages m
    join administrations a on a.id = m.administration_id
    left join invoices i on i.administration_id = ${administration_id}::bigint and i.id = m.invoice_id
    where m.administration_id = ${administration_id}::bigint and m.id in (
      ${of} and credit_case_id = ${credit_case_id}::bigint
      union ${of} and invoice_id = any(${[...ids]}::bigint[])
      union ${of} and invoice_id is null and credit_case_id is null and debtor_id = (
        select debtor_id from credit_cases
        where administration_id = ${administration_id}::bigint and id = ${credit_case_id}::bigint))
    order by at, m.id`.execute(db)
  return rows
}

/** Steps without a letter, promises and disputes; letters and messages are listed separately. */
async function readHappenings(db: Kysely<Tables>, key: CaseKey, ids: readonly string[]): Promise<Happening[]> {
  const { administration_id, credit_case_id } = key
  const { rows } = await sql<Happening>`
    select s.day::text, 'step' as kind, s.step as name, coalesce(i.invoice_number, '') as about
    from steps s left join invoices i on i.administration_id = ${administration_id}::bigint and i.id = s.invoice_id
    where s.administration_id = ${administration_id}::bigint and s.withdrawn_at is null and not s.skipped
      and s.letter_id is null
      and (s.invoice_id = any(${[...ids]}::bigint[]) or s.credit_case_id = ${credit_case_id}::bigint)
    union all
    select r.promised_on::text, 'promise', r.status, '' from promises r
    where r.administration_id = ${administration_id}::bigint and r.id in (
      select n.promise_id from promise_invoices n where ${among('n.invoice_id', key, ids)})
    union all
    select x.opened_on::text, 'dispute', coalesce(x.outcome, 'open'), i.invoice_number
    from disputes x join invoices i on i.administration_id = ${administration_id}::bigint and i.id = x.invoice_id
    where ${among('x.invoice_id', key, ids)}
    order by day, kind, name, about`.execute(db)
  return rows
}
