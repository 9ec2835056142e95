import type { LetterStep } from '../rendering/facts.ts'
import type { Language } from '../words/letter_words.ts'
import { german } from './de.ts'
import { english } from './en.ts'
import { french } from './fr.ts'
import { dutch } from './nl.ts'

/** A text that can be edited: the heading of the paper, and liquid for the subject and the body. */
export type LetterText = { title: string; subject: string; body: string }

/** What stands around every letter, and cannot be edited. Names in braces are filled in. */
export type LetterFrame = {
  invoice: string
  order: string
  order_number: string
  due: string
  days: string
  open: string
  total: string
  pay: string
  account: string
  holder: string
  reference: string
  amount: string
  bic: string
  scan: string
  page: string
  crossed: string
  objection: string
  portal: string
  more: string
  full_list: string
  due_on: string
  costs: string
  credit: string
  stated: string
  attention: string
  addressed: string
  registered: string
}

export type LetterTexts = {
  frame: LetterFrame
  steps: { readonly [Step in LetterStep]: LetterText }
  /** What somebody sends who wants to show a debtor all that is open. */
  statement: LetterText
}

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
