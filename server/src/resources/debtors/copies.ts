import { sql } from 'kysely'
import type { Change } from '../../db/change.ts'

// A debtor is reached through its contact, and each shows something of the other as a column of its own row. These
// statements keep the copies true, in the transaction that changes what they are copied from. Rows that say the right
// thing already are not touched.

type CopyContext = Pick<Change, 'db' | 'administration_id' | 'stamp'>

/** What a debtor shows of its contact `c`: its own column, and where that comes from. */
const of_contact: { readonly [column: string]: string } = {
  postal_address_city: "coalesce(c.postal_address_city, '')",
  postal_address_country_code: "coalesce(c.postal_address_country_code, '')",
  postal_address_postal_code: 'c.postal_address_postal_code',
  postal_address_region: 'c.postal_address_region',
  postal_address_street_1: 'c.postal_address_street_1',
  postal_address_street_2: 'c.postal_address_street_2',
  call_phone_number: 'c.call_phone_number',
  sms_phone_number: 'c.sms_phone_number',
  primary_email_address: 'c.default_email_address',
  invoice_email_address: 'c.invoice_email_address',
  invoice_cc_email_address: 'c.invoice_cc_email_address',
  invoice_bcc_email_address: 'c.invoice_bcc_email_address',
  reminder_email_address: 'c.reminder_email_address',
  reminder_cc_email_address: 'c.reminder_cc_email_address',
  reminder_bcc_email_address: 'c.reminder_bcc_email_address',
}

export const copied_columns = Object.keys(of_contact)

/** What a debtor without a contact shows in their place. */
export const nothing_copied: Readonly<Record<string, string | null>> = Object.fromEntries(
  copied_columns.map((column) => [column, of_contact[column]?.startsWith('coalesce') ? '' : null]),
)

/** SQL for all of it as one JSON object, under the debtor's own names; null without a contact. */
export const copied_from_contact = sql.raw<Record<string, string | null> | null>(
  `case when c.id is not null then jsonb_build_object(${copied_columns
    .map((column) => `'${column}', ${of_contact[column]}`)
    .join(', ')}) end`,
)

/** The country that a debtor shows: that of its contact's address, and where that has none the debtor's own. */
export const shownCountry = (of_its_contact: string | null, own: string | null): string => of_its_contact || own || ''

/** What debtor `d` shows of contact `c`, and of its own where the contact says nothing. */
const shown_of_contact: typeof of_contact = {
  ...of_contact,
  postal_address_country_code: "coalesce(nullif(c.postal_address_country_code, ''), d.country_code, '')",
}

/** Debtors follow their contacts when these change. */
export async function copyToDebtors(
  { db, administration_id, stamp }: CopyContext,
  contact_ids: string[],
): Promise<void> {
  if (contact_ids.length === 0) return
  const wanted = sql.raw(Object.values(shown_of_contact).join(', '))
  const present = sql.raw(copied_columns.map((column) => `d.${column}`).join(', '))
  const changes = sql.raw(copied_columns.map((column) => `${column} = ${shown_of_contact[column]}`).join(', '))
  await sql`
    update debtors d set ${changes}, updated_at = ${stamp}::timestamptz
    from contacts c
    where c.administration_id = ${administration_id}::bigint and c.id = any(${contact_ids}::bigint[])
      and d.administration_id = ${administration_id}::bigint and d.contact_id = c.id
      and (${present}) is distinct from (${wanted})`.execute(db)
}

/** Contacts name the debtors that use them. */
export async function copyToContacts(
  { db, administration_id, stamp }: CopyContext,
  contact_ids: string[],
): Promise<void> {
  if (contact_ids.length === 0) return
  await sql`
    update contacts c set debtor_numbers = used.numbers, updated_at = ${stamp}::timestamptz
    from unnest(${contact_ids}::bigint[]) wanted (id)
    cross join lateral (
      select coalesce(array_agg(d.debtor_number order by d.debtor_number), '{}') as numbers
      from debtors d where d.administration_id = ${administration_id}::bigint and d.contact_id = wanted.id
    ) used
    where c.administration_id = ${administration_id}::bigint and c.id = wanted.id
      and c.debtor_numbers <> used.numbers`.execute(db)
}

/**
 * Invoices, plans and mandates follow a debtor that got another number or identifier. Only a number is shown, so only
 * that makes a record new to whoever follows changes.
 */
export async function copyKeys({ db, administration_id, stamp }: CopyContext, debtor_ids: string[]): Promise<void> {
  if (debtor_ids.length === 0) return
  const changed = sql`
    from debtors d
    where d.administration_id = ${administration_id}::bigint and d.id = any(${debtor_ids}::bigint[])
      and t.administration_id = ${administration_id}::bigint and t.debtor_id = d.id`
  await sql`
    update invoices t set debtor_number = d.debtor_number, debtor_identifier = d.debtor_identifier,
      updated_at = case when t.debtor_number = d.debtor_number then t.updated_at else ${stamp}::timestamptz end
    ${changed} and (t.debtor_number, t.debtor_identifier) <> (d.debtor_number, d.debtor_identifier)`.execute(db)
  await sql`
    update payment_plans t set debtor_number = d.debtor_number, debtor_identifier = d.debtor_identifier
    ${changed} and (t.debtor_number, t.debtor_identifier) <> (d.debtor_number, d.debtor_identifier)`.execute(db)
  await sql`
    update psp_mandates t set debtor_number = d.debtor_number, updated_at = ${stamp}::timestamptz
    ${changed} and t.debtor_number <> d.debtor_number`.execute(db)
}
