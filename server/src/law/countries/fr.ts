import type { Day } from '../../domain/days.ts'
import { cents } from '../../domain/money.ts'
import { type Assessment, nothing } from '../claim/assessment.ts'
import type { Debt } from '../claim/debt.ts'
import { agreedOr, businessesOnly, fixedSumAfter, interestAfter, nothingBecause } from '../claim/usual_terms.ts'
import { type Country, fixed_sums_only } from '../country.ts'
import { dueBetweenBusinesses } from '../default.ts'
import { series } from '../rates.ts'
import { public_files, source } from '../sources.ts'

const code_de_commerce = source('fr_code_de_commerce', '2026-11-16')

const trade_rates = series('fr.trade_interest', code_de_commerce, [
  ['2009-01', '12.5'],
  ['2009-07', '11'],
  ['2011-07', '11.25'],
  ['2012-01', '11.00'],
  ['2013-01', '10.75'],
  ['2013-07', '10.5'],
  ['2014-01', '10.25'],
  ['2014-07', '10.15'],
  ['2015-01', '10.05'],
  ['2016-07', '10'],
  ['2023-01', '12.5'],
  ['2023-07', '14'],
  ['2024-01', '14.5'],
  ['2024-07', '14.25'],
  ['2025-01', '13.15'],
  ['2025-07', '12.15'],
  ['2026-01', '12.15'],
  ['2026-07', '12.40', public_files],
])

/** Article D441-5: for invoices due since that day. */
const indemnity = { from: '2013-01-01' satisfies Day, amount: cents('40.00') }

const rules = { interest: 'fr.trade_interest', term: 'fr.30_days' } as const

export const fr: Country = {
  ...{ code: 'fr', country: 'FR', currency_code: 'EUR', series: [trade_rates], assess, ...fixed_sums_only },
  ...{ interest_rule: () => rules.interest, fee_rule: 'fr.fees' },
  ...{ costs_rule: 'fr.indemnity', fixedSum: () => indemnity.amount, fixed_sum_rule: 'fr.indemnity' },
}

function assess(debt: Debt): Assessment {
  if (debt.party === 'consumer') return businessesOnly(rules.interest)
  const due = dueBetweenBusinesses(debt, rules.term)
  if (due.day === null) return nothingBecause(due.reasons)
  return {
    ...nothing,
    interest: interestAfter(due.day, agreedOr(debt, rules.interest, trade_rates)),
    fixed_sum: due.day >= indemnity.from ? fixedSumAfter(due.day, indemnity.amount) : null,
    reasons: due.reasons,
  }
}
