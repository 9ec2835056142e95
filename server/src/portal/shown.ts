import { boolean, date, integer, listOf, money, object, oneOf, text } from '../api/field.ts'
import { dispute_reasons as all_dispute_reasons } from '../resources/disputes.ts'
import { portal_calculation } from './calculation.ts'
import { portal_families } from './links.ts'
import { said } from './said.ts'

// What a debtor is shown, member by member. What is not here is not shown; a test holds the list.

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
  colour: text('Colour of what can be tapped on.'),
  logo_url: text('Its logo.'),
}

/** What a creditor lets debtors do by themselves. */
const allowed = {
  terms_at_once: boolean('Whether terms can be agreed without a person.').required(),
  terms_max: integer('The most terms that are agreed at once.').required(),
  terms_days: integer('Within so many days the last of them has to be paid.').required(),
  term_minimum: money('The least amount of such a term.').required(),
  promise_days: integer('Within so many days the debtor can promise to pay; 0 where it cannot.').required(),
  address_at_once: boolean('Whether a new address counts at once.').required(),
}

const papers = {
  documents: integer('Documents of invoices.').required(),
  letters: integer('Letters that were sent.').required(),
  byte_size: integer('Bytes of all of them, about.').required(),
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
  asked: boolean('Whether it can be paid here.').required(),
  due_now: boolean('Whether it is to be paid now: due or overdue, and not disputed.').required(),
  terms_amount: money('What terms of it add up to; empty where it cannot be paid in terms by itself.'),
  dispute: object(
    {
      reason: oneOf(all_dispute_reasons, 'What is said to be wrong.').required(),
      amount: money('How much of it; empty for all of it.'),
      answer_by: date('When it should be answered; empty when somebody looks after it.'),
    },
    'What the debtor says is wrong, while it is looked at.',
  ),
  promised_on: date('Day by which the debtor promised to pay it.'),
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
  now_amount: money('What is to be paid now: due or overdue, and not disputed.').required(),
  now_count: integer('Of how many invoices or terms that is.').required(),
  now_due_date: date('Day of the oldest of them.'),
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
  proposed_by: oneOf(['debtor', 'creditor'], 'Whose words its terms are; empty where staff made it.'),
  sum: object(sum, 'What is to be paid of it.').required(),
  url: text('Its page.'),
  terms: listOf(term, 'Its terms.').required(),
}

export const transfer = {
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
  plan_proposed_by: oneOf(['debtor', 'creditor'], 'Whose words the terms of that plan are.'),
  plan_answer: text('Why that plan was rejected.'),
  today: date('The day it is for the creditor.').required(),
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
  transfers: listOf(transfer, 'How to pay all of it by bank transfer, by currency.').required(),
  allowed: object(allowed, 'What the debtor can do without a person.').required(),
  papers: object(papers, 'What there is to download in one file.').required(),
  said: listOf(said, 'What was said before, newest first.').required(),
  more_said: boolean('Whether more was said than is shown.').required(),
}
