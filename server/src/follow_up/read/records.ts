import { type Kysely, type RawBuilder, sql } from 'kysely'
import { kept_plan } from '../../db/kept_plans.ts'
import type { Tables } from '../../db/schema.ts'
import type { Day } from '../../domain/days.ts'
import { settingsOf } from '../../settings/store.ts'
import { hasOpen } from '../outstanding.ts'
import { columnsOf, isYes, orNull, packed, unpacked } from './packed.ts'
import { dayOf, idList, ofPortion, type Portion, past_days, withIds } from './portion.ts'
import { type Addresses, nothing_came_back, type Undeliverable } from './recipients.ts'

export type DebtorRow = Addresses & {
  id: string
  country_code: string
  is_company: boolean | null
  has_register_number: boolean
  latest_ordinary_letter_on: Day | null
  latest_legal_letter_on: Day | null
  /** When the latest letter to it was made that goes by post. */
  latest_post_at: string | null
}

/** Moments as texts that sort in their order. */
const moment_format = sql.lit('YYYY-MM-DD"T"HH24:MI:SS.US')

/** Lists are slow to read, so the addresses come one by one. */
type ReadDebtor = Omit<DebtorRow, 'mail_addresses'> & {
  [name in 'reminder_email_address' | 'primary_email_address' | 'invoice_email_address']: string | null
}

const country = (address: string) => sql`coalesce(nullif(d.country_code, ''), nullif(${sql.ref(address)}, ''), '')`

/** When the latest letter by post was made is only asked for where mail came back: nobody else needs to know. */
export async function readDebtors(
  db: Kysely<Tables>,
  portion: Portion,
  { since }: Undeliverable,
): Promise<DebtorRow[]> {
  const { administration_id } = portion
  const latest_post_at =
    since.size === 0
      ? sql`null`
      : sql`(
          select max(to_char(l.created_at at time zone 'UTC', ${moment_format})) from letters l
          where l.administration_id = ${administration_id}::bigint and l.debtor_id = d.id and l.channel = 'post'
            and l.status in ('waiting', 'underway', 'sent'))`
  const { rows } = await sql<ReadDebtor>`
    ${withIds(portion)} select d.id::text, ${country('d.postal_address_country_code')} as country_code, d.is_company,
           coalesce(d.coc_number, '') <> '' or coalesce(d.vat_number, '') <> '' as has_register_number,
           nullif(d.language_code, '') as language_code,
           d.reminder_email_address, d.primary_email_address, d.invoice_email_address,
           nullif(d.postal_address_street_1, '') as street, nullif(d.postal_address_city, '') as city,
           latest.ordinary as latest_ordinary_letter_on, latest.legal as latest_legal_letter_on,
           ${latest_post_at} as latest_post_at
    from debtors d left join (
      -- Letters that never went out, or came back, keep nobody waiting.
      select l.debtor_id, max(coalesce(l.sent_on, l.day)) filter (where not l.legal)::text as ordinary,
             max(coalesce(l.sent_on, l.day)) filter (where l.legal)::text as legal
      from letters l
      where ${ofPortion('l', portion)} and l.bundled and l.day > ${portion.today}::date - ${past_days}::integer
        and l.status in ('waiting', 'underway', 'sent')
      group by l.debtor_id) latest on latest.debtor_id = d.id
    where d.administration_id = ${administration_id}::bigint and d.id = any((select debtors from ids)::bigint[])
    order by d.id`.execute(db)
  return rows.map((row) => ({
    ...row,
    mail_addresses: [row.reminder_email_address, row.primary_email_address, row.invoice_email_address],
  }))
}

export type InvoiceRow = {
  id: string
  debtor_id: string
  currency_code: string
  payment_condition: string | null
  payment_method: string
  invoice_date: Day
  due_date: Day
  created_on: Day
  sent_on: Day | null
  open_amount: string
  costs_open: string
  /** Whether anything was paid or charged, so that it is worth reading what. */
  has_history: boolean
  has_document: boolean
  blocked_for: string[] | null
  /** Whether the row says of itself that something holds it. */
  has_holds: boolean
  credit_case_id: string | null
  contact_id: string | null
}

const costs = sql`i.administration_costs_open + i.interest_costs_open + i.debt_collection_costs_open`

type InvoiceValues = [
  ...[id: string, debtor_id: string, currency_code: string, payment_method: string, invoice_date: Day, due_date: Day],
  ...[created_on: Day, open_amount: string, costs_open: string, has_history: string, has_document: string],
  ...[has_holds: string, sent_on: Day, credit_case_id: string, contact_id: string],
]

type ReadInvoice = { values: string } & Pick<InvoiceRow, 'payment_condition' | 'blocked_for'>

