import { addDays } from '../../domain/days.ts'
import { amountText, cents, sumOf } from '../../domain/money.ts'
import { legalParagraphs } from '../../letters/legal/paragraphs.ts'
import type { LetterFacts } from '../../letters/rendering/facts.ts'
import { default_texts, filled } from '../../letters/texts/letter_texts.ts'
import type { Language } from '../../letters/words/letter_words.ts'
import type { CreditorRow, LetterRow, PostalAddress } from './rows.ts'

/** Who writes, and where letters lead. */
export type From = {
  creditor: CreditorRow
  /** Who gets answers, and whether somebody chose so. */
  reply_to: string
  reply_to_chosen: boolean
  /** Under which name mails come, and the colour of what it sends. */
  sender_name: string
  colour: string | null
  base_url: string
  administration_id: string
}

/** What a letter is written from. Nothing else is, so that it can be written again from what is kept of it. */
export function letterFacts(row: LetterRow, language: Language, from: From): LetterFacts {
  const { data, items, channel, day, term_days } = row
  const costs = sumOf(items.map(({ costs_open }) => cents(costs_open)))
  const principal = sumOf(items.map(({ open_amount }) => cents(open_amount)))
  const contact_name = contactName(row)
  const creditor = creditorFacts(from)
  const total_amount = amountText(principal + costs)
  return {
    language,
    day,
    channel,
    creditor,
    debtor: {
      name: row.debtor.name,
      debtor_number: row.debtor.debtor_number,
      address: postalLines(row, language, from),
    },
    contact_name,
    case_number: row.case?.credit_case_number ?? null,
    owner_name: row.debtor.relation_manager || null,
    currency_code: data.currency_code,
    ...namedInvoices(items),
    costs_amount: costs === 0n ? null : amountText(costs),
    total_amount,
    credit_amount: cents(data.credit) > 0n ? data.credit : null,
    stated_costs: row.stated_costs,
    term: { days: term_days, ends_on: channel === 'mail' && term_days !== null ? addDays(day, term_days) : null },
    portal_url: channel === 'mail' ? portalUrl(row, from) : null,
    legal: legalParagraphs({
      ...{
        law: data.law ?? 'none',
        party: data.party ?? 'business',
        legal: Boolean(data.term_rule),
        language,
        channel,
      },
      ...{ days: term_days, stated_costs: row.stated_costs, with_vat: data.stated_vat === true },
      interest: data.stated_interest ?? null,
      ...{ currency_code: data.currency_code, total_amount, creditor },
    }),
  }
}

/**
 * So many invoices stand in a letter by their numbers, on nine pages at most. Nobody reads on, and neither a mail
 * server nor an envelope takes hundreds of pages. What follows from a letter rests on the whole sum, which is always in
 * it; a debtor knows the others by their days and can get the whole list, and a court finds their numbers in the file
 * of the case.
 */
export const named_max = 250

/** Items come in the order in which they were due. */
function namedInvoices(items: LetterRow['items']): Pick<LetterFacts, 'invoices' | 'more_invoices'> {
  const invoices = items.slice(0, named_max).map(({ invoice_number, order_number, due_date, open_amount }) => ({
    ...{ invoice_number, order_number, due_date, open_amount },
  }))
  const others = items.slice(named_max)
  const [first, last] = [others[0], others.at(-1)]
  if (!first || !last) return { invoices, more_invoices: null }
  return {
    invoices,
    more_invoices: {
      count: others.length,
      open_amount: amountText(sumOf(others.map(({ open_amount }) => cents(open_amount)))),
      first_due_date: first.due_date,
      last_due_date: last.due_date,
    },
  }
}

function creditorFacts({ creditor, reply_to, colour }: From): LetterFacts['creditor'] {
  const { name, country_code, street_name, house_number, postal_code, city, registration_number } = creditor
  const { bank_account_name, bank_account_number, bank_account_bic } = creditor
  return {
    ...{ name, country_code, email_address: reply_to, registration_number: registration_number || null },
    address: [`${street_name} ${house_number}`, `${postal_code} ${city}`]
      .map((one) => one.trim())
      .filter((one) => one !== ''),
    look: { colour, logo: creditor.logo },
    bank_account: bank_account_number
      ? {
          name: bank_account_name || name,
          iban: bank_account_number.replaceAll(/\s/g, ''),
          bic: bank_account_bic || null,
        }
      : null,
  }
}

function contactName({ contact }: LetterRow): string | null {
  if (!contact) return null
  const { firstname, infix, lastname } = contact
  return [firstname, infix, lastname].filter((one) => one).join(' ') || null
}

const isWhole = ({ street_1, city }: PostalAddress): boolean => Boolean(street_1 && city)

/** Where a letter is posted to: the contact of the invoice, where it has an address of its own, or the debtor. */
export function postalAddress(row: LetterRow): PostalAddress | null {
  const own = row.data.recipient.startsWith('contact ') && isWhole(row.contact_address)
  const address = own ? row.contact_address : row.debtor_address
  return isWhole(address) ? address : null
}

/** The lines below the name, as they show in the window of an envelope. */
function postalLines(row: LetterRow, language: Language, { creditor }: From): string[] {
  const address = postalAddress(row)
  const name = contactName(row)
  const attention =
    name === null || name === row.debtor.name ? [] : [filled(default_texts[language].frame.attention, { name })]
  if (!address) return attention
  const { street_1, street_2, postal_code, city, country_code } = address
  const abroad = country_code && country_code !== creditor.country_code ? countryName(country_code, language) : ''
  const lines = [street_1, street_2, [postal_code, city].filter((one) => one).join(' '), abroad]
  return [...attention, ...lines.flatMap((one) => one || [])]
}

/** The post of the own country reads where it goes: the name stands in capitals below the address. */
function countryName(country_code: string, language: Language): string {
  if (!/^[A-Z]{2}$/.test(country_code)) return country_code
  return (new Intl.DisplayNames(language, { type: 'region' }).of(country_code) ?? country_code).toUpperCase()
}

/** The page of what the letter is about: the case, its one invoice, or all that the debtor has open. */
function portalUrl({ case: of_case, items, debtor }: LetterRow, { base_url, administration_id }: From): string | null {
  const [family, token] = of_case
    ? (['credit_cases', of_case.public_token] as const)
    : items.length === 1
      ? (['invoices', items[0]?.public_token ?? null] as const)
      : (['debtors', debtor.public_token] as const)
  return token === null ? null : `${base_url}/portal/${administration_id}/${family}/${token}`
}
