// Days of the calendar as the service writes them: 2026-12-01.

const day_ms = 86_400_000
const at = (day: string): Date => new Date(`${day}T00:00:00Z`)
const written = (moment: Date): string => moment.toISOString().slice(0, 10)

export const addDays = (day: string, days: number): string => written(new Date(at(day).getTime() + days * day_ms))

export const daysBetween = (from: string, to: string): number =>
  Math.round((at(to).getTime() - at(from).getTime()) / day_ms)

/** The same day of a later month, or its last one where it is shorter. */
export function addMonths(day: string, months: number): string {
  const first = at(`${day.slice(0, 8)}01`)
  first.setUTCMonth(first.getUTCMonth() + months)
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(Number(day.slice(8)), last))
  return written(first)
}

export const nextMonth = (day: string): string => addMonths(`${day.slice(0, 8)}01`, 1)

/** The next days on which banks work, at most so many, none later than the last. */
export function bankDays(from: string, { last, count }: { last: string; count: number }): string[] {
  const days: string[] = []
  for (let day = addDays(from, 1); day <= last && days.length < count; day = addDays(day, 1))
    if (![0, 6].includes(at(day).getUTCDay())) days.push(day)
  return days
}
