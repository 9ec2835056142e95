import { addDays, type Day } from '../domain/days.ts'
import type { Step } from '../domain/steps.ts'
import type { Assessment } from './claim/assessment.ts'
import type { Debt, DebtCountry } from './claim/debt.ts'
import type { Agreed, LawCode, LegalLetter, LetterSent } from './pack.ts'
import type { Party } from './party.ts'
import type { Series } from './rates.ts'
import { no_costs, type WorkedOut } from './scales.ts'
import type { RuleCode } from './words/en.ts'
import { onOrAfter } from './working_days.ts'

/** What a country says about letters: which one has to come before consumers are charged, and when a letter arrived. */
export type LetterLaw = {
  /** At a step, or whichever reminder is the first. */
  consumer_letter?: LegalLetter & { at: Step | 'first_reminder' }
  /** The day after which a term counts, for a letter by post. */
  byPost: (sent_on: Day) => Day
  /** Whether a term may end on that day; if not it runs on. */
  mayEnd: (day: Day) => boolean
}

type Sent = Pick<LetterSent, 'sent_on' | 'channel' | 'received_on'>

/** The day after which the term of a letter counts: proven, that of a mail, or when the post brings it. */
export const receivedOn = ({ byPost }: LetterLaw, { sent_on, channel, received_on }: Sent): Day =>
  received_on ?? (channel === 'mail' ? sent_on : byPost(sent_on))

/** So many days from the day after receipt; a last one on which a term may not end runs on. */
export const lastFreeDay = (letters: LetterLaw, letter: Sent & { days: number }): Day =>
  onOrAfter(addDays(receivedOn(letters, letter), letter.days), letters.mayEnd)

/** The law of one country about late payment: its rates, and what it says about a debt. */
export type Country = {
  code: LawCode
  country: DebtCountry
  /** The currency in which its amounts are; debts in any other are charged nothing. */
  currency_code: string
  /** Series that get a new rate every half-year. */
  series: readonly Series[]
  assess: (debt: Debt) => Assessment
  /** The rule of interest where no rate was agreed. */
  interest_rule: (party: Party) => RuleCode
  letters: LetterLaw
  /** The most that a reminder may cost, and by which rule. */
  feeMax: (about: { party: Party; first_reminder: boolean }) => bigint
  fee_rule: RuleCode
  /** How many reminders cost nothing; with regular supply, of a calendar year. */
  free_reminders: { ordinary: number; regular_supply: number }
  /** Whether invoices of a letter or case bring costs together, on one scale. */
  shares_costs: (party: Party) => boolean
  /** Between businesses: on what is left of all principals on the day the case was opened. */
  costsOfCase: (debts: readonly { debt: Debt; law: Assessment }[], opened_on: Day) => WorkedOut
  /** Of a consumer: on what is unpaid when the term of a letter has ended. */
  costsAfterLetter: (unpaid: bigint, about: { on: Day; agreed: Agreed }) => WorkedOut
  costs_rule: RuleCode
  /** What an invoice that is not paid in time brings by itself, by what is open of it and what was agreed. */
  fixedSum: (open: bigint, agreed: Pick<Agreed, 'interest_rate'>) => bigint
  fixed_sum_rule: RuleCode
}

/** Where the law says nothing, a letter is taken to arrive on the second day, and a term ends on any day. */
export const ordinary_letters: LetterLaw = { byPost: (sent_on) => addDays(sent_on, 2), mayEnd: () => true }

/** Reminders that cost nothing, however many they are. */
export const no_fees = { feeMax: () => 0n, free_reminders: { ordinary: 0, regular_supply: 0 } }

/** A country in which reminders cost nothing and each late invoice of a business brings a sum of its own. */
export const fixed_sums_only = {
  letters: ordinary_letters,
  ...no_fees,
  shares_costs: () => false,
  costsOfCase: () => no_costs,
  costsAfterLetter: () => no_costs,
}

/** The day from which contracts fall under Directive 2011/7/EU. */
export const directive_day: Day = '2013-03-16'
