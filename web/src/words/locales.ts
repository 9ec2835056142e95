import type { Words } from './languages.ts'

const offered = ['en-GB', 'nl', 'nl-BE'] as const
const known = [...offered, 'de', 'fr', 'es'] as const
type Locale = (typeof known)[number]

const keys = {
  'en-GB': 'locale_en_gb',
  nl: 'locale_nl',
  'nl-BE': 'locale_nl_be',
  de: 'locale_de',
  fr: 'locale_fr',
  es: 'locale_es',
} as const satisfies Record<Locale, keyof Words>

/** The locales that there are words for, and the one that an account has already. */
export function localeChoices(words: Words, current: string | null): { value: string; label: string }[] {
  return known
    .filter((locale) => locale === current || (offered as readonly string[]).includes(locale))
    .map((locale) => ({ value: locale, label: words[keys[locale]] }))
}
