import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import { type WrittenLetter, writeLetter } from '../../letters/rendering/letter.ts'
import { countingText, isLetterStep } from '../../letters/texts/own_texts.ts'
import { languageFor } from '../../letters/words/letter_words.ts'
import type { Letter } from '../decide/decision.ts'
import { draftFacts } from './letter_facts.ts'

type Place = { db: Kysely<Tables>; administration_id: string; base_url: string }

export type Preview = { written: WrittenLetter; text_version: number; recipients: string[] }

/** A letter that was decided, as it would go out now. Null for a step that has no text. */
export async function previewLetter(
  { db, administration_id, base_url }: Place,
  letter: Letter,
  default_language: string,
): Promise<Preview | null> {
  const step = isLetterStep(letter.text) ? letter.text : letter.step
  if (!isLetterStep(step)) return null
  const language = languageFor(letter.language_code, languageFor(default_language, 'en'))
  const { text, version } = await countingText(db, administration_id, { step, language })
  const { debtor_id, recipient, items, channel, day, term_days, charges } = letter
  const { facts, recipients } = await draftFacts(db, {
    ...{ administration_id, base_url, debtor_id, language, channel, day, term_days, charges },
    contact_id: recipient.startsWith('contact ') ? recipient.slice('contact '.length) : null,
    invoice_ids: items.map(({ invoice_id }) => invoice_id),
  })
  return { written: writeLetter(text, facts), text_version: version, recipients }
}
