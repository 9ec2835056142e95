import { isCountryCode } from '../codes.ts'
import { cutText } from '../cut_text.ts'

const languages = ['en', 'nl', 'de', 'fr'] as const
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const country_codes = letters.flatMap((one) => letters.map((other) => one + other)).filter(isCountryCode)

const plain = (name: string): string => name.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase()

/** Codes by the names that the four languages of our letters have for them. */
function codesByName(type: 'region' | 'language', codes: readonly string[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const language of languages) {
    const shown = new Intl.DisplayNames([language], { type, fallback: 'none' })
    for (const code of codes) {
      const name = shown.of(code)
      if (name !== undefined) names.set(plain(name), code)
    }
  }
  return names
}

let countries: Map<string, string> | null = null

/** The code of a country that is given by its code or its name; null when it is neither. */
export function countryNamed(words: string): string | null {
  const code = words.toUpperCase()
  if (isCountryCode(code)) return code
  if (code === 'UK') return 'GB'
  countries ??= codesByName('region', country_codes)
  return countries.get(plain(words)) ?? null
}

let language_names: Map<string, string> | null = null

/** The code of a language; what is not known is kept as it is, as the interface does. */
export function languageNamed(words: string): string {
  language_names ??= codesByName('language', languages)
  return language_names.get(plain(words)) ?? cutText(words.toLowerCase(), 2)
}
