import type { Day } from '../domain/days.ts'
import { sumOf } from '../domain/money.ts'
import { type Assessment, because, nothing, paidUpTo } from './claim/assessment.ts'
import { calculationOf } from './claim/calculate.ts'
import { type Allocation, type Debt, type DebtCountry, type DebtPayment, no_facts, type Reason } from './claim/debt.ts'
import type { Country } from './country.ts'
import type { Claim, ClaimedInvoice, CostPayment, LetterSent, Reckoned, SetOff } from './pack.ts'
import { broughtTo, no_costs, type WorkedOut } from './scales.ts'
import type { RuleCode } from './words/en.ts'

type Assessed = { invoice: ClaimedInvoice; debt: Debt; law: Assessment; letter: LetterSent | null }

/** Costs that invoices of one letter or one case bring together: they stand on the oldest of them. */
export type SharedCosts = { from: Day; worked: WorkedOut; rule: RuleCode }

/** What each invoice of a claim has become by its day, with costs where letter, term and payments allow them. */
export function reckon(country: Country, claim: Claim): Reckoned[] {
  const assessed = claim.invoices.map((invoice) => assess(country, claim, invoice)).sort(oldestFirst)
  const shared = sharedCosts(country, claim, assessed)
  return assessed.map(({ invoice, debt, law, letter }) => {
    const own = shared.get(invoice.id)
    const { charges_costs } = claim.agreed
    const claims_sum = !country.shares_costs(debt.party) && claim.opened_on !== null && charges_costs
    const claimed: Assessment = {
      ...asCharged(law, claim),
      // Payments pass costs by where the law sets them against interest and principal alone.
      costs: own
        ? { from: own.from, joins: law.costs?.joins ? own.from : null, amount: () => own.worked.amount }
        : null,
      // Where a scale contains the fixed sum, it is claimed with that; before there is a case it is not claimed at all.
      fixed_sum: claims_sum ? law.fixed_sum : null,
      reasons: [...law.reasons, ...notCharged(claim.agreed)],
    }
    const reckoned = reckonedOf(invoice, debt, claimed)
    const costs = own && own.from <= claim.on ? own.worked : fixedSum(reckoned.calculation.fixed_sum)
    const rule = own?.rule ?? country.fixed_sum_rule
    return { ...reckoned, costs: costs.amount, cost_steps: costs.steps, rule, letter }
  })
}

/** Interest that a creditor does not charge takes nothing of a payment. */
const asCharged = (law: Assessment, { agreed }: Claim): Assessment =>
  agreed.charges_interest ? law : { ...law, interest: null }

const fixedSum = (amount: bigint): WorkedOut => (amount === 0n ? no_costs : broughtTo(no_costs, amount, 'fixed'))

const notCharged = ({ charges_costs, charges_interest }: Claim['agreed']): Reason[] => [
  ...(charges_interest ? [] : [because('interest_not_charged')]),
  ...(charges_costs ? [] : [because('costs_not_charged')]),
]

/** A claim on which nothing may be charged, for a reason: principal and payments alone. */
export const reckonNothing = (claim: Claim, reason: Reason): Reckoned[] =>
  claim.invoices.map((invoice) => {
    // The country decides about nothing here.
    const debt = debtOf('EU', claim, invoice, null)
    return {
      ...reckonedOf(invoice, debt, { ...nothing, reasons: [reason] }),
      ...{ costs: 0n, cost_steps: [] },
      rule: 'none.fees',
      letter: null,
    }
  })

/** Payments that were booked on costs settle these where the law lets no other payment do so. */
function reckonedOf(
  invoice: ClaimedInvoice,
  debt: Debt,
  law: Assessment,
): Omit<Reckoned, 'costs' | 'cost_steps' | 'rule' | 'letter'> {
  const joined = Boolean(law.costs?.joins ?? law.fixed_sum?.joins)
  const money = moneyOf(invoice)
  const counted = money.filter(({ booked_on }) => joined || booked_on !== 'costs').sort(byDay)
  const aside = money.filter(({ booked_on }) => !joined && booked_on === 'costs')
  const calculation = calculationOf({ ...debt, payments: counted }, law)
  const { open } = calculation
  const settled = settledAside(aside, open.costs)
  return {
    ...{ invoice, principal: debt.principal, calculation },
    payments: [
      ...counted.map((one, index) => ({ ...one, ...(calculation.allocations[index] ?? nothing_settled) })),
      ...settled,
    ].sort(byDay),
    open: { ...open, costs: open.costs - sumOf(settled.map(({ costs }) => costs)) },
  }
}

