import type { Language } from '../words/letter_words.ts'
import { german } from './de.ts'
import type { LetterTexts } from './each_language.ts'
import { english } from './en.ts'
import { french } from './fr.ts'
import { dutch } from './nl.ts'

/** The texts that count until somebody writes own ones. */
export const default_texts: { readonly [In in Language]: LetterTexts } = {
  nl: dutch,
  en: english,
  de: german,
  fr: french,
}

/** A sentence of the frame with its names filled in. */
export const filled = (sentence: string, values: { readonly [name: string]: string }): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
