import { be } from '../countries/be.ts'
import { de } from '../countries/de.ts'
import { eu } from '../countries/eu.ts'
import { fr } from '../countries/fr.ts'
import { nl } from '../countries/nl.ts'
import { uk } from '../countries/uk.ts'
import type { Country } from '../country.ts'
import { because, nothing } from './assessment.ts'
import type { Calculation, Debt, DebtCountry } from './debt.ts'
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
  const assessed = law.currency_code === debt.currency ? law.assess(debt) : nothing
  const { interest, fixed_sum, costs, costs_open, reminder_fee, receipt, last_free_day } = assessed
  const settled = settle(debt, assessed)
  const other_currency =
    law.currency_code === debt.currency
      ? []
      : [
          because(
            'other_currency',
            `Its amounts are in ${law.currency_code}, so nothing is charged in ${debt.currency}.`,
          ),
        ]
  const firsts = [costs?.from, fixed_sum?.from].filter((day) => day !== undefined).sort()
  return {
    ...{
      interest: settled.interest,
      costs: costs_open ? null : settled.costs,
      fixed_sum: settled.fixed_sum,
      reminder_fee,
    },
    ...{ earliest_interest: interest?.from ?? null, earliest_costs: firsts[0] ?? null, receipt, last_free_day },
    ...{ allocations: settled.allocations, open: settled.open, parts: settled.parts },
    reasons: [...assessed.reasons, ...other_currency, ...settled.reasons],
  }
}
