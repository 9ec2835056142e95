import { be } from '../countries/be.ts'
import { de } from '../countries/de.ts'
import { eu } from '../countries/eu.ts'
import { fr } from '../countries/fr.ts'
import { nl } from '../countries/nl.ts'
import { uk } from '../countries/uk.ts'
import type { Country } from '../country.ts'
import { type Assessment, because, nothing } from './assessment.ts'
import type { Calculation, Debt, DebtCountry, Reason } from './debt.ts'
import { settle } from './settle.ts'

/** A country is a file; this is the list of them. */
export const countries: { readonly [country in DebtCountry]: Country } = {
  NL: nl,
  BE: be,
  DE: de,
  FR: fr,
  UK: uk,
  EU: eu,
}

/** What a debt has become by a day: interest, costs, what payments settled, and why. */
export function calculate(debt: Debt): Calculation {
  const law = countries[debt.country]
  if (law.currency_code === debt.currency) return calculationOf(debt, law.assess(debt))
  return calculationOf(debt, { ...nothing, reasons: [otherCurrency(law.currency_code, debt.currency)] })
}

export const otherCurrency = (legal: string, currency: string): Reason =>
  because('other_currency', null, { legal, currency })

/** The same for a debt of which it is known what the law says. */
export function calculationOf(debt: Debt, assessed: Assessment): Calculation {
  const { interest, fixed_sum, costs, costs_open, reminder_fee, receipt, last_free_day } = assessed
  const settled = settle(debt, assessed)
  const firsts = [costs?.from, fixed_sum?.from].filter((day) => day !== undefined).sort()
  return {
    ...{ interest: settled.interest, fixed_sum: settled.fixed_sum, reminder_fee },
    costs: costs_open ? null : settled.costs,
    ...{ earliest_interest: interest?.from ?? null, earliest_costs: firsts[0] ?? null, receipt, last_free_day },
    ...{ allocations: settled.allocations, open: settled.open, parts: settled.parts },
    reasons: [...assessed.reasons, ...settled.reasons],
  }
}
