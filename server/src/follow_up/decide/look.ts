import { addDays, type Day } from '../../domain/days.ts'
import { all_steps, type Step } from '../../domain/steps.ts'
import type { FlowCaseStep, FlowStep } from '../../flows/flow.ts'
import type { Context } from './context.ts'
import type { Because, Hold, Outlook } from './decision.ts'
import type { CaseFacts, InvoiceFacts } from './facts.ts'
import { caseHolds, invoiceHolds } from './holds_now.ts'
import { invoicePosition, planCaseStep, planInvoiceStep, positionOf } from './next_step.ts'
import type { ReadyFlow } from './rules.ts'

/** A record as it was looked at. Holds may still be added while letters are put together. */
export type Looked = {
  readonly family: 'invoices' | 'credit_cases'
  readonly id: string
  readonly round: number
  readonly because: Because[]
  /** Null when nothing will come. */
  readonly next: Next | null
}

export type Next = {
  readonly step: Step
  /** The step as the flow has it; an opening of a case is decided by the end of the flow of invoices. */
  readonly wish: FlowStep | FlowCaseStep
  readonly flow: ReadyFlow
  /** The day that it is planned for by its facts alone. */
  readonly planned: Day
  readonly holds: Hold[]
}

export type LookedInvoice = Looked & { readonly invoice: InvoiceFacts }
export type LookedCase = Looked & { readonly credit_case: CaseFacts; readonly members: readonly InvoiceFacts[] }

export function lookAtInvoice(invoice: InvoiceFacts, context: Context): LookedInvoice {
  const found: LookedInvoice = {
    family: 'invoices',
    id: invoice.id,
    round: invoice.round.number,
    because: [],
    next: null,
    invoice,
  }
  const { because } = found
  if (invoice.open_amount <= 0n) {
    because.push({ reason: invoice.open_amount === 0n ? 'paid' : 'credit' })
    return found
  }
  if (invoice.credit_case_id !== null) {
    because.push({ reason: 'credit_case', credit_case_id: invoice.credit_case_id })
    return found
  }
  if (context.party_assumed) because.push({ reason: 'party_assumed', party: context.party })
  const flow = flowFor(invoice, context)
  if (flow === null) {
    because.push({ reason: 'no_flow' })
    return found
  }
  const { steps } = flow.flow
  for (let position = invoicePosition(flow, invoice); ; position++) {
    const wish = steps[position]
    if (!wish) return endOfFlow(found, flow, context)
    const { day: planned, because: why } = planInvoiceStep(wish, invoice, flow)
    const wanted = { step: wish.step, day: planned, channels: wish.channels, flow }
    const next = { step: wish.step, wish, flow, planned, holds: invoiceHolds(invoice, wanted, context) }
    if (wish.step === 'pre_reminder' && lapses(invoice, next, context)) {
      because.push({ reason: 'lapsed', step: 'pre_reminder', due_date: invoice.due_date })
      continue
    }
    because.push(...why)
    return { ...found, next }
  }
}

/** A friendly word before the due date makes no sense after it. */
function lapses({ due_date }: InvoiceFacts, next: Next, context: Context): boolean {
  if (context.today > due_date) return true
  const day = dayOf(next, context)
  return day !== null && day > due_date
}

/** All steps were done: what is collectable waits for a case, or gets one. */
function endOfFlow(found: LookedInvoice, flow: ReadyFlow, context: Context): LookedInvoice {
  const { invoice, because } = found
  const { end, case_steps } = flow.flow
  const collectable = invoice.steps.find((one) => one.step === 'collectable' && one.round === invoice.round.number)
  because.push({ reason: 'flow', code: flow.code, version: String(flow.version) })
  const opening = case_steps.find(({ step }) => step === 'opening')
  if (!collectable || !opening || (end !== 'case' && end !== 'case_approval')) {
    because.push(collectable ? { reason: 'collectable', day: collectable.day } : { reason: 'flow_ended' })
    return found
  }
  const planned = addDays(collectable.day, opening.day)
  because.push({ reason: 'collectable', day: collectable.day })
  const wanted = { step: 'opening', day: planned, channels: opening.channels, flow } as const
  return {
    ...found,
    next: { step: 'opening', wish: opening, flow, planned, holds: invoiceHolds(invoice, wanted, context) },
  }
}

/** A case follows the flow of its oldest invoice. */
export function lookAtCase(credit_case: CaseFacts, context: Context): LookedCase {
  const members = context.facts.invoices
    .filter((one) => one.credit_case_id === credit_case.id && one.open_amount > 0n)
    .sort((one, other) => compareIds(one.id, other.id))
  const found: LookedCase = {
    ...{ family: 'credit_cases', id: credit_case.id, round: credit_case.round.number, because: [], next: null },
    ...{ credit_case, members },
  }
  const { because } = found
  const oldest = members.reduce<InvoiceFacts | null>((one, other) => (one && isBefore(one, other) ? one : other), null)
  if (!oldest) {
    because.push({ reason: 'paid' })
    return found
  }
  // Whoever has it collects it from then on, in whichever round it is here.
  if (credit_case.steps.some(({ step, skipped }) => step === 'bailiff' && !skipped)) {
    because.push({ reason: 'flow_ended' })
    return found
  }
  const flow = flowFor(oldest, context)
  if (flow === null) {
    because.push({ reason: 'no_flow' })
    return found
  }
  const { case_steps } = flow.flow
  const position = positionOf(case_steps, credit_case)
  const wish = case_steps[case_steps[position]?.step === 'opening' ? position + 1 : position]
  if (!wish) {
    because.push({ reason: 'flow_ended' })
    return found
  }
  const { day: planned, because: why } = planCaseStep(wish, credit_case, flow)
  because.push(...why)
  const wanted = { step: wish.step, day: planned, channels: wish.channels, flow }
  return {
    ...found,
    next: { step: wish.step, wish, flow, planned, holds: caseHolds(credit_case, members, wanted, context) },
  }
}

export const isBefore = (one: InvoiceFacts, other: InvoiceFacts): boolean =>
  one.due_date < other.due_date || (one.due_date === other.due_date && compareIds(one.id, other.id) < 0)

/** Ids are whole numbers written as texts. */
export const compareIds = (one: string, other: string): number =>
  one.length - other.length || (one < other ? -1 : one > other ? 1 : 0)

/** The day on which a step can be done, given all holds; null when nobody can say. */
export function dayOf({ step, planned, holds }: Next, { rules, today }: Context): Day | null {
  let from = planned > today ? planned : today
  for (const { until } of holds) {
    if (until === null) return null
    if (until >= from) from = addDays(until, 1)
  }
  return sendingDay(step, from, rules.calendar)
}

/** Marks and openings are no letters, and happen on any day. */
export function sendingDay(step: Step, from: Day, calendar: Context['rules']['calendar']): Day | null {
  const { does, kind } = all_steps[step]
  if (does === 'mark' || does === 'open_case') return from
  return calendar.next(kind === 'sending' ? 'invoice' : 'reminder', from)
}

export function outlookOf({ family, id, round, because, next }: Looked, context: Context): Outlook {
  if (next === null) {
    return { family, id, step: null, round, day: null, holds: [], because, flow_code: null, flow_version: null }
  }
  const { step, flow, holds } = next
  const day = dayOf(next, context)
  return { family, id, step, round, day, holds, because, flow_code: flow.code, flow_version: flow.version }
}

export const flowFor = (
  { payment_condition, payment_method }: InvoiceFacts,
  { rules, party }: Context,
): ReadyFlow | null => rules.flowOf({ payment_condition, party, payment_method })
