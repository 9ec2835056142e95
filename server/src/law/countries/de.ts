import type { Day } from '../../domain/days.ts'
import { cents } from '../../domain/money.ts'
import { type Assessment, governingDay } from '../claim/assessment.ts'
import type { Debt } from '../claim/debt.ts'
import { agreedOr, fixedSumAfter, interestAfter, nothingBecause } from '../claim/usual_terms.ts'
import { type Country, fixed_sums_only } from '../country.ts'
import { dueInGermany } from '../default.ts'
import { plus, series } from '../rates.ts'
import { public_files, source } from '../sources.ts'

const bundesbank = source('de_bundesbank', '2026-11-16')

const base_rates = series('de.base_rate', bundesbank, [
  ['2002-01', '2.57'],
  ['2002-07', '2.47'],
  ['2003-01', '1.97'],
  ['2003-07', '1.22'],
  ['2004-01', '1.14'],
  ['2004-07', '1.13'],
  ['2005-01', '1.21'],
  ['2005-07', '1.17'],
  ['2006-01', '1.37'],
  ['2006-07', '1.95'],
  ['2007-01', '2.70'],
  ['2007-07', '3.19'],
  ['2008-01', '3.32'],
  ['2008-07', '3.19'],
  ['2009-01', '1.62'],
  ['2009-07', '0.12'],
  ['2011-07', '0.37'],
  ['2012-01', '0.12'],
  ['2013-01', '-0.13'],
  ['2013-07', '-0.38'],
  ['2014-01', '-0.63'],
  ['2014-07', '-0.73'],
  ['2015-01', '-0.83'],
  ['2016-07', '-0.88'],
  ['2023-01', '1.62'],
  ['2023-07', '3.12'],
  ['2024-01', '3.62'],
  ['2024-07', '3.37'],
  ['2025-01', '2.27'],
  ['2025-07', '1.27'],
  ['2026-01', '1.27', public_files],
  ['2026-07', '1.52', public_files],
])

/** §288 BGB: points above the base rate. Contracts since 29 July 2014 give more, and a lump sum. */
const consumer_rates = plus(base_rates, 'de.interest', '5')
const trade_rates = plus(base_rates, 'de.trade_interest', '9')
const older_trade_rates = plus(base_rates, 'de.trade_interest', '8')
const newer_contracts: Day = '2014-07-29'
const lump_sum = cents('40.00')

const rules = {
  default: 'de.286_bgb',
  moved: 'de.193_bgb',
  interest: 'de.interest',
  trade: 'de.trade_interest',
} as const

export const de: Country = {
  ...{ code: 'de', country: 'DE', currency_code: 'EUR', series: [base_rates], assess, ...fixed_sums_only },
  interest_rule: (party) => (party === 'consumer' ? rules.interest : rules.trade),
  ...{ fee_rule: 'de.fees', costs_rule: 'de.lump_sum', fixedSum: () => lump_sum, fixed_sum_rule: 'de.lump_sum' },
}

function assess(debt: Debt): Assessment {
  const { day, reasons } = dueInGermany(debt, rules)
  if (day === null) return nothingBecause(reasons)
  const business = debt.party === 'business'
  const newer = governingDay(debt, debt.due_date ?? day) >= newer_contracts
  const legal = business ? (newer ? trade_rates : older_trade_rates) : consumer_rates
  const rates = agreedOr(debt, business ? rules.trade : rules.interest, legal)
  return {
    ...{ interest: interestAfter(day, rates), costs: null, costs_open: false, reminder_fee: 0n },
    fixed_sum: business && newer ? fixedSumAfter(day, lump_sum, { paid_first: true }) : null,
    ...{ receipt: null, last_free_day: null, reasons },
  }
}
