import type { letter_languages } from '../../settings/administration_settings.ts'
import { german } from './de.ts'
import type { LetterWords } from './each_language.ts'
import { english } from './en.ts'
import { french } from './fr.ts'
import { dutch } from './nl.ts'

/** The languages in which letters are written. */
export type Language = (typeof letter_languages)[number]

const all: Readonly<Record<Language, LetterWords>> = { nl: dutch, en: english, de: german, fr: french }

/** The language for a debtor: that of a code such as nl-BE, and another one where we have no words for it. */
export function languageFor(language_code: string | null, otherwise: Language): Language {
  const [language = ''] = (language_code ?? '').toLowerCase().split('-')
  return Object.hasOwn(all, language) ? (language as Language) : otherwise // Its keys are the languages.
}

export const letterWords = (language: Language): LetterWords => all[language]