const invoiceValues = (portion: Portion): RawBuilder<string> =>
  packed(
    [
      ...columnsOf('i', ['id', 'debtor_id', 'currency_code', 'payment_method', 'invoice_date', 'due_date']),
      dayOf('i.created_at', portion),
      ...columnsOf('i', ['open_amount']),
      costs,
      sql`i.open_amount <> i.total_amount or i.interest_costs_total <> 0 or i.debt_collection_costs_total <> 0`,
      sql`exists (select from invoice_documents x
        where x.administration_id = ${portion.administration_id}::bigint and x.invoice_id = i.id
          and x.kind = 'document')`,
      sql`coalesce(i.paused_at, i.blocked_at, i.write_refused_at, i.payment_undone_at) is not null`,
    ],
    [dayOf('i.sent_at', portion), ...columnsOf('i', ['active_credit_case_id', 'contact_id'])],
  )

/** The invoices of which something is open, in either direction. Those that are settled are not even passed by. */
export async function readInvoices(db: Kysely<Tables>, portion: Portion): Promise<InvoiceRow[]> {
  const open = hasOpen('i')
  const { rows } = await sql<ReadInvoice>`
    ${withIds(portion)}
    select ${invoiceValues(portion)} as values, i.payment_condition,
           case when i.blocked_at is not null then i.block_reasons end as blocked_for
    from (
      select * from invoices i where ${ofPortion('i', portion)} and i.book_open_amount <> 0 and ${open}
      union all
      select * from invoices i where ${ofPortion('i', portion)} and i.book_open_amount = 0 and ${open}
    ) i
    order by i.id`.execute(db)
  return rows.map(invoiceRow)
}

function invoiceRow({ values, payment_condition, blocked_for }: ReadInvoice): InvoiceRow {
  const value = unpacked<InvoiceValues>(values, 15)
  return {
    id: value[0],
    debtor_id: value[1],
    currency_code: value[2],
    payment_condition,
    payment_method: value[3],
    invoice_date: value[4],
    due_date: value[5],
    created_on: value[6],
    open_amount: value[7],
    costs_open: value[8],
    has_history: isYes(value[9]),
    has_document: isYes(value[10]),
    blocked_for,
    has_holds: isYes(value[11]),
    sent_on: orNull(value[12]),
    credit_case_id: orNull(value[13]),
    contact_id: orNull(value[14]),
  }
}

export type CaseRow = { id: string; debtor_id: string; currency_code: string; started_on: Day }

/** Cases that have not ended. */
export async function readCases(db: Kysely<Tables>, portion: Portion): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    ${withIds(portion)}
    select c.id, c.debtor_id::text, c.currency_code, ${dayOf('c.started_at', portion)} as started_on
    from credit_cases c where ${ofPortion('c', portion)} and c.deactivated_at is null
    order by c.id`.execute(db)
  return rows
}

export type SettledRow = { id: string; debtor_id: string; credit_case_id: string; currency_code: string; due_date: Day }

/** The invoices of running cases of which nothing is open any more. */
export async function readSettled(
  db: Kysely<Tables>,
  { administration_id }: Portion,
  case_ids: readonly string[],
): Promise<SettledRow[]> {
  if (case_ids.length === 0) return []
  const { rows } = await sql<SettledRow>`
    select i.id, i.debtor_id::text, i.active_credit_case_id::text as credit_case_id, i.currency_code,
           i.due_date::text
    from invoices i
    where i.administration_id = ${administration_id}::bigint and i.active_credit_case_id = any(${idList(case_ids)})
      and i.open_amount = 0 and ${costs} = 0
    order by i.id`.execute(db)
  return rows
}

type ContactRow = Addresses & { id: string }

/** The contacts to whom invoices of a portion are addressed. */
export async function readContacts(
  db: Kysely<Tables>,
  administration_id: string,
  ids: readonly string[],
): Promise<Map<string, Addresses>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<ContactRow>`
    select c.id::text, null as language_code,
           array[c.reminder_email_address, c.default_email_address, c.invoice_email_address] as mail_addresses,
           nullif(c.postal_address_street_1, '') as street, nullif(c.postal_address_city, '') as city
    from contacts c
    where c.administration_id = ${administration_id}::bigint and c.id = any(${idList(ids)})`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The addresses of an administration from which mail came back for good, in small letters. */
export async function readUndeliverable(db: Kysely<Tables>, administration_id: string): Promise<Undeliverable> {
  const { rows } = await sql<{ address: string; since: string }>`
    ${kept_plan} select lower(address) as address, to_char(since at time zone 'UTC', ${moment_format}) as since
    from undeliverable_addresses where administration_id = ${administration_id}::bigint`.execute(db)
  const since = new Map(rows.map((row) => [row.address, row.since]))
  // Mostly nothing came back, and then nobody needs to know what is to happen.
  if (since.size === 0) return nothing_came_back
  const { undeliverable_mail, backup_letters_stopped } = await settingsOf(db, administration_id)
  return { since, setting: backup_letters_stopped ? 'hold' : undeliverable_mail }
}
