import type { Day } from '../../domain/days.ts'
import type { HoldReason } from '../../domain/holds.ts'
import type { Step } from '../../domain/steps.ts'
import type { Channel, Charge, LawCode } from '../../law/pack.ts'
import type { Party } from '../../law/party.ts'

// What comes out of a decision. Reasons are codes with their facts, never words: days, amounts and ids as texts.

/** Why nothing is sent. `until` is the last day on which it holds; null when nobody can say. */
export type Hold = {
  readonly reason: HoldReason
  readonly since: string | null
  readonly until: Day | null
  readonly [fact: string]: string | null
}

export type Because = { readonly reason: string; readonly [fact: string]: string | null }

/** The next step of a record, its day, every hold, and what all of it rests on. `step` is null when nothing comes. */
export type Outlook = {
  readonly family: 'invoices' | 'credit_cases'
  readonly id: string
  readonly step: Step | null
  readonly round: number
  readonly day: Day | null
  readonly holds: readonly Hold[]
  readonly because: readonly Because[]
  readonly flow_code: string | null
  readonly flow_version: number | null
}

/** An invoice in a letter. It performs its step, or is only named, because it is overdue as well. */
export type LetterItem = {
  readonly invoice_id: string
  readonly performs: Step | null
  /** The round of the record whose step the letter performs: of the invoice, or of its case in a letter of a case. */
  readonly round: number
  readonly open_amount: bigint
  readonly costs_open: bigint
  readonly flow_code: string
  readonly flow_version: number
}

export type Letter = {
  /** The same for the same letter, whoever decides and however often. */
  readonly key: string
  readonly debtor_id: string
  readonly day: Day
  /** The day from which its longest-waiting member was due. */
  readonly due_since: Day
  readonly recipient: string
  readonly language_code: string
  readonly currency_code: string
  readonly law: LawCode
  readonly party: Party
  readonly legal: boolean
  readonly channel: Channel
  /** Step, text and flow are those of the leader. */
  readonly step: Step
  readonly text: string
  readonly flow_code: string
  readonly flow_version: number
  readonly credit_case_id: string | null
  readonly items: readonly LetterItem[]
  /** What its members owe; credits are shown, never taken off. */
  readonly amount: bigint
  readonly credit: bigint
  readonly term_days: number | null
  readonly term_rule: string | null
  readonly charges: readonly Charge[]
  /** The costs that it has to say will follow; null when it says nothing of any. */
  readonly stated: bigint | null
  /** Whether VAT is part of that. */
  readonly stated_vat: boolean
  /** The interest that it says will follow: a yearly rate that was agreed, `none`, or null for that of the law. */
  readonly stated_interest: string | null
  /** Whether a person has to let it go first, and whether one did. */
  readonly approval: 'none' | 'needed' | 'given'
  /** Whether it gathers invoices, so that the next such letter has to keep its distance. */
  readonly bundled: boolean
}

/** What is due and sends nothing. */
export type Act =
  | { readonly act: 'call'; readonly invoice_id: string; readonly step: 'call_reminder'; readonly round: number }
  | {
      readonly act: 'mark_collectable' | 'task_at_end'
      readonly invoice_id: string
      readonly step: 'collectable'
      readonly round: number
    }
  | {
      readonly act: 'open_case'
      readonly currency_code: string
      readonly invoice_ids: readonly string[]
      /** A case that runs and has sent nothing yet takes them in. */
      readonly into: string | null
      readonly charges: readonly Charge[]
    }
  | { readonly act: 'correct_charges'; readonly credit_case_id: string; readonly charges: readonly Charge[] }
  | { readonly act: 'hand_over'; readonly credit_case_id: string; readonly step: 'bailiff'; readonly round: number }
  | { readonly act: 'promise_broken' | 'dispute_lapsed' | 'plan_term_missed'; readonly id: string }

export type Decision = {
  readonly debtor_id: string
  readonly outlooks: readonly Outlook[]
  readonly letters: readonly Letter[]
  readonly acts: readonly Act[]
  /** The next day on which something could be different although no fact changed. */
  readonly look_on: Day | null
}
