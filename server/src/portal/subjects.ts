import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { PortalFamily, PortalLink } from './links.ts'
import { type Language, languageOf } from './shown.ts'

/** What a debtor most often has to say; the page has a form for each. */
export type Concern = 'paid' | 'disagrees' | 'address'

type About = 'credit_note' | PortalFamily

// Each as somebody says it who writes it above a letter; the name is a number, the name of the debtor, or a day.
const records: Readonly<Record<Language, Readonly<Record<About, (name: string) => string>>>> = {
  en: {
    invoices: (number) => `Invoice ${number}`,
    credit_note: (number) => `Credit note ${number}`,
    credit_cases: (number) => `Case ${number}`,
    payment_plans: (day) => `Payment plan of ${day}`,
    debtors: (name) => `Open invoices of ${name}`,
  },
  nl: {
    invoices: (number) => `Factuur ${number}`,
    credit_note: (number) => `Creditnota ${number}`,
    credit_cases: (number) => `Dossier ${number}`,
    payment_plans: (day) => `Betalingsregeling van ${day}`,
    debtors: (name) => `Openstaande facturen van ${name}`,
  },
  de: {
    invoices: (number) => `Rechnung ${number}`,
    credit_note: (number) => `Gutschrift ${number}`,
    credit_cases: (number) => `Akte ${number}`,
    payment_plans: (day) => `Ratenzahlung vom ${day}`,
    debtors: (name) => `Offene Rechnungen von ${name}`,
  },
  fr: {
    invoices: (number) => `Facture ${number}`,
    credit_note: (number) => `Avoir ${number}`,
    credit_cases: (number) => `Dossier ${number}`,
    payment_plans: (day) => `Échéancier du ${day}`,
    debtors: (name) => `Factures ouvertes de ${name}`,
  },
}

const comes_to: Readonly<Record<Language, Readonly<Record<Concern, string>>>> = {
  en: { paid: 'Paid already', disagrees: 'Not agreed', address: 'New address' },
  nl: { paid: 'Al betaald', disagrees: 'Niet akkoord', address: 'Nieuw adres' },
  de: { paid: 'Schon bezahlt', disagrees: 'Nicht einverstanden', address: 'Neue Adresse' },
  fr: { paid: 'Déjà payé', disagrees: 'Pas d’accord', address: 'Nouvelle adresse' },
}

/** What it comes down to, and the language that the page spoke; without one it is that of the debtor. */
type Saying = { concern: Concern | null; language: Language | null }

/** What a message of a debtor is about, in the language that the debtor read the page in. */
export async function subjectOf(
  db: Kysely<Tables>,
  link: PortalLink,
  { concern, language: spoken }: Saying,
): Promise<string> {
  const { administration_id, debtor_id, family, id } = link
  // Nothing has the id 0. An id that is null would be seen through, and its table no longer to be of one node.
  const of = (wanted: PortalFamily): string => (family === wanted ? id : '0')
  const { rows } = await sql<{ language_code: string | null; name: string; day: string | null; credit_note: boolean }>`
    select d.language_code, coalesce(i.invoice_number, c.credit_case_number, d.name) as name,
           coalesce(i.total_amount < 0, false) as credit_note,
           (coalesce(p.proposed_at, p.created_at) at time zone a.timezone)::date::text as day
    from debtors d join administrations a on a.id = d.administration_id
    left join invoices i on i.administration_id = ${administration_id}::bigint and i.id = ${of('invoices')}::bigint
    left join credit_cases c on c.administration_id = ${administration_id}::bigint
      and c.id = ${of('credit_cases')}::bigint
    left join payment_plans p on p.administration_id = ${administration_id}::bigint
      and p.id = ${of('payment_plans')}::bigint
    where d.administration_id = ${administration_id}::bigint and d.id = ${debtor_id}::bigint`.execute(db)
  const [found] = rows
  if (!found) throw new Error('A link leads to a record with its debtor.')
  const language = spoken ?? languageOf(found.language_code)
  const record = records[language][found.credit_note ? 'credit_note' : family]
  const said = record(found.day === null ? found.name : sayDay(found.day, language))
  const colon = language === 'fr' ? ' : ' : ': '
  return concern === null ? said : `${comes_to[language][concern]}${colon}${said}`
}

/** A day as a sentence names it. */
export const sayDay = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
