import { addDays } from '../../domain/days.ts'
import { cents } from '../../domain/money.ts'
import { type Assessment, because, nothing } from '../claim/assessment.ts'
import type { Debt } from '../claim/debt.ts'
import { agreedOr, businessesOnly, interestAfter, nothingBecause } from '../claim/usual_terms.ts'
import { type Country, fixed_sums_only } from '../country.ts'
import { dueInTheKingdom } from '../default.ts'
import { constant, plus, rateOn, series } from '../rates.ts'
import { public_files, source } from '../sources.ts'

const bank = source('uk_bank', '2026-11-16')

const reference_rates = series('uk.reference_rate', bank, [
  ['2002-07', '4.00', public_files],
  ['2003-07', '3.75', public_files],
  ['2004-07', '4.50', public_files],
  ['2005-01', '4.75', public_files],
  ['2006-01', '4.50', public_files],
  ['2007-01', '5.00', public_files],
  ['2007-07', '5.50', public_files],
  ['2008-07', '5.00', public_files],
  ['2009-01', '2.00', public_files],
  ['2009-07', '0.50', public_files],
  ['2017-01', '0.25'],
  ['2018-01', '0.50'],
  ['2019-01', '0.75'],
  ['2020-07', '0.10'],
  ['2022-01', '0.25'],
  ['2022-07', '1.25'],
  ['2023-01', '3.50'],
  ['2023-07', '5.00'],
  ['2024-01', '5.25'],
  ['2025-01', '4.75', public_files],
  ['2025-07', '4.25', public_files],
  ['2026-01', '3.75', public_files],
  ['2026-07', '3.75', public_files],
])

/** Late Payment of Commercial Debts (Interest) Act 1998: eight points above the reference rate. */
const statutory_rates = plus(reference_rates, 'uk.statutory_interest', '8')

/** Section 5A: by the size of the debt. */
const sums = [
  { below: cents('1000.00'), sum: cents('40.00') },
  { below: cents('10000.00'), sum: cents('70.00') },
]
const largest_sum = cents('100.00')

const rules = { interest: 'uk.statutory_interest', term: 'uk.relevant_day', remedy: 'uk.substantial_remedy' } as const

export const uk: Country = {
  ...{ code: 'uk', country: 'UK', currency_code: 'GBP', series: [reference_rates], assess, ...fixed_sums_only },
  interest_rule: () => rules.interest,
  // Whoever agreed on a remedy of their own has not that of the Act.
  fixedSum: (open, { interest_rate }) => (interest_rate === null ? fixedSum(open) : 0n),
  ...{ fee_rule: 'uk.fees', costs_rule: 'uk.fixed_sum', fixed_sum_rule: 'uk.fixed_sum' },
}

/** The rate of the day on which interest starts holds for the whole life of a debt. */
function assess(debt: Debt): Assessment {
  if (debt.party === 'consumer') return businessesOnly(rules.interest)
  const due = dueInTheKingdom(debt, rules.term)
  if (due.day === null) return nothingBecause(due.reasons)
  const first = addDays(due.day, 1)
  const rate = rateOn(statutory_rates, first)
  const legal = rate ? constant(rules.interest, rate.rate, rate.source) : { ...statutory_rates, rates: [] }
  const agreed = debt.facts.rate_override !== null
  return {
    ...nothing,
    interest: interestAfter(due.day, agreedOr(debt, rules.interest, legal)),
    fixed_sum: agreed ? null : { from: first, joins: null, amount: fixedSum },
    reasons: [...due.reasons, ...(agreed ? [because('own_remedy', rules.remedy)] : [])],
  }
}

function fixedSum(unpaid: bigint): bigint {
  if (unpaid <= 0n) return 0n
  return sums.find(({ below }) => unpaid < below)?.sum ?? largest_sum
}
