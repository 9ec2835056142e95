import { addDays, type Day } from '../../domain/days.ts'
import type { HoldReason } from '../../domain/holds.ts'
import type { SendingCalendar } from './calendar.ts'
import type { HeldFact } from './facts.ts'

const after_dispute_days = 7

/** A dispute from the portal that nobody takes up is over after fourteen days, which is on the day after those. */
export const lapses_after_days = 15
export const lapsesOn = (day: Day): Day => addDays(day, lapses_after_days)

type End = (day: Day, calendar: SendingCalendar) => Day | null

/**
 * The last day of holds that count from the day of their fact. For all others the day of the fact, where it has one, is
 * the last day itself. A payment shows in the books a few days after the day on which it was promised, and a message
 * wants days on which somebody works.
 */
const hold_ends: { readonly [reason in HoldReason]?: End } = {
  promise: (day, calendar) => calendar.after(day, 3),
  unread_message: (day, calendar) => calendar.after(day, 3),
  // It lapses, and then the debtor is left alone for as long as after any other.
  dispute_unanswered: (day) => addDays(lapsesOn(day), after_dispute_days),
  after_dispute: (day) => addDays(day, after_dispute_days),
  payment_plan_proposed: (day) => addDays(day, 10),
  payment_expected: (day) => addDays(day, 7),
  // The day is that of its next term, which does not end it.
  payment_plan_active: () => null,
}

/** Until when something holds that was noted; null when nobody can say. */
export function endOf({ reason, day }: HeldFact, calendar: SendingCalendar): Day | null {
  const end = hold_ends[reason]
  return day === null || !end ? day : end(day, calendar)
}
