import { addDays, type Day, weekdayOf } from '../domain/days.ts'
import { isInUnion } from './union.ts'

type MonthDay = `${number}-${number}`

/**
 * A public holiday: a date of every year, so many days from Easter Sunday, a single day, the first Monday from a date
 * on, or a date that gives way to a later day when it is a Saturday, or a Sunday.
 */
type Rule =
  | { date: MonthDay }
  | { easter: number }
  | { king: true }
  | { only: Day }
  | { monday_from: MonthDay }
  | { bank: MonthDay; after_sunday: number }

export type HolidayCountry = 'nl' | 'be' | 'de' | 'fr' | 'gb' | 'eu'

/** Those of the whole country. Nothing is sent on them, and where the law says so no term ends on one. */
const rules: { readonly [country in HolidayCountry]: readonly Rule[] } = {
  // 5 May counts every year.
  nl: [
    ...[{ date: '01-01' }, { easter: -2 }, { easter: 1 }, { king: true }, { date: '05-05' }, { easter: 39 }],
    ...[{ easter: 50 }, { date: '12-25' }, { date: '12-26' }],
  ] as const,
  be: [
    ...[{ date: '01-01' }, { easter: 1 }, { date: '05-01' }, { easter: 39 }, { easter: 50 }, { date: '07-21' }],
    ...[{ date: '08-15' }, { date: '11-01' }, { date: '11-11' }, { date: '12-25' }],
  ] as const,
  // Those of the whole country; 31 October was one in 2017.
  de: [
    ...[{ date: '01-01' }, { easter: -2 }, { easter: 1 }, { date: '05-01' }, { easter: 39 }, { easter: 50 }],
    ...[{ date: '10-03' }, { only: '2017-10-31' }, { date: '12-25' }, { date: '12-26' }],
  ] as const,
  fr: [
    ...[{ date: '01-01' }, { easter: 1 }, { date: '05-01' }, { date: '05-08' }, { easter: 39 }, { easter: 50 }],
    ...[{ date: '07-14' }, { date: '08-15' }, { date: '11-01' }, { date: '11-11' }, { date: '12-25' }],
  ] as const,
  // Those of England and Wales: the others have most of them too.
  gb: [
    ...[{ bank: '01-01', after_sunday: 1 }, { easter: -2 }, { easter: 1 }, { monday_from: '05-01' }],
    ...[{ monday_from: '05-25' }, { monday_from: '08-25' }],
    ...[
      { bank: '12-25', after_sunday: 2 },
      { bank: '12-26', after_sunday: 2 },
    ],
  ] as const,
  // Other members of the Union: the days on which its banks move no money, so that none of it comes in.
  eu: [
    ...[{ date: '01-01' }, { easter: -2 }, { easter: 1 }, { date: '05-01' }, { date: '12-25' }, { date: '12-26' }],
  ] as const,
}

/** A year of four digits and a date. */
const dayIn = (year: number, date: MonthDay): Day => `${String(year).padStart(4, '0')}-${date}` as Day

/** The country by its code, or the Union for its other members; null where nobody wrote the holidays down. */
export function holidayCountry(country_code: string): HolidayCountry | null {
  const country = country_code.toLowerCase()
  // The keys are those of the object.
  if (Object.hasOwn(rules, country)) return country as HolidayCountry
  return isInUnion(country_code) ? 'eu' : null
}

const years = new Map<string, ReadonlySet<Day>>()

export function isHoliday(country: HolidayCountry, day: Day): boolean {
  const year = day.slice(0, 4)
  const key = `${country} ${year}`
  const known = years.get(key) ?? holidaysOf(country, Number(year))
  years.set(key, known)
  return known.has(day)
}

export function holidaysOf(country: HolidayCountry, year: number): ReadonlySet<Day> {
  const easter = easterOf(year)
  return new Set(
    rules[country].map((rule) => {
      if ('easter' in rule) return addDays(easter, rule.easter)
      if ('king' in rule) return kingsDay(year)
      if ('only' in rule) return rule.only
      if ('monday_from' in rule) return onMonday(dayIn(year, rule.monday_from))
      return 'bank' in rule ? onBankDay(dayIn(year, rule.bank), rule.after_sunday) : dayIn(year, rule.date)
    }),
  )
}

const onMonday = (day: Day): Day => addDays(day, (8 - weekdayOf(day)) % 7)

function onBankDay(day: Day, after_sunday: number): Day {
  const weekday = weekdayOf(day)
  return weekday === 6 ? addDays(day, 2) : weekday === 7 ? addDays(day, after_sunday) : day
}

/** 27 April, or the Saturday before it; until 2013 it was the queen's, on 30 April. */
function kingsDay(year: number): Day {
  const day = dayIn(year, year < 2014 ? '04-30' : '04-27')
  return weekdayOf(day) === 7 ? addDays(day, -1) : day
}

/** Easter Sunday by the Gregorian calendar, as Meeus, Jones and Butcher work it out. */
export function easterOf(year: number): Day {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const e = b % 4
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - d - g + 15) % 30
  const i = Math.floor(c / 4)
  const k = c % 4
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const month = Math.floor((h + l - 7 * m + 114) / 31)
  const date = ((h + l - 7 * m + 114) % 31) + 1
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
  return text as Day // March or April, with two digits each.
}
