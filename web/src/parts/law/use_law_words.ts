import { en, nl } from '../../words/law/generated.ts'
import type { LawWords } from '../../words/law/say_law.ts'
import { useWords } from '../../words/words.tsx'

const law_words: { readonly en: LawWords; readonly nl: LawWords } = { en, nl }

/** The law in the reader's language. */
export const useLawWords = (): LawWords => law_words[useWords().language]
