import type { Day } from '../../domain/days.ts'
import { usual_case_steps } from '../../flows/flow.ts'
import type { Charge } from '../../law/pack.ts'
import { runningCase } from './acts.ts'
import { contextOf } from './context.ts'
import type { DebtorFacts } from './facts.ts'
import { chargesFor } from './letters.ts'
import { flowFor, isBefore } from './look.ts'
import type { Rules } from './rules.ts'

/** What comes of opening a case now, whatever holds the invoices: a person decided it. */
export type OpenedByHand = {
  into: string | null
  charges: Charge[]
  flow_code: string | null
  flow_version: number | null
}

/** The charges are those of the opening in the flow of the oldest invoice, and never more than the law allows. */
export function openByHand(
  facts: DebtorFacts,
  rules: Rules,
  today: Day,
  invoice_ids: readonly string[],
): OpenedByHand | null {
  const context = contextOf(facts, rules, today)
  const invoices = facts.invoices.filter(({ id }) => invoice_ids.includes(id))
  const [first, ...others] = invoices
  if (!first) return null
  const oldest = others.reduce((one, other) => (isBefore(one, other) ? one : other), first)
  const flow = flowFor(oldest, context)
  const steps = flow?.flow.case_steps ?? usual_case_steps
  const fee = steps.find(({ step }) => step === 'opening')?.fee ?? 'none'
  return {
    into: runningCase(facts, oldest.currency_code)?.id ?? null,
    charges: chargesFor('opening', fee, invoices, context),
    flow_code: flow?.code ?? null,
    flow_version: flow?.version ?? null,
  }
}
