import { addDays, addMonths } from '../words/days.ts'

export const nextMonth = (day: string): string => addMonths(`${day.slice(0, 8)}01`, 1)

/** The next days on which banks work, at most so many, none later than the last. */
export function bankDays(from: string, { last, count }: { last: string; count: number }): string[] {
  const days: string[] = []
  for (let day = addDays(from, 1); day <= last && days.length < count; day = addDays(day, 1))
    if (![0, 6].includes(new Date(day).getUTCDay())) days.push(day)
  return days
}
