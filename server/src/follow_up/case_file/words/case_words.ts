import type { Language } from '../../../letters/words/letter_words.ts'
import { german } from './de.ts'
import { type CaseWords, english } from './en.ts'
import { french } from './fr.ts'
import { dutch } from './nl.ts'

export const caseWords: { readonly [language in Language]: CaseWords } = {
  en: english,
  nl: dutch,
  de: german,
  fr: french,
}
