import { addDays, type Day } from '../../domain/days.ts'
import { sumOf } from '../../domain/money.ts'
import type { Country } from '../country.ts'
import { nothing_agreed } from '../pack.ts'
import { type Assessment, paidUpTo } from './assessment.ts'
import { calculate, calculationOf, countries } from './calculate.ts'
import type { Calculation, Debt } from './debt.ts'
import { settle } from './settle.ts'

type Assessed = { debt: Debt; law: Assessment }

/**
 * What several debts of one debtor have become by a day. Each bears its own interest; costs that go by a scale are
 * worked out once over all of them and stand on the oldest, as they do in a case. All of them are under one law, and
 * what happened is the same for all.
 */
export function calculateTogether(debts: readonly Debt[]): Calculation[] {
  const [first] = debts
  if (!first) return []
  const country = countries[first.country]
  const shares = country.shares_costs(first.party) && country.currency_code === first.currency
  // Without an act of collection each debt brings its fixed sum alone.
  if (debts.length === 1 || !shares || !first.facts.collection_step) return debts.map(calculate)
  const assessed = debts.map((debt) => ({ debt, law: country.assess(debt) }))
  const oldest = assessed.filter(({ law }) => law.costs !== null).sort(byDueDate)[0]
  const amount = oldest ? sharedCosts(country, assessed, oldest) : 0n
  return assessed.map((one) => {
    const { costs } = one.law
    // The scale contains the fixed sum.
    const shared = one === oldest && costs ? { ...costs, amount: () => amount } : null
    return calculationOf(one.debt, { ...one.law, fixed_sum: null, costs: shared })
  })
}

function sharedCosts(country: Country, assessed: readonly Assessed[], oldest: Assessed): bigint {
  const { party, facts } = oldest.debt
  if (party === 'business') return costsOfBusiness(country, assessed, oldest.debt)
  const last = oldest.law.last_free_day
  if (last === null) return 0n
  const unpaid = sumOf(assessed.map(({ debt }) => debt.principal - paidUpTo(debt, last)))
  const { vat_not_reclaimable, clause_damages } = facts
  const agreed = { ...nothing_agreed, vat_not_reclaimable, damages_clause: clause_damages !== null }
  return country.costsAfterLetter(unpaid, { on: oldest.law.costs?.from ?? oldest.debt.until, agreed }).amount
}

/** As of one debt alone: what was not charged before is by what the last day left, and never less than a fixed sum. */
function costsOfBusiness(country: Country, assessed: readonly Assessed[], { until, facts }: Debt): bigint {
  const late = assessed.filter(({ law }) => law.costs !== null && law.costs.from <= until)
  const by_scale = country.costsOfCase(late, facts.costs_charged_on ?? addDays(until, 1)).amount
  return late
    .map(({ debt, law }) => settle(debt, { ...law, costs: null }).fixed_sum)
    .reduce((most, sum) => (sum > most ? sum : most), by_scale)
}

const byDueDate = (one: Assessed, other: Assessed): number => (dayOf(one) < dayOf(other) ? -1 : 1)
const dayOf = ({ debt }: Assessed): Day => debt.due_date ?? debt.until
