import type { Language } from './languages.ts'

const tags = { en: 'en-GB', nl: 'nl-NL' } as const

// Making one takes a browser a hundred times as long as using it, and a list has dozens of amounts and days.
function madeOnce<Options, Format>(make: (tag: string, options: Options) => Format) {
  const made = new Map<string, Format>()
  return (language: Language, options: Options): Format => {
    const key = `${language} ${JSON.stringify(options)}`
    const format = made.get(key) ?? make(tags[language], options)
    made.set(key, format)
    return format
  }
}

export const numbersIn = madeOnce(
  (tag: string, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(tag, options),
)
const daysIn = madeOnce((tag: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, options))

/** A day of the calendar, `2026-11-16`, is the same wherever the reader is; a moment is said on the reader's own clock. */
function onDay(iso: string, language: Language, options: Intl.DateTimeFormatOptions): string {
  const is_day = /^\d{4}-\d\d-\d\d$/.test(iso)
  return daysIn(language, is_day ? { ...options, timeZone: 'UTC' } : options).format(new Date(iso))
}

/** An amount as the service prints it, `"1234.50"`, in the reader's notation. It stays text: no digit is lost. */
export function sayMoney(amount: string, currency_code: string, language: Language): string {
  const format = numbersIn(language, { style: 'currency', currency: currency_code })
  // The service prints decimal numbers, which is what the type asks for.
  return format.format(amount as `${number}`)
}

export const sayNumber = (value: number, language: Language): string => numbersIn(language, {}).format(value)

/** The name of a language or a country, by its code; the code itself where nobody knows it. */
export function sayCode(code: string, type: 'language' | 'region', language: Language): string {
  try {
    return new Intl.DisplayNames(tags[language], { type }).of(code) ?? code
  } catch {
    return code
  }
}

/** How much one amount is of another, for reading only. */
export function sayShare(part: string, whole: string, language: Language): string {
  const share = Number(whole) === 0 ? 0 : Number(part) / Number(whole)
  return numbersIn(language, { style: 'percent', maximumFractionDigits: 0 }).format(share)
}

/** A moment on the reader's own clock. */
export const sayMoment = (iso: string, language: Language): string =>
  daysIn(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))

/** An amount without its cents, for a scale. */
export const sayRoundMoney = (amount: number, currency_code: string, language: Language): string =>
  numbersIn(language, {
    style: 'currency',
    currency: currency_code,
    maximumFractionDigits: 0,
  }).format(amount)

/** A month without its year, below the line of a year. */
export const sayMonthOfYear = (iso: string, language: Language): string =>
  daysIn(language, { month: 'short', timeZone: 'UTC' }).format(new Date(iso))

/** A day without its year. */
export const sayShortDay = (iso: string, language: Language): string =>
  onDay(iso, language, { day: 'numeric', month: 'short' })

/** A day, with its year unless that is this one. */
export const sayNearDay = (iso: string, language: Language): string =>
  (iso.startsWith(String(new Date().getFullYear())) ? sayShortDay : sayDay)(iso, language)

/** The quarter that begins on a day, the same in every language: `2026 Q4`. */
export const sayQuarter = (iso: string): string => `${iso.slice(0, 4)} Q${Math.ceil(Number(iso.slice(5, 7)) / 3)}`

export const sayDay = (iso: string, language: Language): string => onDay(iso, language, { dateStyle: 'medium' })

/** A day with its weekday and without its year: Monday 16 November. */
export const sayLongDay = (iso: string, language: Language): string =>
  onDay(iso, language, { weekday: 'long', day: 'numeric', month: 'long' })

/** A day with its weekday, short: Fri 20 Nov. */
export const sayWeekday = (iso: string, language: Language): string =>
  onDay(iso, language, { weekday: 'short', day: 'numeric', month: 'short' })

/** The same without its month, for a small button. */
export const sayDayButton = (iso: string, language: Language): string =>
  onDay(iso, language, { weekday: 'short', day: 'numeric' })

/** The time of a moment on the reader's own clock. */
export const sayTime = (iso: string, language: Language): string =>
  daysIn(language, { timeStyle: 'short' }).format(new Date(iso))

/** Amounts of several currencies, one beside the other: they are never added up. */
export const sayAmounts = (amounts: readonly { amount: string; currency_code: string }[], language: Language): string =>
  amounts.map(({ amount, currency_code }) => sayMoney(amount, currency_code, language)).join(' + ')

/** The month of a day: Nov 2026. */
export const sayMonth = (iso: string, language: Language): string =>
  onDay(iso, language, { month: 'short', year: 'numeric' })

/** A number with one decimal as the service prints it, `"41.7"`. */
export const sayTenths = (number: string, language: Language): string =>
  numbersIn(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(Number(number))

/** Per cent with one decimal as the service prints it, `"78.3"`. */
export const sayPercent = (number: string, language: Language): string =>
  numbersIn(language, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    Number(number) / 100,
  )
