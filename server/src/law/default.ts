import { addDays, type Day } from '../domain/days.ts'
import { because } from './claim/assessment.ts'
import type { Debt, Reason } from './claim/debt.ts'
import type { RuleCode } from './words/en.ts'
import { isWorkday, onOrAfter } from './working_days.ts'

/** The last day on which a debt could be paid in time; null when nothing says when default begins. */
export type Due = { day: Day | null; reasons: readonly Reason[] }

const agreed = (day: Day | null, reasons: readonly Reason[] = []): Due => ({ day, reasons })

export const isAgreed = ({ due_date, facts }: Debt): boolean =>
  facts.agreed_term !== 'none' && (due_date !== null || facts.agreed_term !== 'by_date')

const latest = (...days: readonly (Day | null)[]): Day | null =>
  days.reduce<Day | null>((last, day) => (day !== null && (last === null || day > last) ? day : last), null)

/** Between businesses without an agreement: thirty days after the invoice or the goods came, that day not counted. */
export function dueBetweenBusinesses(debt: Debt, rule: RuleCode): Due {
  const { due_date, facts } = debt
  const received = latest(facts.invoice_received, facts.goods_received)
  if (isAgreed(debt)) {
    if (due_date !== null) return agreed(due_date)
    if (typeof facts.agreed_term === 'number' && received !== null) return agreed(addDays(received, facts.agreed_term))
    return agreed(null, [because('no_due_date', rule)])
  }
  if (received !== null) {
    return agreed(addDays(received, 30), [because('term_of_law', rule, { day: received })])
  }
  if (due_date !== null) return agreed(due_date)
  return agreed(null, [because('no_due_date', rule)])
}

/** A consumer is in default after a day that was agreed; nothing else is assumed. */
export function dueOfConsumer(debt: Debt, rule: RuleCode): Due {
  if (isAgreed(debt) && debt.due_date !== null) return agreed(debt.due_date)
  return agreed(null, [because('no_due_date', rule)])
}

/**
 * Germany: by an agreed date, by a reminder that arrived, or thirty days after due date and invoice. A day by which to
 * pay moves to a working day; the arrival of a reminder is none, and does not.
 */
export function dueInGermany(debt: Debt, rules: { default: RuleCode; moved: RuleCode }): Due {
  const { due_date, facts } = debt
  if (isAgreed(debt)) {
    if (due_date !== null) return toWorkday(agreed(due_date), rules.moved)
    const received = latest(facts.invoice_received, facts.goods_received)
    if (typeof facts.agreed_term === 'number' && received !== null) {
      return toWorkday(agreed(addDays(received, facts.agreed_term)), rules.moved)
    }
  }
  const { reminder_received } = facts
  const ended = thirtyDaysInGermany(debt)
  const why = ended === null ? [] : [because('default_by_invoice', rules.default, { day: ended })]
  const by_invoice = toWorkday(agreed(ended, why), rules.moved)
  const reminded = reminder_received !== null && (due_date === null || reminder_received > due_date)
  if (reminded && (by_invoice.day === null || reminder_received <= by_invoice.day)) {
    return agreed(reminder_received, [because('default_by_reminder', rules.default, { day: reminder_received })])
  }
  if (by_invoice.day !== null) return by_invoice
  return agreed(null, [because('no_default', rules.default)])
}

/** The last of thirty days after due date and invoice; consumers have them only if the invoice said so. */
function thirtyDaysInGermany({ due_date, facts, party }: Debt): Day | null {
  const { invoice_received, invoice_mentions_30_day_rule } = facts
  const supplied = facts.goods_received ?? facts.performed
  const invoiced = party === 'consumer' ? invoice_received : (invoice_received ?? supplied)
  if (invoiced === null || (party === 'consumer' && !invoice_mentions_30_day_rule)) return null
  return addDays(latest(due_date, invoiced, party === 'business' ? null : supplied) ?? invoiced, 30)
}

function toWorkday({ day, reasons }: Due, rule: RuleCode): Due {
  if (day === null) return { day, reasons }
  const moved = onOrAfter(day, (one) => isWorkday('de', one))
  if (moved === day) return { day, reasons }
  return agreed(moved, [...reasons, because('due_date_moved', rule, { day: moved })])
}

/** United Kingdom: the agreed day, within the limits of the Act, or thirty days from performance or notice. */
export function dueInTheKingdom(debt: Debt, rule: RuleCode): Due {
  const { due_date, facts } = debt
  const begins =
    latest(facts.performed ?? facts.goods_received, facts.notice_of_amount ?? facts.invoice_received) ??
    beginOfTerm(debt)
  const within = (days: number): Day | null => (begins === null ? null : addDays(begins, days - 1))
  const authority = facts.purchaser === 'public authority'
  const limit = authority ? within(30) : facts.grossly_unfair ? within(60) : null
  const term = typeof facts.agreed_term === 'number' ? within(facts.agreed_term) : null
  const day = isAgreed(debt) ? (due_date ?? term) : within(30)
  if (day !== null && limit !== null && limit < day) {
    return agreed(limit, [because('term_limited', rule, { days: authority ? 30 : 60, day: limit })])
  }
  if (day !== null) return agreed(day)
  if (due_date !== null) return agreed(due_date)
  return agreed(null, [because('no_due_date', rule)])
}

/** When neither performance nor notice is known: the first day of the term whose last one was agreed. */
const beginOfTerm = ({ due_date, facts: { agreed_term } }: Debt): Day | null =>
  due_date !== null && typeof agreed_term === 'number' ? addDays(due_date, 1 - agreed_term) : null
