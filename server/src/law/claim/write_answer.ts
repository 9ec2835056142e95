import { amountText } from '../../domain/money.ts'
import { rateText } from '../rates.ts'
import { calculate, countries } from './calculate.ts'
import type { Calculation, Debt, InterestPart } from './debt.ts'
import { readDebt } from './read_debt.ts'

/** What is answered to one claim that was given as JSON: its calculation, or what is wrong with it. */
export function answerTo(given: unknown): object {
  const read = readDebt(given)
  return 'problems' in read ? { problems: read.problems } : answerFor(read.debt)
}

/** The calculation of a debt, and the rule by which there are costs or a fixed sum. */
export function answerFor(debt: Debt, calculation = calculate(debt)) {
  const { costs_rule, fixed_sum_rule } = countries[debt.country]
  const rule = calculation.costs ? costs_rule : calculation.fixed_sum > 0n ? fixed_sum_rule : null
  return { ...answerOf(calculation), costs_rule: rule }
}

/** A calculation with amounts and rates as texts. */
export const answerOf = (calculation: Calculation) => ({
  interest: amountText(calculation.interest),
  costs: calculation.costs === null ? null : amountText(calculation.costs),
  fixed_sum: amountText(calculation.fixed_sum),
  reminder_fee: amountText(calculation.reminder_fee),
  earliest_interest: calculation.earliest_interest,
  earliest_costs: calculation.earliest_costs,
  receipt: calculation.receipt,
  last_free_day: calculation.last_free_day,
  allocations: calculation.allocations.map(amountsOf),
  open: amountsOf(calculation.open),
  parts: calculation.parts.map(partOf),
  reasons: [...calculation.reasons],
})

const amountsOf = ({ costs, interest, principal }: Calculation['open']) => ({
  ...{ costs: amountText(costs), interest: amountText(interest), principal: amountText(principal) },
})

const partOf = ({ from, to, days, rate, base, amount, rule, source }: InterestPart) => ({
  ...{ from, to, days, rate: rateText(rate), base: amountText(base), amount: amountText(amount), rule },
  ...{ source: source.name, source_code: source.code, verified_on: source.verified_on },
})
