import { sayAmount, sayRate } from '../rendering/formats.ts'
import { filled } from '../texts/letter_texts.ts'
import type { Language } from '../words/letter_words.ts'
import { german } from './de.ts'
import { english } from './en.ts'
import { french } from './fr.ts'
import type { LegalTexts } from './legal_texts.ts'
import { dutch } from './nl.ts'

const legal_texts: { readonly [In in Language]: LegalTexts } = { nl: dutch, en: english, de: german, fr: french }

/** What the paragraphs of a law are written from. */
export type LegalFacts = {
  law: string
  party: 'business' | 'consumer'
  language: Language
  channel: 'mail' | 'post'
  /** Whether the law asked for this letter. */
  legal: boolean
  days: number | null
  stated_costs: string | null
  with_vat: boolean
  /** The yearly rate that was agreed, or `none` where no interest is charged; null where the law has it. */
  interest: string | null
  currency_code: string
  total_amount: string
  creditor: { name: string; registration_number: string | null }
}

/** The paragraphs that the law asks of a letter; nothing where it asks for none. */
export function legalParagraphs(facts: LegalFacts): string[] {
  const { law, party, language, legal, stated_costs } = facts
  const texts = legal_texts[language]
  const of_law = texts[`${law}_${party}` as keyof LegalTexts] as string | undefined // Not every law has one.
  // What the law says of interest is not so where something else was agreed.
  const own_interest = facts.interest === 'none' ? texts.no_interest : texts.agreed_rate
  const text = of_law && party === 'business' && facts.interest !== null ? own_interest : of_law
  const asked = party === 'consumer' ? legal : stated_costs !== null
  // A Dutch letter that announces no costs has nothing to say: none will follow.
  if (!text || !asked || (stated_costs === null && law !== 'be')) return []
  return [filled(text, valuesOf(facts, texts))]
}

function valuesOf(facts: LegalFacts, texts: LegalTexts): { [name: string]: string } {
  const { language, currency_code, stated_costs, creditor, channel, interest } = facts
  const say = (amount: string): string => sayAmount(amount, currency_code, language)
  const amount = stated_costs === null ? '' : say(stated_costs)
  const number = creditor.registration_number
  return {
    ...{ amount, days: String(facts.days ?? ''), vat: facts.with_vat ? texts.vat : '', creditor: creditor.name },
    ...{ total: say(facts.total_amount), start: channel === 'mail' ? texts.by_mail : texts.by_post },
    rate: interest === null || interest === 'none' ? '' : sayRate(interest, language),
    basis: (texts[`${facts.law}_basis` as keyof LegalTexts] as string | undefined) ?? '', // As above.
    registration: number === null ? '' : filled(texts.registration, { number }),
    consequence: stated_costs === null ? texts.be_nothing : filled(texts.be_damages, { amount }),
  }
}
