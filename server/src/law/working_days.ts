import { addDays, type Day, isWeekend, weekdayOf } from '../domain/days.ts'
import { type HolidayCountry, isHoliday } from './holidays.ts'

/** No weekend and no public holiday of the country. */
export const isWorkday = (country: HolidayCountry, day: Day): boolean => !isWeekend(day) && !isHoliday(country, day)

/** The day itself, or the next one that satisfies. */
export function onOrAfter(day: Day, satisfies: (day: Day) => boolean): Day {
  let found = day
  while (!satisfies(found)) found = addDays(found, 1)
  return found
}

/** The so-manieth day after another that counts. */
export function countedDay(after: Day, count: number, counts: (day: Day) => boolean): Day {
  let day = after
  for (let left = count; left > 0; ) {
    day = addDays(day, 1)
    if (counts(day)) left--
  }
  return day
}

/** The post brings nothing on Sundays, Mondays and holidays. */
export const isDutchPostDay = (day: Day): boolean =>
  weekdayOf(day) !== 7 && weekdayOf(day) !== 1 && !isHoliday('nl', day)
