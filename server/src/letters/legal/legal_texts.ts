import type { Language } from '../words/letter_words.ts'
import { german } from './de.ts'
import { english } from './en.ts'
import { french } from './fr.ts'
import { dutch } from './nl.ts'

/** What a law wants a letter to say, in one language. Names in braces are filled in; nobody can edit these texts. */
export type LegalTexts = {
  /** The letter that gives fourteen days before costs follow. */
  nl_consumer: string
  /** The free reminder, with what it has to name. */
  be_consumer: string
  be_damages: string
  be_nothing: string
  by_mail: string
  by_post: string
  vat: string
  registration: string
  nl_business: string
  be_business: string
  de_business: string
  fr_business: string
  uk_business: string
  eu_business: string
}

export const legal_texts: { readonly [In in Language]: LegalTexts } = {
  ...{ nl: dutch, en: english, de: german, fr: french },
}
