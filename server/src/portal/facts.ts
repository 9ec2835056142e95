import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { type Calendar, type Day, todayIn } from '../domain/days.ts'
import type { Settings } from '../settings/administration_settings.ts'
import { readSettings } from '../settings/store.ts'
import type { PortalLink } from './links.ts'

type Creditor = {
  name: string
  street: string
  postal_code: string
  city: string
  country_code: string
  email_address: string
  phone_number: string | null
}
type Account = { bank_account_name: string | null; bank_account_number: string | null; bank_account_bic: string | null }

/** Who owes whom, what the record is called, and what the creditor allows. */
export type PortalFacts = Account & {
  number: string
  today: Day
  currency_code: string
  language_code: string | null
  debtor_name: string
  case_closed: boolean
  creditor: Creditor
  logo_id: string | null
  settings: Settings
}

type Row = Omit<PortalFacts, 'today' | 'settings'> & Calendar & { settings: unknown }

export async function portalFactsOf(db: Kysely<Tables>, link: PortalLink, now: Date): Promise<PortalFacts> {
  const { administration_id, family, id, debtor_id } = link
  // Nothing has the id 0. An id that is null would be seen through, and its table no longer to be of one node.
  const invoice_id = family === 'invoices' ? id : '0'
  const credit_case_id = family === 'credit_cases' ? id : '0'
  const { rows } = await sql<Row>`
    select coalesce(i.invoice_number, c.credit_case_number, d.debtor_number) as number,
           a.timezone, a.days_ahead, a.settings,
           coalesce(c.currency_code, a.currency_code) as currency_code, d.language_code, d.name as debtor_name,
           c.deactivated_at is not null as case_closed,
           a.bank_account_name, a.bank_account_number, a.bank_account_bic,
           json_build_object('name', a.name, 'street', concat_ws(' ', a.street_name, a.house_number),
             'postal_code', a.postal_code, 'city', a.city, 'country_code', a.country_code,
             'email_address', a.email_address, 'phone_number', a.phone_number) as creditor,
           (select max(l.id)::text from administration_logos l
             where l.administration_id = ${administration_id}::bigint) as logo_id
    from administrations a
    join debtors d on d.administration_id = ${administration_id}::bigint and d.id = ${debtor_id}::bigint
    left join invoices i on i.administration_id = ${administration_id}::bigint and i.id = ${invoice_id}::bigint
    left join credit_cases c on c.administration_id = ${administration_id}::bigint and c.id = ${credit_case_id}::bigint
    where a.id = ${administration_id}::bigint`.execute(db)
  if (!rows[0]) throw new Error('A link leads to a record with its debtor.')
  return { ...rows[0], today: todayIn(rows[0], now), settings: readSettings(rows[0].settings) }
}
