import type { en } from './en.ts'

/** The words of single pages, which pages/pages.ts adds. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled there.
export interface PageWords {}

/** Every word of the site, in one language. */
export type Words = { readonly [Key in keyof typeof en | keyof PageWords]: string }

export const language_names = ['en', 'nl'] as const
export type Language = (typeof language_names)[number]

/** How each language calls itself. */
export const own_names: Readonly<Record<Language, string>> = { en: 'English', nl: 'Nederlands' }

/** The first language of a reader that there are words for; English for everybody else. */
export function preferred(tags: readonly string[]): Language {
  return tags.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage) ?? 'en'
}

export function isLanguage(value: unknown): value is Language {
  return language_names.some((name) => name === value)
}

/** The locale that accounts keep for a language. */
export const localeOf = (language: Language): 'en-GB' | 'nl' => (language === 'nl' ? 'nl' : 'en-GB')
