import type { Day } from '../../domain/days.ts'
import type { Party } from '../party.ts'
import type { Source } from '../sources.ts'
import type { ReasonCode, RuleCode } from '../words/en.ts'

export const debt_countries = ['NL', 'BE', 'DE', 'FR', 'UK', 'EU'] as const
export type DebtCountry = (typeof debt_countries)[number]

export type DebtPayment = { date: Day; amount: bigint }

/** What happened around a debt, as far as a law asks for it. What is not said did not happen. */
export type DebtFacts = {
  contract_date: Day | null
  /** Netherlands, business: something was done to collect, beyond sending the invoice. */
  collection_step: boolean
  /** Netherlands, consumer: the letter that gives fourteen days. */
  letter: {
    sent: Day
    channel: 'mail' | 'post'
    term_days: number
    counted_from: 'receipt' | 'letter_date'
    states_amount: boolean
    charges_costs: boolean
    receipt: Day | null
  } | null
  /** The amounts of all claims that one letter was about. */
  components: readonly bigint[] | null
  vat_not_reclaimable: boolean
  costs_charged_on: Day | null
  /** Belgium, consumer. */
  reminder: { sent: Day; channel: 'mail' | 'post'; valid: boolean; term_days: number } | null
  reminder_number: number
  regular_supply: boolean
  postage: bigint
  creditor_sme: boolean
  /** A rate in millionths of a percent, or the most that the law allows. */
  clause_interest: bigint | 'cap' | null
  clause_damages: bigint | 'cap' | null
  rate_override: bigint | null
  /** How payment was agreed: by the due date, in so many days, or not at all. */
  agreed_term: number | 'by_date' | 'none'
  invoice_received: Day | null
  goods_received: Day | null
  performed: Day | null
  notice_of_amount: Day | null
  reminder_received: Day | null
  invoice_mentions_30_day_rule: boolean
  purchaser: string | null
  grossly_unfair: boolean
}

/** A debt whose interest and costs are to be calculated up to a day. */
export type Debt = {
  country: DebtCountry
  party: Party
  currency: string
  principal: bigint
  due_date: Day | null
  until: Day
  /** The last day of interest, where it ends before that: what happens later still counts. */
  interest_until?: Day
  payments: readonly DebtPayment[]
  facts: DebtFacts
}

/**
 * Why a figure is what it is: a code for programs, a sentence for people, the rule that it rests on. The values are
 * those of the sentence, for whoever says it in another language.
 */
export type Reason = { code: ReasonCode; sentence: string; rule: RuleCode | null; values: ReasonValues }
export type ReasonValues = { readonly [name: string]: string | number }

/** A stretch of days with one rate on one base. */
export type InterestPart = {
  from: Day
  to: Day
  days: number
  rate: bigint
  base: bigint
  /** Rounded so that the parts add up to the whole. */
  amount: bigint
  rule: RuleCode
  source: Source
}

export type Allocation = { costs: bigint; interest: bigint; principal: bigint }

export type Calculation = {
  interest: bigint
  /** Null where the law gives no figure, and a court decides. */
  costs: bigint | null
  fixed_sum: bigint
  reminder_fee: bigint
  earliest_interest: Day | null
  earliest_costs: Day | null
  receipt: Day | null
  last_free_day: Day | null
  /** How each payment was set against the claim, in the order in which the payments were given. */
  allocations: readonly Allocation[]
  open: { principal: bigint; interest: bigint; costs: bigint }
  parts: readonly InterestPart[]
  reasons: readonly Reason[]
}

export const no_facts: DebtFacts = {
  ...{ contract_date: null, collection_step: true, letter: null, components: null, vat_not_reclaimable: false },
  ...{ costs_charged_on: null, reminder: null, reminder_number: 1, regular_supply: false, postage: 0n },
  ...{ creditor_sme: false, clause_interest: null, clause_damages: null, rate_override: null },
  ...{ agreed_term: 'by_date', invoice_received: null, goods_received: null, performed: null },
  ...{ notice_of_amount: null, reminder_received: null, invoice_mentions_30_day_rule: false, purchaser: null },
  grossly_unfair: false,
}
