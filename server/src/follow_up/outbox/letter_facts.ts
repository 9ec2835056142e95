import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import { addDays, type Day } from '../../domain/days.ts'
import { amountText, cents, sumOf } from '../../domain/money.ts'
import { usableAddresses } from '../../letters/addresses.ts'
import type { LetterFacts, LetterInvoice } from '../../letters/rendering/facts.ts'
import type { Language } from '../../letters/words/letter_words.ts'
import { readSettings } from '../../settings/store.ts'
import type { Letter } from '../decide/decision.ts'

/** What a letter would be about, before it is one. */
export type Draft = {
  administration_id: string
  base_url: string
  debtor_id: string
  /** The contact of the invoices, where they name one. */
  contact_id: string | null
  invoice_ids: readonly string[]
  language: Language
  channel: 'mail' | 'post'
  day: Day
  term_days: number | null
  charges: Letter['charges']
}

/** What a letter asks for where its flow gives no term. */
const usual_term_days = 14

type Row = Omit<LetterFacts['creditor'], 'bank_account' | 'address'> & {
  street: string
  place: string
  bank_account_name: string | null
  bank_account_number: string | null
  bank_account_bic: string | null
  settings: unknown
  debtor_name: string
  debtor_number: string
  debtor_address: (string | null)[]
  mail_addresses: (string | null)[]
  owner_name: string | null
  public_token: string | null
  contact_name: string | null
}

/** Reads what a letter is written from, and where it would go. */
export async function draftFacts(
  db: Kysely<Tables>,
  draft: Draft,
): Promise<{ facts: LetterFacts; recipients: string[] }> {
  const row = await readRow(db, draft)
  const invoices = await readInvoices(db, draft)
  const { language, channel, day, base_url, administration_id } = draft
  const days = draft.term_days ?? usual_term_days
  const { sender_email_address } = readSettings(row.settings)
  const portal_url = row.public_token && `${base_url}/portal/${administration_id}/debtors/${row.public_token}`
  const address = row.debtor_address.flatMap((one) => one?.trim() || [])
  const facts: LetterFacts = {
    ...{ language, day, channel, invoices },
    creditor: {
      ...{ name: row.name, country_code: row.country_code, registration_number: row.registration_number || null },
      address: [row.street, row.place].map((one) => one.trim()).filter((one) => one !== ''),
      email_address: sender_email_address ?? row.email_address,
      bank_account: row.bank_account_number
        ? { name: row.bank_account_name ?? row.name, iban: row.bank_account_number, bic: row.bank_account_bic }
        : null,
    },
    debtor: { name: row.debtor_name, debtor_number: row.debtor_number, address },
    ...{ contact_name: row.contact_name, owner_name: row.owner_name || null, currency_code: currencyOf(invoices) },
    total_amount: amountText(sumOf(invoices.map(({ open_amount }) => cents(open_amount)))),
    term: { days, ends_on: channel === 'mail' ? addDays(day, days) : null },
    portal_url: channel === 'mail' ? portal_url : null,
    ...{ case_number: null, costs_amount: null, credit_amount: null, stated_costs: null, legal: [] },
  }
  const recipients = channel === 'mail' ? usableAddresses(row.mail_addresses) : [row.debtor_name, ...address]
  return { facts, recipients }
}

async function readRow(db: Kysely<Tables>, draft: Draft): Promise<Row> {
  const contact = (name: string) => sql.ref(`c.${name}`)
  const { rows } = await sql<Row>`
    select a.name, a.country_code, a.email_address, a.commercial_registration_number as registration_number,
           a.street_name || ' ' || a.house_number as street, a.postal_code || ' ' || a.city as place,
           a.bank_account_name, replace(a.bank_account_number, ' ', '') as bank_account_number, a.bank_account_bic,
           a.settings, d.name as debtor_name, d.debtor_number, d.relation_manager as owner_name, d.public_token,
           case when c.postal_address_street_1 <> '' and c.postal_address_city <> ''
                then array[c.postal_address_street_1, c.postal_address_street_2,
                           concat_ws(' ', c.postal_address_postal_code, c.postal_address_city)]
                else array[d.postal_address_street_1, d.postal_address_street_2,
                           concat_ws(' ', d.postal_address_postal_code, d.postal_address_city)] end as debtor_address,
           array[${contact('reminder_email_address')}, ${contact('default_email_address')},
                 ${contact('invoice_email_address')}, d.reminder_email_address, d.primary_email_address,
                 d.invoice_email_address] as mail_addresses,
           nullif(concat_ws(' ', c.firstname, c.infix, c.lastname), '') as contact_name
    from administrations a
    join debtors d on d.administration_id = a.id and d.id = ${draft.debtor_id}::bigint
    left join contacts c on c.administration_id = a.id and c.id = ${draft.contact_id}::bigint
    where a.id = ${draft.administration_id}::bigint`.execute(db)
  if (!rows[0]) throw new Error(`There is no debtor ${draft.debtor_id}.`)
  return rows[0]
}

type Item = LetterInvoice & { currency_code: string }

/** Costs that are charged with the letter are asked for in it. */
async function readInvoices(db: Kysely<Tables>, { administration_id, invoice_ids, charges }: Draft): Promise<Item[]> {
  const { rows } = await sql<Item & { id: string; costs_open: string }>`
    select i.id::text, i.invoice_number, coalesce(nullif(i.purchase_order_number, ''), nullif(i.order_number, ''))
             as order_number, i.due_date::text, i.currency_code, i.open_amount::text,
           (i.administration_costs_open + i.interest_costs_open + i.debt_collection_costs_open)::text as costs_open
    from invoices i
    where i.administration_id = ${administration_id}::bigint and i.id = any(${[...invoice_ids]}::bigint[])
    order by i.due_date, i.id`.execute(db)
  return rows.map(({ id, costs_open, open_amount, ...invoice }) => {
    const charged = charges.filter(({ invoice_id }) => invoice_id === id).map(({ amount }) => amount)
    return { ...invoice, open_amount: amountText(sumOf([cents(open_amount), cents(costs_open), ...charged])) }
  })
}

const currencyOf = (items: readonly Item[]): string => items[0]?.currency_code ?? 'EUR'
