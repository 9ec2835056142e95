import type { Day } from '../domain/days.ts'
import { sumOf } from '../domain/money.ts'
import { type Assessment, paidUpTo } from './claim/assessment.ts'
import { calculationOf } from './claim/calculate.ts'
import { type Calculation, type Debt, no_facts } from './claim/debt.ts'
import type { Country } from './country.ts'
import type { Claim, ClaimedInvoice, LetterSent } from './pack.ts'

/** An invoice of a claim with its calculation, and the costs that are claimed on it. */
export type Reckoned = { invoice: ClaimedInvoice; calculation: Calculation; costs: bigint; rule: string }

type Assessed = { invoice: ClaimedInvoice; debt: Debt; law: Assessment; letter: LetterSent | null }

/** Costs that invoices of one letter or one case bring together: they stand on the oldest of them. */
export type SharedCosts = { from: Day; amount: bigint; rule: string }

/** What each invoice of a claim has become by its day, with costs where letter, term and payments allow them. */
export function reckon(country: Country, claim: Claim): Reckoned[] {
  const assessed = claim.invoices.map((invoice) => assess(country, claim, invoice)).sort(oldestFirst)
  const shared = sharedCosts(country, claim, assessed)
  return assessed.map(({ invoice, debt, law }) => {
    const own = shared.get(invoice.id)
    const in_case = claim.opened_on !== null
    const calculation = calculationOf(debt, {
      ...law,
      costs: own ? { from: own.from, joins: own.from, amount: () => own.amount } : null,
      // Where a scale contains the fixed sum, it is claimed with that; before there is a case it is not claimed at all.
      fixed_sum: country.shares_costs(debt.party) || !in_case || !claim.agreed.charges_costs ? null : law.fixed_sum,
    })
    const costs = own && own.from <= claim.on ? own.amount : calculation.fixed_sum
    return { invoice, calculation, costs, rule: own?.rule ?? country.fixed_sum_rule }
  })
}

/** The first day on which costs could be claimed that are not claimed today, as no payment can be under way then. */
export function termsRunning(country: Country, claim: Claim): readonly Day[] {
  return claim.invoices
    .map((invoice) => assess(country, claim, invoice).law.last_free_day)
    .filter((day) => day !== null)
    .filter((day) => day > claim.payments_known_until)
}

const oldestFirst = ({ invoice: one }: Assessed, { invoice: other }: Assessed): number =>
  one.due_date === other.due_date ? Number(BigInt(one.id) - BigInt(other.id)) : one.due_date < other.due_date ? -1 : 1

function assess(country: Country, claim: Claim, invoice: ClaimedInvoice): Assessed {
  const legal = invoice.letters.filter((one) => one.legal).sort((one, other) => (one.sent_on < other.sent_on ? -1 : 1))
  const tried = legal.map((letter) => assessWith(country, claim, invoice, letter))
  return (
    tried.find(({ law }) => law.last_free_day !== null) ?? tried.at(-1) ?? assessWith(country, claim, invoice, null)
  )
}

function assessWith(country: Country, claim: Claim, invoice: ClaimedInvoice, letter: LetterSent | null): Assessed {
  const { party, on, agreed, opened_on } = claim
  const debt: Debt = {
    ...{ country: country.country, party, currency: claim.currency_code, due_date: invoice.due_date, until: on },
    ...{ principal: invoice.open + sumOf(invoice.paid.map(({ amount }) => amount)), payments: invoice.paid },
    facts: {
      ...no_facts,
      letter: letter && {
        ...{ sent: letter.sent_on, channel: letter.channel, receipt: letter.received_on },
        ...{ term_days: letter.term_days ?? 0, counted_from: 'receipt', charges_costs: false },
        states_amount: letter.stated !== null,
      },
      reminder: letter && { sent: letter.sent_on, channel: letter.channel, valid: true },
      vat_not_reclaimable: agreed.vat_not_reclaimable,
      costs_charged_on: opened_on,
      creditor_sme: agreed.small_company,
      clause_interest: agreed.interest_clause ? 'cap' : null,
      clause_damages: agreed.damages_clause ? 'cap' : null,
      rate_override: agreed.interest_rate,
    },
  }
  return { invoice, debt, letter, law: country.assess(debt) }
}

function sharedCosts(country: Country, claim: Claim, assessed: readonly Assessed[]): Map<string, SharedCosts> {
  const found = new Map<string, SharedCosts>()
  if (!claim.agreed.charges_costs || !country.shares_costs(claim.party)) return found
  if (claim.party === 'business') {
    const [oldest] = assessed.filter(({ invoice }) => invoice.due_date < claim.on)
    const { opened_on } = claim
    if (!oldest || opened_on === null) return found
    const amount = country.costsOfCase(
      assessed.map(({ debt, law }) => ({ debt, law })),
      opened_on,
    )
    return found.set(oldest.invoice.id, { from: opened_on, amount, rule: country.costs_rule })
  }
  for (const [letter, members] of Map.groupBy(assessed, (one) => one.letter)) {
    const [first] = members
    const last = first?.law.last_free_day ?? null
    if (!letter || !first || last === null || last > claim.payments_known_until || !first.law.costs) continue
    const unpaid = sumOf(members.map(({ debt }) => debt.principal - paidUpTo(debt, last)))
    const amount = country.costsAfterLetter(unpaid, { on: first.law.costs.from, agreed: claim.agreed })
    const stated = letter.stated ?? 0n
    found.set(first.invoice.id, {
      ...{ from: first.law.costs.from, amount: amount < stated ? amount : stated, rule: country.costs_rule },
    })
  }
  return found
}
