import { addDays, type Day } from '../../domain/days.ts'
import { all_steps, invoice_steps, isLetter, isOverdueStep, type Step } from '../../domain/steps.ts'
import type { FlowCaseStep, FlowStep } from '../../flows/flow.ts'
import type { Because } from './decision.ts'
import type { CaseFacts, InvoiceFacts, PerformedStep } from './facts.ts'
import type { ReadyFlow } from './rules.ts'

/** A reminder comes at the earliest this long after the invoice was sent, whatever its due date. */
const days_after_sending = 7

/** The day on which something was done: a letter when it was sent, everything else when it was performed. */
export const doneOn = ({ letter, day }: PerformedStep): Day => letter?.sent_on ?? day

/** Where in the list of its flow a record is: the first step that comes after all that was done in this round. */
export function positionOf(
  steps: readonly { readonly step: Step }[],
  record: Pick<InvoiceFacts, 'round' | 'steps'> | Pick<CaseFacts, 'round' | 'steps'>,
): number {
  const { round } = record
  let next = round.from === null ? 0 : Math.max(0, placeOf(steps, round.from))
  for (const done of record.steps) {
    if (done.round === round.number) next = Math.max(next, placeOf(steps, done.step) + 1)
  }
  return next
}

/** The place of a step; one that the flow does not have any more is behind those that would have come before it. */
function placeOf(steps: readonly { readonly step: Step }[], step: Step): number {
  const place = steps.findIndex((one) => one.step === step)
  const { rank } = all_steps[step]
  if (place >= 0 || rank === null) return place
  return steps.findLastIndex((one) => (all_steps[one.step].rank ?? rank) < rank)
}

/** The position of an invoice; one that was sent is past its sending, unless somebody begins again with that. */
export function invoicePosition(flow: ReadyFlow, invoice: InvoiceFacts): number {
  const { steps } = flow.flow
  const position = positionOf(steps, invoice)
  const again = invoice.round.from === 'invoice' && invoice.round.number > 1
  return position === 0 && steps[0]?.step === 'invoice' && invoice.sent_on !== null && !again ? 1 : position
}

export type Planned = { readonly day: Day; readonly because: readonly Because[] }

/** The day of a step of an invoice, as its facts have it: no hold, no calendar, and no today. */
export function planInvoiceStep(next: FlowStep, invoice: InvoiceFacts, { flow, version }: ReadyFlow): Planned {
  const because: Because[] = [{ reason: 'flow', code: flow.code, version: String(version) }]
  const begins = startOf(next, invoice, because)
  if (next.step === 'invoice') return { day: begins, because }
  const letters = lettersOf(invoice)
  let day = begins
  if (isLetter(next.step) && letters.latest !== null) {
    const distance = addDays(letters.latest, flow.minimum_interval)
    if (distance > day) {
      day = distance
      because.push({ reason: 'minimum_interval', day: letters.latest, days: String(flow.minimum_interval) })
    }
  }
  if (letters.term_over !== null && letters.term_over > day) {
    day = letters.term_over
    because.push({ reason: 'term_of_letter', day: letters.term_over })
  }
  return { day, because }
}

/** Where the days of a step are counted from, and where that leads. */
function startOf(next: FlowStep, invoice: InvoiceFacts, because: Because[]): Day {
  const count = (reason: string, from: Day, days: number): Day => {
    because.push({ reason, day: from, days: String(days) })
    return addDays(from, days)
  }
  const { moved, round, due_date, invoice_date } = invoice
  if (moved?.step === next.step) return count('moved', moved.day, 0)
  if (next.step === 'invoice') return count('invoice_date', invoice_date, next.day)
  if (next.step === 'pre_reminder') {
    return next.from === 'due_date'
      ? count('due_date', due_date, next.day)
      : count('invoice_date', invoice_date, next.day)
  }
  const previous = latestOverdue(invoice)
  if (!previous && round.not_before !== null) return count('reset', round.not_before, 0)
  const sent_on = invoice.sent_on ?? sendingUnderway(invoice)
  const late = sent_on === null ? null : addDays(sent_on, days_after_sending)
  const from_sending = late !== null && late > due_date
  const anchor = from_sending ? late : due_date
  if (next.from === 'invoice_date') {
    const day = addDays(invoice_date, next.day)
    return day > anchor ? count('invoice_date', invoice_date, next.day) : count('due_date', anchor, 1)
  }
  if (next.from === 'previous' && previous) return count('previous_step', doneOn(previous), next.day)
  return from_sending ? count('sent', anchor, next.day) : count('due_date', anchor, next.day)
}

/** The last step of this round that asked for what is overdue. */
function latestOverdue({ round, steps }: InvoiceFacts): PerformedStep | null {
  let latest: PerformedStep | null = null
  for (const one of steps) {
    if (one.round !== round.number || !isOverdueStep(one.step)) continue
    if (latest === null || doneOn(one) > doneOn(latest)) latest = one
  }
  return latest
}

const sendingUnderway = ({ steps }: InvoiceFacts): Day | null =>
  steps.find(({ step }) => step === 'invoice')?.day ?? null

/** When the debtor last got a letter about an invoice, in any round, and when the terms of ordinary ones are over. */
function lettersOf({ steps, sent_on }: InvoiceFacts): { latest: Day | null; term_over: Day | null } {
  let latest = sent_on
  let term_over: Day | null = null
  for (const one of steps) {
    if (one.skipped || invoice_steps[one.step].does !== 'letter') continue
    const day = doneOn(one)
    if (latest === null || day > latest) latest = day
    const { letter } = one
    if (letter === null || letter.term_days === null || letter.legal) continue
    const over = addDays(day, letter.term_days + 1)
    if (term_over === null || over > term_over) term_over = over
  }
  return { latest, term_over }
}

/** The day of a step of a case: so many days after the one before it, or after its opening. */
export function planCaseStep(next: FlowCaseStep, credit_case: CaseFacts, { flow, version }: ReadyFlow): Planned {
  const because: Because[] = [{ reason: 'flow', code: flow.code, version: String(version) }]
  const { moved, round, steps, started_on } = credit_case
  if (moved?.step === next.step) return { day: moved.day, because: [...because, { reason: 'moved', day: moved.day }] }
  const done = steps.filter((one) => one.round === round.number)
  if (done.length === 0 && round.not_before !== null) {
    return { day: round.not_before, because: [...because, { reason: 'reset', day: round.not_before }] }
  }
  const previous = done.reduce((latest, one) => (doneOn(one) > latest ? doneOn(one) : latest), started_on)
  let day = addDays(previous, next.day)
  because.push({ reason: 'previous_step', day: previous, days: String(next.day) })
  for (const { letter } of done) {
    if (letter === null || letter.term_days === null || letter.sent_on === null) continue
    const over = addDays(letter.sent_on, letter.term_days + 1)
    if (over > day) {
      day = over
      because.push({ reason: 'term_of_letter', day: over })
    }
  }
  return { day, because }
}
