import type { Day } from '../../domain/days.ts'
import type { HoldReason } from '../../domain/holds.ts'
import type { CaseStep, InvoiceStep, Step } from '../../domain/steps.ts'
import type { DebtPayment } from '../../law/claim/debt.ts'
import type { Channel, CostPayment } from '../../law/pack.ts'

// Everything that decisions about a debtor rest on. Each list is the rows of one statement over a portion of debtors;
// nothing here was worked out from a rule, so that no rule stands in SQL.

export type DebtorFacts = {
  readonly id: string
  readonly country_code: string
  readonly is_company: boolean | null
  /** Whether it has a number of a trade register or for VAT. */
  readonly has_register_number: boolean
  readonly held: readonly HeldFact[]
  /** The latest days on which it got a letter that gathers invoices; what was withdrawn does not count. */
  readonly latest_ordinary_letter_on: Day | null
  readonly latest_legal_letter_on: Day | null
  readonly invoices: readonly InvoiceFacts[]
  readonly cases: readonly CaseFacts[]
}

/**
 * Something that holds a record: a row of the record itself, a task, a promise, a plan. `day` is what the row says, and
 * the engine works out from it until when it holds (`hold_ends.ts`).
 */
export type HeldFact = {
  readonly reason: HoldReason
  readonly since: string | null
  readonly day: Day | null
  /** The task, promise, dispute or plan. */
  readonly id: string | null
}

/** Who a letter goes to: the contact of the invoice, or the debtor. */
export type Recipient = {
  readonly key: string
  readonly language_code: string
  /** `bounced`: mail came back, and other ways are open; `held`: it came back, and then somebody has to look. */
  readonly mail: 'yes' | 'no' | 'bounced' | 'held'
  readonly post: boolean
}

export type PerformedStep<Name extends Step = Step> = {
  readonly step: Name
  readonly round: number
  readonly day: Day
  readonly origin: 'engine' | 'person' | 'declared' | 'migrated'
  /** A person left it out. */
  readonly skipped: boolean
  /** The call of a `call_reminder` that nobody has made yet. */
  readonly call_open: boolean
  readonly letter: LetterFacts | null
}

export type LetterFacts = {
  readonly id: string
  /** Null while it is under way. */
  readonly sent_on: Day | null
  readonly received_on: Day | null
  readonly channel: Channel
  readonly term_days: number | null
  readonly legal: boolean
  /** The costs that it said would follow. */
  readonly stated: bigint | null
  /** It was written to another debtor, whom the invoice belonged to before. */
  readonly void: boolean
}

/** The round of the flow: it begins anew, at a step and not before a day, when somebody resets it. */
export type Round<Name extends Step> = {
  readonly number: number
  readonly from: Name | null
  readonly not_before: Day | null
}

/** What a person decided about the next step. */
type Decided<Name extends Step> = {
  readonly moved: { readonly step: Name; readonly day: Day } | null
  /** Let go by a person, as part of that letter. */
  readonly approved: { readonly step: Step; readonly round: number; readonly letter: string } | null
  /** Holds that a person lifted for this record; `direct_debit` is lifted by a debit that was reversed. */
  readonly lifted: readonly HoldReason[]
}

export type InvoiceFacts = Decided<InvoiceStep> & {
  readonly id: string
  readonly currency_code: string
  readonly payment_condition: string | null
  readonly payment_method: string
  readonly invoice_date: Day
  readonly due_date: Day
  /** When the engine first saw it: the day on which it came in, or on which the engine was switched on. */
  readonly seen_on: Day
  /** The day of `sent_at`, whoever sent it. */
  readonly sent_on: Day | null
  /** Principal; below zero it is to the credit of the debtor. */
  readonly open_amount: bigint
  readonly costs_open: bigint
  /** Absent where nothing was paid and nothing charged. */
  readonly history?: ChargeHistory | undefined
  readonly has_document: boolean
  /** Why it is shown as blocked now; absent where it is not. */
  readonly blocked_for?: readonly string[] | undefined
  readonly credit_case_id: string | null
  readonly recipient: Recipient
  readonly round: Round<InvoiceStep>
  /** Without those that were withdrawn, as a letter that bounced is where it is sent again. */
  readonly steps: readonly PerformedStep<InvoiceStep>[]
  readonly held: readonly HeldFact[]
}

/** What the law looks at when it charges: what was paid and when, what of the charges is open, what came from us. */
export type ChargeHistory = {
  /** Money that came in for the principal, without what was taken back. */
  readonly paid: readonly DebtPayment[]
  /** Money that came in for costs and interest, and what of them was waived. */
  readonly paid_on_costs: readonly CostPayment[]
  readonly waived: { readonly interest: bigint; readonly costs: bigint }
  readonly interest_open: bigint
  readonly collection_open: bigint
  /** What was charged by calculation, less what was taken back. */
  readonly posted: { readonly interest: bigint; readonly costs: bigint }
  /** What the books or a person charged, which is not ours to take back. */
  readonly charged_elsewhere: { readonly interest: bigint; readonly costs: bigint }
}

export const no_history: ChargeHistory = {
  ...{ paid: [], paid_on_costs: [], waived: { interest: 0n, costs: 0n }, interest_open: 0n, collection_open: 0n },
  posted: { interest: 0n, costs: 0n },
  charged_elsewhere: { interest: 0n, costs: 0n },
}

/** What is asked of an invoice to claim it. */
export type ClaimedFacts = Pick<InvoiceFacts, 'id' | 'currency_code' | 'open_amount' | 'due_date' | 'steps' | 'history'>

/** A case that has not ended. Its invoices are those that name it. */
export type CaseFacts = Decided<CaseStep> & {
  readonly id: string
  readonly currency_code: string
  readonly started_on: Day
  /** Its invoices of which nothing is open any more: costs were claimed on them too. */
  readonly settled?: readonly ClaimedFacts[]
  readonly recipient: Recipient
  readonly round: Round<CaseStep>
  readonly steps: readonly PerformedStep<CaseStep>[]
  readonly held: readonly HeldFact[]
}
