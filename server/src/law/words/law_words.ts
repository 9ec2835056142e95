import { german } from './de.ts'
import { english, type LawWords } from './en.ts'
import { french } from './fr.ts'
import { dutch } from './nl.ts'

export const law_languages = ['nl', 'en', 'de', 'fr'] as const
export type LawLanguage = (typeof law_languages)[number]

/** The law in words, for telling people how a figure was worked out. */
export const lawWords: { readonly [language in LawLanguage]: LawWords } = {
  ...{ nl: dutch, en: english, de: german, fr: french },
}
