import type { Day } from '../../domain/days.ts'
import type { Language } from '../words/letter_words.ts'

const locales: Readonly<Record<Language, string>> = { nl: 'nl-NL', en: 'en-GB', de: 'de-DE', fr: 'fr-FR' }

/** A day as a sentence names it: 3 December 2026. In French the first of a month is no number like the others. */
export function sayDay(day: Day, language: Language): string {
  const said = formatDay(day, language, { dateStyle: 'long' })
  return language === 'fr' ? said.replace(/^1 /, '1er ') : said
}

/** A day as a table has it: 03/12/2026. */
export const shortDay = (day: Day, language: Language): string =>
  formatDay(day, language, { day: '2-digit', month: '2-digit', year: 'numeric' })

function formatDay(day: Day, language: Language, style: Intl.DateTimeFormatOptions): string {
  // A day has no zone: it is named as the one that it is.
  const make = () => new Intl.DateTimeFormat(locales[language], { ...style, timeZone: 'UTC' })
  return kept(day_formats, `${language} ${style.dateStyle ?? 'short'}`, make).format(new Date(day))
}

const day_formats = new Map<string, Intl.DateTimeFormat>()
const amount_formats = new Map<string, Intl.NumberFormat>()

/** Making a format takes longer than a letter, and there are few. */
function kept<T>(formats: Map<string, T>, name: string, make: () => T): T {
  const known = formats.get(name)
  if (known) return known
  const made = make()
  formats.set(name, made)
  return made
}

/** An amount with its currency: € 1.250,50. The text of digits never becomes a float. */
export function sayAmount(amount: string, currency_code: string, language: Language): string {
  const make = () => new Intl.NumberFormat(locales[language], { style: 'currency', currency: currency_code })
  return kept(amount_formats, `${language} ${currency_code}`, make).format(amount as `${number}`)
}

/** A yearly rate: 10.15 %. */
export const sayRate = (percent: string, language: Language): string =>
  `${language === 'en' ? percent : percent.replace('.', ',')}\u00a0%`

/** A name and its value in one line. In French a colon keeps its distance. */
export const labelled = (label: string, value: string, language: Language): string =>
  `${label}${language === 'fr' ? '\u00a0:' : ':'} ${value}`

/** An account number in groups of four, as people read it. */
export const sayIban = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, '$1 ')
