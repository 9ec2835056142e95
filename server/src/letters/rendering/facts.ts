import type { Day } from '../../domain/days.ts'
import type { Language } from '../words/letter_words.ts'

/** What a letter can be about: the steps of invoices and of credit cases that send something. */
export const letter_steps = [
  'invoice',
  'pre_reminder',
  'reminder_1',
  'reminder_2',
  'reminder_3',
  'reminder_4',
  'end_of_service_announcement',
  'end_of_service',
  'final_reminder',
  'summons',
  'summons_reminder',
  'second_summons',
  'second_summons_reminder',
  'notice_of_default',
  'prejudiciary',
] as const
export type LetterStep = (typeof letter_steps)[number]

export type LetterInvoice = {
  invoice_number: string
  /** What the debtor calls it. */
  order_number: string | null
  due_date: Day
  open_amount: string
}

/** The colour and the logo of a creditor. Bytes are in the store, under their checksum. */
export type LetterLook = {
  colour: string | null
  logo: { file_id: string; checksum: string; filename: string; content_type: string } | null
}

/** What a mail calls the logo that travels with it. */
export const logoCid = (checksum: string): string =>
  `logo.${checksum.slice(0, 16).replaceAll('+', '-').replaceAll('/', '_')}`

/** Everything that a letter is written from. Nothing else is read, so the same facts give the same bytes. */
export type LetterFacts = {
  language: Language
  /** The day on the letter, as it is in the administration. */
  day: Day
  channel: 'mail' | 'post'
  creditor: {
    name: string
    /** Street and place, a line each. */
    address: string[]
    country_code: string
    email_address: string
    registration_number: string | null
    bank_account: { name: string; iban: string; bic: string | null } | null
    /** How it looks to debtors; not there in letters of earlier releases. */
    look?: LetterLook
  }
  debtor: { name: string; debtor_number: string; address: string[] }
  /** Whom the letter speaks to, where that is known. */
  contact_name: string | null
  /** The number of the credit case, for letters that are about one. */
  case_number: string | null
  /** Who signs it, where somebody looks after this debtor. */
  owner_name: string | null
  currency_code: string
  /** Those that are named, the ones that are due first. */
  invoices: LetterInvoice[]
  /** Those that are asked for as well and for which there is no room; null when all are named. */
  more_invoices: { count: number; open_amount: string; first_due_date: Day; last_due_date: Day } | null
  /** Costs and interest beside the invoices; null when there are none. */
  costs_amount: string | null
  /** What is asked for in all, costs and interest included. */
  total_amount: string
  /** What the debtor has to its credit, which is shown and never taken off; null when there is none. */
  credit_amount: string | null
  /** The costs that will follow if nothing is paid; null when the letter announces none. */
  stated_costs: string | null
  /** How long there is to pay, where a term is given. By post it runs from receipt, so that no day is named. */
  term: { days: number | null; ends_on: Day | null }
  portal_url: string | null
  /** Paragraphs that the law asks for. No edit can remove them. */
  legal: string[]
}
