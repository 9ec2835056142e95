import { en } from './en.ts'
import { nl } from './nl.ts'

export type Words = { readonly [Key in keyof typeof en]: string }

export const languages = { en, nl } as const
export type Language = keyof typeof languages
export const language_names = Object.keys(languages).filter(isLanguage)

/** The first language of a reader that there are words for; English for everybody else. */
export function preferred(tags: readonly string[]): Language {
  return tags.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage) ?? 'en'
}

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(languages, value)
}

/** The locale that accounts keep for a language. */
export const localeOf = (language: Language): 'en-GB' | 'nl' => (language === 'nl' ? 'nl' : 'en-GB')
