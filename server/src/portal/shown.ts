import { boolean, date, listOf, money, object, oneOf, text } from '../api/field.ts'
import { portal_calculation } from './calculation.ts'
import { portal_families } from './links.ts'

// What a debtor is told, member by member. Whatever is not here is not told; a test holds the list.

export const languages = ['nl', 'en', 'de', 'fr'] as const
export type Language = (typeof languages)[number]

/** The language of a debtor, if there are words in it. */
export const languageOf = (code: string | null): Language =>
  languages.find((one) => one === code?.toLowerCase().slice(0, 2)) ?? 'en'

export const states = ['open', 'collected', 'planned', 'credit', 'paid', 'closed'] as const
const plan_states = ['proposed', 'active', 'rejected', 'deactivated', 'finished'] as const

const creditor = {
  name: text('Who is owed.').required(),
  street: text('Street and house number.').required(),
  postal_code: text('Postal code.').required(),
  city: text('City.').required(),
  country_code: text('Country, ISO 3166 alpha-2.').required(),
  email_address: text('Where it can be reached.').required(),
  phone_number: text('Where it can be called.'),
}

const item = {
  invoice_number: text('Number of the invoice.').required(),
  description: text('What it is for.'),
  invoice_date: date('Day of the invoice.').required(),
  due_date: date('Last day to pay.').required(),
  payment_date: date('Day on which it was paid in full.'),
  overdue_since: date('First day on which it is too late; empty while there is time, and for what a plan covers.'),
  currency_code: text('Currency, ISO 4217.').required(),
  total_amount: money('Total of the invoice.').required(),
  paid_amount: money('What was paid or credited.').required(),
  administration_costs_amount: money('Administration costs that are open.').required(),
  interest_costs_amount: money('Interest that is open.').required(),
  debt_collection_costs_amount: money('Collection costs that are open.').required(),
  open_amount: money(
    'What is to be paid, interest and costs included; below 0 what the debtor has to its credit.',
  ).required(),
  credit_note: boolean('Whether it is a credit note.').required(),
  in_plan: boolean('Whether it is paid by the terms of a running payment plan, and not apart.').required(),
  collected: boolean('Whether it will be collected from the account of the debtor.').required(),
  documents: listOf(
    {
      filename: text('Name of the file.').required(),
      url: text('Where it can be downloaded; good for four hours.').required(),
    },
    'Documents to download.',
  ).required(),
}

const term = {
  due_date: date('Last day to pay it.').required(),
  total_amount: money('Amount of the term.').required(),
  open_amount: money('What is to be paid of it.').required(),
  payment_date: date('Day on which it was paid.'),
  overdue_since: date('First day on which it is too late.'),
}

const sum = {
  currency_code: text('Currency, ISO 4217.').required(),
  open_amount: money('What is to be paid.').required(),
  overdue_amount: money('What should have been paid by now.').required(),
  since: date('First day on which the oldest of it was too late.'),
  due_amount: money('What is to be paid on the next day to pay.').required(),
  due_date: date('That day.'),
  collected_amount: money(
    'What will be collected from the account of the debtor; it is not in what is to be paid.',
  ).required(),
  collected_on: date('First day on which some of it is collected.'),
  credit_amount: money('What the debtor has to its credit; it is not taken off what is to be paid.').required(),
}

const plan = {
  state: oneOf(plan_states, 'Where the plan stands.').required(),
  sum: object(sum, 'What is to be paid of it.').required(),
  url: text('Its page.'),
  terms: listOf(term, 'Its terms.').required(),
}

const transfer = {
  currency_code: text('Currency, ISO 4217.').required(),
  amount: money('What to pay.').required(),
  reference: text('What to write on the transfer.').required(),
  bank_account_name: text('Holder of the account.').required(),
  bank_account_number: text('IBAN.').required(),
  bank_account_bic: text('BIC.'),
  epc_text: text('Text of a QR code for banking apps; only for euros.'),
}

export const shown_fields = {
  family: oneOf(portal_families, 'What the link leads to.').required(),
  number: text('Its number.').required(),
  state: oneOf(states, 'Whether there is something to pay.').required(),
  plan_state: oneOf(plan_states, 'Where the payment plan stands that the link leads to.'),
  language: oneOf(languages, 'Language of the debtor.').required(),
  debtor_name: text('Who owes.').required(),
  creditor: object(creditor, 'Who is owed.').required(),
  sums: listOf(sum, 'What is to be paid, by currency.').required(),
  items: listOf(item, 'Invoices, those that are due first before others, and those of running plans last.').required(),
  more_items: boolean('Whether there are more invoices than are shown.').required(),
  terms: listOf(term, 'Terms of the payment plan that the link leads to.').required(),
  plans: listOf(
    plan,
    'Other payment plans over these invoices: those that run, and those that wait for an answer.',
  ).required(),
  calculation: object(
    portal_calculation,
    'How interest and costs of a case are calculated; null where there are none.',
  ),
  transfers: listOf(transfer, 'How to pay by bank transfer, by currency.').required(),
}
