// Days of the calendar. A day is a value of its own: it has no time and no zone, and nothing here reads a clock. Days
// are written as texts that sort in their order, and counted from 1 January 1970 where they are reckoned with.

/** `2026-11-15` */
export type Day = `${number}-${number}-${number}`

/** Where an administration is, and how far the clock of one that can be turned is ahead of the real one. */
export type Calendar = { timezone: string; days_ahead: number }

/** Monday is 1, Sunday 7. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

const day_ms = 86_400_000

/** The day that a text names, or null. There is no 30 February, and no year 0. */
export function readDay(text: string): Day | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? []
  if (year === undefined || month === undefined || date === undefined) return null
  if (year < 1 || month < 1 || month > 12 || date < 1 || date > lengthOfMonth(year, month)) return null
  // It was just read as one.
  return text as Day
}

/** A year has four digits, or its days would not sort: whatever leads past the first or last day leads to that one. */
export const first_day: Day = '0001-01-01'
export const last_day: Day = '9999-12-31'

export const addDays = (day: Day, days: number): Day => dayAt(within(numberOf(day) + days, first_number, last_number))

/** The same date so many months on; where that month is shorter, its last day. */
export function addMonths(day: Day, months: number): Day {
  const [year, month, date] = partsOf(day)
  const count = year * 12 + month - 1 + months
  if (count < 12) return first_day
  if (count >= 10_000 * 12) return last_day
  const [in_year, in_month] = [Math.floor(count / 12), (((count % 12) + 12) % 12) + 1]
  return written(in_year, in_month, Math.min(date, lengthOfMonth(in_year, in_month)))
}

/** How many days one day is after another; negative when it is before. */
export const daysBetween = (from: Day, to: Day): number => numberOf(to) - numberOf(from)

/** 1 January 1970 was a Thursday. */
export const weekdayOf = (day: Day): Weekday => (((((numberOf(day) + 3) % 7) + 7) % 7) + 1) as Weekday

export const isWeekend = (day: Day): boolean => weekdayOf(day) > 5

export function monthBegin(day: Day): Day {
  const [year, month] = partsOf(day)
  return written(year, month, 1)
}

export function monthEnd(day: Day): Day {
  const [year, month] = partsOf(day)
  return written(year, month, lengthOfMonth(year, month))
}

/** The day that a moment falls on, where the clocks are set to a zone. */
export function dayIn(moment: Date, timezone: string): Day {
  const {
    year = '',
    month = '',
    day = '',
  } = Object.fromEntries(
    formatOf(timezone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  )
  return written(Number(year), Number(month), Number(day))
}

/** The time of the day that a moment falls on, where the clocks are set to a zone: `09:30`. */
export const timeIn = (moment: Date, timezone: string): string =>
  moment.toLocaleTimeString('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** The day it is in an administration. */
export const todayIn = ({ timezone, days_ahead }: Calendar, now: Date): Day => addDays(dayIn(now, timezone), days_ahead)

/** The moment it is in an administration: for one whose clock was turned, the same time of a later day. */
export function momentIn(calendar: Calendar, now: Date): Date {
  if (calendar.days_ahead === 0) return now
  const ahead = now.getTime() + calendar.days_ahead * day_ms
  const today = todayIn(calendar, now)
  // Where summer time begins or ends in between, the same distance can lead over midnight.
  const hours = [0, -1, 1].find((more) => dayIn(new Date(ahead + more * 3_600_000), calendar.timezone) === today)
  return new Date(ahead + (hours ?? 0) * 3_600_000)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making one is slow, and there are only as many as there are zones. */
function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone)
  if (known) return known
  const options = { timeZone: timezone, calendar: 'gregory', numberingSystem: 'latn' } as const
  const made = new Intl.DateTimeFormat('en', { ...options, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(timezone, made)
  return made
}

function partsOf(day: Day): [year: number, month: number, date: number] {
  return [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10))]
}

const written = (year: number, month: number, date: number): Day =>
  // It is made of a year of four digits, a month and a date of two.
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}` as Day

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const lengthOfMonth = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : (lengths[month - 1] ?? 0)

/** The same few days are asked for again and again, so what was worked out is kept, up to so many. */
const kept_max = 20_000

function kept<From, To>(work: (from: From) => To): (from: From) => To {
  const known = new Map<From, To>()
  return (from) => {
    const found = known.get(from)
    if (found !== undefined) return found
    const made = work(from)
    if (known.size < kept_max) known.set(from, made)
    return made
  }
}

/** Years are taken to begin in March, so that a leap day is the last of its year; 400 of them have 146,097 days. */
const numberOf = kept((day: Day): number => {
  const [year, month, date] = partsOf(day)
  const from_march = month > 2 ? year : year - 1
  const era = Math.floor(from_march / 400)
  const of_era = from_march - era * 400
  const of_year = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + date - 1
  return era * 146_097 + of_era * 365 + Math.floor(of_era / 4) - Math.floor(of_era / 100) + of_year - 719_468
})

const dayAt = kept((number: number): Day => {
  const shifted = number + 719_468
  const era = Math.floor(shifted / 146_097)
  const in_era = shifted - era * 146_097
  const leaps = Math.floor(in_era / 1_460) - Math.floor(in_era / 36_524) + Math.floor(in_era / 146_096)
  const of_era = Math.floor((in_era - leaps) / 365)
  const of_year = in_era - (365 * of_era + Math.floor(of_era / 4) - Math.floor(of_era / 100))
  const from_march = Math.floor((5 * of_year + 2) / 153)
  const month = from_march < 10 ? from_march + 3 : from_march - 9
  const date = of_year - Math.floor((153 * from_march + 2) / 5) + 1
  return written(of_era + era * 400 + (month <= 2 ? 1 : 0), month, date)
})

const within = (number: number, least: number, most: number): number => Math.min(Math.max(number, least), most)
const [first_number, last_number] = [numberOf(first_day), numberOf(last_day)]
