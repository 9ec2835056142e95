import { addDays, type Day, type Weekday, weekdayOf } from '../../domain/days.ts'

/** On which days letters go out. Holidays are those of the country; the own lists stand above them. */
export type SendingDays = {
  invoice_weekdays: readonly Weekday[]
  reminder_weekdays: readonly Weekday[]
  holidays: ReadonlySet<Day>
  closed: ReadonlySet<Day>
  open: ReadonlySet<Day>
}

/** Invoices go out from Monday to Saturday, everything else from Monday to Friday. */
export const usual_sending_days: SendingDays = {
  invoice_weekdays: [1, 2, 3, 4, 5, 6],
  reminder_weekdays: [1, 2, 3, 4, 5],
  holidays: new Set(),
  closed: new Set(),
  open: new Set(),
}

export type SendingCalendar = {
  /** The first day from this one on which something can be sent; null when there is none within a year. */
  next: (kind: 'invoice' | 'reminder', from: Day) => Day | null
  /** The last of so many sending days after a day. */
  after: (day: Day, count: number) => Day
}

/** The same days are asked for again and again, so answers are kept. */
export function sendingCalendar(days: SendingDays): SendingCalendar {
  const weekdays = { invoice: new Set(days.invoice_weekdays), reminder: new Set(days.reminder_weekdays) }
  const sends = (kind: 'invoice' | 'reminder', day: Day): boolean => {
    if (days.closed.has(day)) return false
    return days.open.has(day) || (weekdays[kind].has(weekdayOf(day)) && !days.holidays.has(day))
  }
  const found = { invoice: new Map<Day, Day | null>(), reminder: new Map<Day, Day | null>() }
  const next = (kind: 'invoice' | 'reminder', from: Day): Day | null => {
    const known = found[kind].get(from)
    if (known !== undefined) return known
    let day: Day | null = from
    for (let looked = 0; !sends(kind, day); looked++) {
      day = looked < 366 ? addDays(day, 1) : null
      if (day === null) break
    }
    found[kind].set(from, day)
    return day
  }
  const after = (day: Day, count: number): Day => {
    let last = day
    for (let left = count; left > 0; left--) last = next('reminder', addDays(last, 1)) ?? addDays(last, 1)
    return last
  }
  return { next, after }
}
