import { amountText } from '../../domain/money.ts'
import { rateText } from '../rates.ts'
import { calculate } from './calculate.ts'
import type { Calculation, InterestPart } from './debt.ts'
import { readDebt } from './read_debt.ts'

/** What is answered to one claim that was given as JSON: its calculation, or what is wrong with it. */
export function answerTo(given: unknown): object {
  const read = readDebt(given)
  return 'problems' in read ? { problems: read.problems } : answerOf(calculate(read.debt))
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
