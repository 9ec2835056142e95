import type { Language } from './languages.ts'

/** A day with its weekday, short: Fri 20 Nov. */
export const sayWeekday = (iso: string, language: Language): string =>
  new Intl.DateTimeFormat(language === 'nl' ? 'nl-NL' : 'en-GB', {
    ...{ weekday: 'short', day: 'numeric', month: 'short' },
  }).format(new Date(iso))

/** The same without its month, for a small button. */
export const sayDayButton = (iso: string, language: Language): string =>
  new Intl.DateTimeFormat(language === 'nl' ? 'nl-NL' : 'en-GB', { weekday: 'short', day: 'numeric' }).format(
    new Date(iso),
  )
