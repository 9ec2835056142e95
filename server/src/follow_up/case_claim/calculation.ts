import { addDays, type Day } from '../../domain/days.ts'
import { sumOf } from '../../domain/money.ts'
import type { Allocation, InterestPart, Reason } from '../../law/claim/debt.ts'
import type { Claim, ClaimedInvoice, LawCode, LawPack, LetterSent, Reckoned, SetOff } from '../../law/pack.ts'
import type { Party } from '../../law/party.ts'
import type { CostStep } from '../../law/scales.ts'
import type { RuleCode } from '../../law/words/en.ts'

// What the law makes of a case on a day: the one calculation that page, dossier and portal show.

/** Interest and costs that go together. */
type Charged = { interest: bigint; costs: bigint }

/** An invoice of a case, as far as only its record says it. */
export type InvoiceOfCase = {
  id: string
  invoice_number: string
  due_date: Day
  total: bigint
  /** Reminder fees that are open, which the calculation does not touch. */
  fees_open: bigint
  waived: Charged
}

export type CalculatedInvoice = Omit<InvoiceOfCase, 'fees_open'> & {
  /** What it came to, less what was credited or written off. */
  principal: bigint
  parts: readonly InterestPart[]
  interest: bigint
  costs: bigint
  /** The lines that the costs come from, which add up to them. */
  cost_steps: readonly CostStep[]
  /** The rule of the costs; null where there are none. */
  costs_rule: RuleCode | null
  payments: readonly SetOff[]
  /** What is left by the order of the law, without what was waived. */
  open: Allocation
  /** What was charged in the ledger so far. */
  posted: Charged
  /** The letter that the law asked for, as far as there was one. */
  letter: Pick<LetterSent, 'sent_on' | 'channel' | 'received_on' | 'term_days'> | null
  earliest_interest: Day | null
  receipt: Day | null
  last_free_day: Day | null
  reasons: readonly Reason[]
}

export type CaseCalculation = {
  /** The day up to which everything is counted: the one that was asked for, or that on which the case ended. */
  on: Day
  opened_on: Day | null
  law: LawCode
  party: Party
  /** Nobody said whether the debtor is a business or a consumer. */
  party_assumed: boolean
  invoices: readonly CalculatedInvoice[]
  sums: {
    /** What the invoices came to, and what of it was credited or written off. */
    invoiced: bigint
    credited: bigint
    principal: bigint
    interest: bigint
    costs: bigint
    /** What payments settled; what was paid beyond the claim is not in it. */
    paid: bigint
    waived: bigint
    fees_open: bigint
    open: Allocation
    /** Everything that is left, reminder fees too. */
    total: bigint
    /** By how much interest grows on the next day, if nothing is paid. */
    more_tomorrow: bigint
    posted: Charged
    /** What the calculation of the day comes to beyond what was posted; below zero, what was posted too much. */
    difference: Charged
  }
}

export type About = Pick<CaseCalculation, 'party' | 'party_assumed'> & { law: LawPack }

/** Works a claim out, and puts it beside what was posted. */
export function calculateCase(
  invoices: readonly InvoiceOfCase[],
  claim: Claim,
  { law, party, party_assumed }: About,
): CaseCalculation {
  const known = new Map(invoices.map((one) => [one.id, one]))
  const calculated = law.reckon(claim).flatMap((reckoned) => {
    const invoice = known.get(reckoned.invoice.id)
    return invoice ? [calculatedOf(invoice, reckoned)] : []
  })
  const tomorrow = { ...claim, on: addDays(claim.on, 1) }
  const fees_open = sumOf(invoices.map((one) => one.fees_open))
  return {
    ...{ on: claim.on, opened_on: claim.opened_on, law: law.code, party, party_assumed, invoices: calculated },
    sums: { ...sumsOf(calculated, fees_open), more_tomorrow: interestOf(law, tomorrow) - interestOf(law, claim) },
  }
}

const interestOf = (law: LawPack, claim: Claim): bigint =>
  sumOf(law.reckon(claim).map(({ calculation }) => calculation.interest))

function calculatedOf({ fees_open: _, ...invoice }: InvoiceOfCase, reckoned: Reckoned): CalculatedInvoice {
  const { principal, calculation, costs, cost_steps, rule, payments, open, letter } = reckoned
  const { interest, parts, earliest_interest, receipt, last_free_day, reasons } = calculation
  // No more than is left can be waived.
  const waived = {
    interest: least(invoice.waived.interest, open.interest),
    costs: least(invoice.waived.costs, open.costs),
  }
  return {
    ...{ ...invoice, principal, parts, interest, payments, waived },
    ...{ costs, cost_steps, costs_rule: costs === 0n ? null : rule },
    open: { ...open, interest: open.interest - waived.interest, costs: open.costs - waived.costs },
    ...{ posted: postedOn(reckoned.invoice), letter, earliest_interest, receipt, last_free_day, reasons },
  }
}

const postedOn = ({ posted, charged_elsewhere }: ClaimedInvoice): Charged => ({
  interest: posted.interest + (charged_elsewhere?.interest ?? 0n),
  costs: posted.costs + (charged_elsewhere?.costs ?? 0n),
})

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)

function sumsOf(
  invoices: readonly CalculatedInvoice[],
  fees_open: bigint,
): Omit<CaseCalculation['sums'], 'more_tomorrow'> {
  const sum = (of: (invoice: CalculatedInvoice) => bigint): bigint => sumOf(invoices.map(of))
  const principal = sum((one) => one.principal)
  const invoiced = sum((one) => one.total)
  const interest = sum((one) => one.interest)
  const costs = sum((one) => one.costs)
  const posted = { interest: sum((one) => one.posted.interest), costs: sum((one) => one.posted.costs) }
  const open = {
    principal: sum((one) => one.open.principal),
    interest: sum((one) => one.open.interest),
    costs: sum((one) => one.open.costs),
  }
  return {
    ...{ invoiced, credited: invoiced - principal, principal, interest, costs, fees_open, open, posted },
    paid: sum((one) => sumOf(one.payments.map((payment) => payment.costs + payment.interest + payment.principal))),
    waived: sum((one) => one.waived.interest + one.waived.costs),
    total: open.principal + open.interest + open.costs + fees_open,
    difference: { interest: interest - posted.interest, costs: costs - posted.costs },
  }
}
