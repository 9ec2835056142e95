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

/** Names of months and how they are shortened, in the four languages of our letters, without accents. */
const month_names: readonly string[] = [
  'jan january januari januar janner janvier janv',
  'feb february februari februar fevrier fevr fev',
  'mar march maart mrt marz maerz mrz mars',
  'apr april avril avr',
  'may mei mai',
  'jun june juni juin',
  'jul july juli juillet juil',
  'aug august augustus aout',
  'sep sept september septembre',
  'oct october oktober okt octobre',
  'nov november novembre',
  'dec december dezember dez decembre',
]
const months = new Map(month_names.flatMap((names, at) => names.split(' ').map((name) => [name, at + 1])))

/** The number of a month that is named; null when it is none. */
export const monthNamed = (name: string): number | null => months.get(plain(name)) ?? null

let language_names: Map<string, string> | null = null

/** The code of a language; what is not known is kept as it is, as the interface does. */
export function languageNamed(words: string): string {
  language_names ??= codesByName('language', languages)
  return language_names.get(plain(words)) ?? cutText(words.toLowerCase(), 2)
}
