import { cents } from '../../domain/money.ts'
import { type Assessment, governingDay, nothing } from '../claim/assessment.ts'
import type { Debt } from '../claim/debt.ts'
import { agreedOr, businessesOnly, fixedSumAfter, interestAfter, nothingBecause } from '../claim/usual_terms.ts'
import { type Country, directive_day, fixed_sums_only } from '../country.ts'
import { dueBetweenBusinesses } from '../default.ts'
import { ecb_rates } from '../ecb.ts'
import { plus } from '../rates.ts'

/** The least that Directive 2011/7/EU gives everywhere; contracts before it fall under 2000/35/EC. */
const rates = plus(ecb_rates, 'eu.interest', '8')
const older_rates = plus(ecb_rates, 'eu.interest', '7')
const compensation = cents('40.00')

const rules = { interest: 'eu.interest', term: 'eu.30_days' } as const

export const eu: Country = {
  ...{ code: 'eu', country: 'EU', currency_code: 'EUR', series: [ecb_rates], assess, ...fixed_sums_only },
  interest_rule: () => rules.interest,
  ...{ fee_rule: 'eu.fees', costs_rule: 'eu.fixed_sum', fixedSum: () => compensation, fixed_sum_rule: 'eu.fixed_sum' },
}

function assess(debt: Debt): Assessment {
  if (debt.party === 'consumer') return businessesOnly(rules.interest)
  const due = dueBetweenBusinesses(debt, rules.term)
  if (due.day === null) return nothingBecause(due.reasons)
  const newer = governingDay(debt, due.day) >= directive_day
  return {
    ...nothing,
    interest: interestAfter(due.day, agreedOr(debt, rules.interest, newer ? rates : older_rates)),
    fixed_sum: newer ? fixedSumAfter(due.day, compensation) : null,
    reasons: due.reasons,
  }
}
