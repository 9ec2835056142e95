import type { Day } from '../domain/days.ts'
import type { Step } from '../domain/steps.ts'
import type { Allocation, Calculation, DebtPayment } from './claim/debt.ts'
import type { Party } from './party.ts'
import type { CostStep } from './scales.ts'
import type { RuleCode } from './words/en.ts'

/** How a letter goes out. */
export type Channel = 'mail' | 'post'
export const channels = ['mail', 'post'] as const

export const law_codes = ['nl', 'be', 'de', 'fr', 'uk', 'eu', 'none'] as const
export type LawCode = (typeof law_codes)[number]

/** A letter that the law asks for: how long it has to give, and by which rule. */
export type LegalLetter = { days: number; rule: RuleCode }

/** A letter that the debtor got: sent by us, or by a person through us. What a client only declares is none. */
export type LetterSent = {
  /** The same for all invoices that one letter was about. */
  id: string
  step: Step
  sent_on: Day
  channel: Channel
  /** The day of receipt, where it is proven. */
  received_on: Day | null
  term_days: number | null
  legal: boolean
  /** The costs that it said would follow; null when it named none. */
  stated: bigint | null
}

/** What a creditor agreed with its debtors, or is, as far as a law asks for it. */
export type Agreed = {
  charges_costs: boolean
  charges_interest: boolean
  /** Whether interest may still be charged once the principal is paid. */
  after_payment: boolean
  vat_not_reclaimable: boolean
  small_company: boolean
  regular_supply: boolean
  /** A yearly rate in millionths of a percent. */
  interest_rate: bigint | null
  interest_clause: boolean
  damages_clause: boolean
}

export const nothing_agreed: Agreed = {
  ...{ charges_costs: true, charges_interest: true, after_payment: false, vat_not_reclaimable: false },
  ...{ small_company: false, regular_supply: false, interest_rate: null, interest_clause: false },
  damages_clause: false,
}

/** A payment that was booked on costs or on interest, and not on the principal. */
export type CostPayment = DebtPayment & { of: 'interest' | 'costs' }

/** An invoice that is claimed: what is open, what was paid on it and when, and what was written about it. */
export type ClaimedInvoice = {
  id: string
  open: bigint
  due_date: Day
  paid: readonly DebtPayment[]
  /** What was paid for costs and interest that were charged on it, as the books have it. */
  paid_on_costs?: readonly CostPayment[]
  letters: readonly LetterSent[]
  /** What was charged on it before by this calculation, less what was taken back. */
  posted: { interest: bigint; costs: bigint }
  /** What others charged on it: it counts towards what the law allows, and is theirs to take back. */
  charged_elsewhere?: { interest: bigint; costs: bigint }
}

/** What is claimed at a step: the invoices of a letter or of a case, and what was written about each before. */
export type Claim = {
  party: Party
  currency_code: string
  step: Step
  on: Day
  /** Payments up to this day have come in; of later ones some may still be on their way. */
  payments_known_until: Day
  /** The day on which the case was opened, from which costs between businesses are claimed. */
  opened_on: Day | null
  agreed: Agreed
  invoices: readonly ClaimedInvoice[]
}

/** An invoice of a claim with its calculation, the costs that are claimed on it, and how each payment was set off. */
export type Reckoned = {
  invoice: ClaimedInvoice
  principal: bigint
  calculation: Calculation
  costs: bigint
  /** The lines that the costs come from. */
  cost_steps: readonly CostStep[]
  rule: RuleCode
  /** The letter that the law asked for, as far as there was one. */
  letter: LetterSent | null
  payments: readonly SetOff[]
  /** What is left of the claim, in the order in which the law settles it. */
  open: Allocation
}

/** A payment, what the books have it for, and what it settled by the order of the law. */
export type SetOff = DebtPayment & Allocation & { booked_on: 'principal' | CostPayment['of'] }

/** An amount that may be charged on an invoice, and why. Below zero it takes back what was charged too much. */
export type Charge = {
  invoice_id: string
  cost_type: 'administration_costs' | 'debt_collection_costs' | 'interest_costs'
  amount: bigint
  rule: RuleCode
  /** How it was worked out, to be kept with what is posted. */
  calculation?: object
}

/** As much of a flow as the law looks at. */
export type FlowForLaw = {
  steps: readonly { step: Step; term_days: number | null; fee: string }[]
  case_steps: readonly { step: Step; term_days: number | null; fee: string }[]
}

/** What is wrong with a flow: where, in a sentence, and by which rule where the law says so. */
export type FlowProblem = { place: string; sentence: string; rule: string | null }

/**
 * The law of a country about late payment. Packs are pure: days and facts in, terms and amounts out. What a pack does
 * not allow is not done, whatever a flow says.
 */
export type LawPack = {
  code: LawCode
  /** The currency in which its amounts are; claims in any other are charged nothing. */
  currency_code: string | null
  /** The letter that the law asks for at this step, or null for an ordinary one. */
  legalLetter: (about: { party: Party; step: Step; first_reminder: boolean }) => LegalLetter | null
  /** The day after which a term that a letter gives begins to count. */
  receivedOn: (letter: Pick<LetterSent, 'sent_on' | 'channel' | 'received_on'>) => Day
  /** The last day on which the debtor may pay freely. */
  lastFreeDay: (letter: Pick<LetterSent, 'sent_on' | 'channel' | 'received_on'> & { days: number }) => Day
  /** The most that a reminder may cost. */
  feeMax: (about: { party: Party; step: Step; first_reminder: boolean }) => bigint
  /** The rule by which a reminder may cost that. */
  fee_rule: RuleCode
  /** The costs that a letter with this step says will follow; null when it says nothing of any. */
  announces: (claim: Claim) => bigint | null
  /** What each invoice of a claim has become by its day, with how it was worked out. */
  reckon: (claim: Claim) => readonly Reckoned[]
  /** Everything that may be charged with a step, on the day of the claim. */
  charges: (claim: Claim) => readonly Charge[]
  /** The first day on which more could be charged than today, though no fact changes; null when there is none. */
  chargesFrom: (claim: Claim) => Day | null
  /** What this law does not let a flow do; places are those inside the flow. */
  flowProblems: (flow: FlowForLaw, party: Party) => readonly FlowProblem[]
}
