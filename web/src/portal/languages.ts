import type { PortalWords } from './words/en.ts'

/** The languages that there are words in, each as its speakers call it. */
export const language_titles = { nl: 'Nederlands', en: 'English', de: 'Deutsch', fr: 'Français' } as const
export type Language = keyof typeof language_titles
export const language_names = Object.keys(language_titles).filter(isLanguage)

/** The words of a language; each is a file of its own, so that nobody loads those of the others. */
export const loadWords: Readonly<Record<Language, () => Promise<PortalWords>>> = {
  nl: async () => (await import('./words/nl.ts')).nl,
  en: async () => (await import('./words/en.ts')).en,
  de: async () => (await import('./words/de.ts')).de,
  fr: async () => (await import('./words/fr.ts')).fr,
}

const tags: Readonly<Record<Language, string>> = { nl: 'nl-NL', en: 'en-GB', de: 'de-DE', fr: 'fr-FR' }

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(language_titles, value)
}

/** The first language of a reader that there are words for; English for everybody else. */
export const preferred = (of: readonly string[]): Language =>
  of.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage) ?? 'en'

/** An amount as the service prints it; it stays text, so no digit is lost. */
export const sayAmount = (amount: string, currency_code: string, language: Language): string =>
  // The service prints decimal numbers, which is what the type asks for.
  new Intl.NumberFormat(tags[language], { style: 'currency', currency: currency_code }).format(amount as `${number}`)

/** An amount as it is typed into a form: without decimals in a currency that has none. */
export function plainAmount(amount: string, currency_code: string): string {
  const style = new Intl.NumberFormat('en', { style: 'currency', currency: currency_code })
  return style.resolvedOptions().maximumFractionDigits === 0 ? amount.replace(/\.0+$/, '') : amount
}

/** A day of the calendar, wherever the reader is. */
export function sayDay(day: string, language: Language): string {
  const style = new Intl.DateTimeFormat(tags[language], { dateStyle: 'long', timeZone: 'UTC' })
  const text = style.format(new Date(`${day}T00:00:00Z`))
  // The first of a month is the only day that French counts as a first.
  return language === 'fr' ? text.replace(/^1 /, '1er ') : text
}

const styled = (day: string, language: Language, style: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(tags[language], { ...style, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** A day on a small place: Tue 1 Dec. */
export const sayShortDay = (day: string, language: Language): string =>
  styled(day, language, { weekday: 'short', day: 'numeric', month: 'short' }).replaceAll(',', '')

/** A day beside an amount: 1 Dec. */
export const sayMonthDay = (day: string, language: Language): string =>
  styled(day, language, { day: 'numeric', month: 'short' })

/** A day that somebody agrees to: Tuesday 1 December. */
export const sayLongDay = (day: string, language: Language): string =>
  styled(day, language, { weekday: 'long', day: 'numeric', month: 'long' }).replaceAll(',', '')

/** The day of a moment where the reader is. */
export const sayMomentDay = (moment: string, language: Language): string =>
  new Intl.DateTimeFormat(tags[language], { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(moment))

/** An IBAN in groups of four, as people read it. */
export const sayIban = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, '$1 ')