const moneyOf = ({ paid, paid_on_costs = [] }: ClaimedInvoice) => [
  ...paid.map((one) => ({ ...one, booked_on: 'principal' as const })),
  ...paid_on_costs.map(booked),
]

function settledAside(payments: readonly Omit<SetOff, keyof Allocation>[], costs_open: bigint): SetOff[] {
  let left = costs_open
  return payments.map((one) => {
    const costs = one.amount < left ? one.amount : left
    left -= costs
    return { ...one, ...nothing_settled, costs }
  })
}

const nothing_settled: Allocation = { costs: 0n, interest: 0n, principal: 0n }
const booked = ({ of, ...payment }: CostPayment) => ({ ...payment, booked_on: of })
const byDay = (one: DebtPayment, other: DebtPayment): number =>
  one.date === other.date ? 0 : one.date < other.date ? -1 : 1

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

/** Once the books have all of the principal, interest ends with the day on which the last of it came. */
function lastDayOf({ open, paid }: ClaimedInvoice, on: Day): Day {
  const last =
    open > 0n
      ? undefined
      : paid
          .map(({ date }) => date)
          .sort()
          .at(-1)
  return last !== undefined && last < on ? last : on
}

function assessWith(country: Country, claim: Claim, invoice: ClaimedInvoice, letter: LetterSent | null): Assessed {
  const debt = debtOf(country.country, claim, invoice, letter)
  return { invoice, debt, letter, law: country.assess(debt) }
}

function debtOf(country: DebtCountry, claim: Claim, invoice: ClaimedInvoice, letter: LetterSent | null): Debt {
  const { party, on, agreed, opened_on } = claim
  return {
    ...{ country, party, currency: claim.currency_code, due_date: invoice.due_date },
    // Costs may begin, and be paid, after the principal was: of the claim as a whole, or by another booking.
    ...{ until: on, interest_until: lastDayOf(invoice, on) },
    ...{ principal: invoice.open + sumOf(invoice.paid.map(({ amount }) => amount)), payments: invoice.paid },
    facts: {
      ...no_facts,
      letter: letter && {
        ...{ sent: letter.sent_on, channel: letter.channel, receipt: letter.received_on },
        ...{ term_days: letter.term_days ?? 0, counted_from: 'receipt', charges_costs: false },
        states_amount: letter.stated !== null,
      },
      reminder: letter && {
        ...{ sent: letter.sent_on, channel: letter.channel, valid: true, term_days: letter.term_days ?? 0 },
      },
      vat_not_reclaimable: agreed.vat_not_reclaimable,
      costs_charged_on: opened_on,
      creditor_sme: agreed.small_company,
      clause_interest: agreed.interest_clause ? 'cap' : null,
      clause_damages: agreed.damages_clause ? 'cap' : null,
      rate_override: agreed.interest_rate,
    },
  }
}

function sharedCosts(country: Country, claim: Claim, assessed: readonly Assessed[]): Map<string, SharedCosts> {
  const found = new Map<string, SharedCosts>()
  if (!claim.agreed.charges_costs || !country.shares_costs(claim.party)) return found
  if (claim.party === 'business') {
    const [oldest] = assessed.filter(({ invoice }) => invoice.due_date < claim.on)
    const { opened_on } = claim
    if (!oldest || opened_on === null) return found
    const worked = country.costsOfCase(
      // Payments settle only interest that is charged, and what was booked on it settles no principal's share again.
      assessed.map(({ invoice, debt, law }) => ({
        debt: { ...debt, payments: moneyOf(invoice).filter(({ booked_on }) => booked_on !== 'costs') },
        law: asCharged(law, claim),
      })),
      opened_on,
    )
    return found.set(oldest.invoice.id, { from: opened_on, worked, rule: country.costs_rule })
  }
  for (const members of Map.groupBy(assessed, (one) => one.letter?.id).values()) {
    const [first] = members
    const letter = first?.letter
    const last = first?.law.last_free_day ?? null
    if (!letter || !first || last === null || last > claim.payments_known_until || !first.law.costs) continue
    const unpaid = sumOf(members.map(({ debt }) => debt.principal - paidUpTo(debt, last)))
    const costs = country.costsAfterLetter(unpaid, { on: first.law.costs.from, agreed: claim.agreed })
    const stated = letter.stated ?? 0n
    const worked = costs.amount < stated ? costs : broughtTo(costs, stated, 'stated')
    found.set(first.invoice.id, { from: first.law.costs.from, worked, rule: country.costs_rule })
  }
  return found
}
