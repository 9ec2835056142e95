import type { Day } from '../../domain/days.ts'
import type { Series } from '../rates.ts'
import { english, type ReasonCode, type RuleCode } from '../words/en.ts'
import type { Debt, Reason, ReasonValues } from './debt.ts'

/** Interest from a day. `opens` is the day on which it may first be claimed, and on which its base is what is unpaid. */
export type InterestTerms = { from: Day; opens: Day; series: Series; capitalised_yearly: boolean }

/** An amount that falls due on a day. Payments go to it from the day it joins the claim; never where that is null. */
type OneOff<About> = { from: Day; joins: Day | null; amount: (about: About) => bigint }

/** What the law of a country says about a debt, before any day is counted. */
export type Assessment = {
  interest: InterestTerms | null
  /** By what is unpaid on the day that it falls due. */
  fixed_sum: OneOff<bigint> | null
  /** By the principal left on the day that they are charged. They contain the fixed sum where there are both. */
  costs: OneOff<{ principal: bigint; fixed_sum: bigint }> | null
  /** The law gives no figure for costs: a court would. */
  costs_open: boolean
  reminder_fee: bigint
  receipt: Day | null
  last_free_day: Day | null
  reasons: readonly Reason[]
}

export const nothing: Assessment = {
  ...{ interest: null, fixed_sum: null, costs: null, costs_open: false, reminder_fee: 0n },
  ...{ receipt: null, last_free_day: null, reasons: [] },
}

/** Everything that was paid up to a day, that day included. */
export const paidUpTo = ({ payments }: Debt, day: Day): bigint =>
  payments.reduce((sum, { date, amount }) => (date <= day ? sum + amount : sum), 0n)

/** The day that decides which version of a law holds: that of the contract, or of the debt itself. */
export const governingDay = ({ facts }: Debt, due: Day): Day => facts.contract_date ?? due

/** A reason with its sentence in English. */
export const because = (code: ReasonCode, rule: RuleCode | null = null, values: ReasonValues = {}): Reason => ({
  ...{ code, rule, values },
  sentence: english.reasons[code].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])),
})
