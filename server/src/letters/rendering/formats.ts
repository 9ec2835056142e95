import type { Day } from '../../domain/days.ts'
import type { Language } from '../words/letter_words.ts'

const locales: Readonly<Record<Language, string>> = { nl: 'nl-NL', en: 'en-GB', de: 'de-DE', fr: 'fr-FR' }

/** A day as a sentence names it: 3 December 2026. */
export const sayDay = (day: Day, language: Language): string => formatDay(day, language, { dateStyle: 'long' })

/** A day as a table has it: 03/12/2026. */
export const shortDay = (day: Day, language: Language): string =>
  formatDay(day, language, { day: '2-digit', month: '2-digit', year: 'numeric' })

function formatDay(day: Day, language: Language, style: Intl.DateTimeFormatOptions): string {
  // A day has no zone: it is named as the one that it is.
  return new Intl.DateTimeFormat(locales[language], { ...style, timeZone: 'UTC' }).format(new Date(day))
}

/** An amount with its currency: € 1.250,50. The text of digits never becomes a float. */
export function sayAmount(amount: string, currency_code: string, language: Language): string {
  const format = new Intl.NumberFormat(locales[language], { style: 'currency', currency: currency_code })
  return format.format(amount as `${number}`)
}

/** An account number in groups of four, as people read it. */
export const sayIban = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, '$1 ')
