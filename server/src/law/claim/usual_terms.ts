import { addDays, type Day } from '../../domain/days.ts'
import { constant, type Series } from '../rates.ts'
import { contract } from '../sources.ts'
import type { RuleCode } from '../words/en.ts'
import { type Assessment, because, nothing } from './assessment.ts'
import type { Debt, Reason } from './debt.ts'

/** The rate of the contract, or what the law says where none was agreed. */
export const agreedOr = ({ facts }: Debt, rule: InterestRule, legal: Series): Series =>
  facts.rate_override === null ? legal : constant(`${rule}_agreed`, facts.rate_override, contract)

/** A rule on interest that there is for agreed rates too. */
type InterestRule = RuleCode extends infer Rule ? (Rule extends `${infer Legal}_agreed` ? Legal : never) : never

/** Simple interest from the day after the due date. */
export const interestAfter = (due: Day, series: Series): NonNullable<Assessment['interest']> => ({
  ...{ from: addDays(due, 1), opens: addDays(due, 1), series, capitalised_yearly: false },
})

/** One amount for an invoice that is not paid in time. */
export const fixedSumAfter = (due: Day, amount: bigint, { paid_first = false } = {}): Assessment['fixed_sum'] => ({
  ...{ from: addDays(due, 1), joins: paid_first ? addDays(due, 1) : null },
  amount: (unpaid) => (unpaid > 0n ? amount : 0n),
})

/** Nothing may be charged, and why. */
export const nothingBecause = (reasons: readonly Reason[]): Assessment => ({ ...nothing, reasons })

export const businessesOnly = (rule: RuleCode): Assessment => nothingBecause([because('businesses_only', rule)])
