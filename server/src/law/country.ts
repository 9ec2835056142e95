import type { Day } from '../domain/days.ts'
import type { Assessment } from './claim/assessment.ts'
import type { Debt, DebtCountry } from './claim/debt.ts'
import type { Series } from './rates.ts'

/** The law of one country about late payment: its rates, and what it says about a debt. */
export type Country = {
  country: DebtCountry
  /** The currency in which its amounts are; debts in any other are charged nothing. */
  currency_code: string
  /** Series that get a new rate every half-year. */
  series: readonly Series[]
  assess: (debt: Debt) => Assessment
}

/** The day from which contracts fall under Directive 2011/7/EU. */
export const directive_day: Day = '2013-03-16'
