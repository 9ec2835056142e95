import { en } from '../words/en.ts'
import type { Dictionary, Language, Words } from '../words/languages.ts'
import { nl } from '../words/nl.ts'
import { pages } from './pages.ts'

/** Every word of the site: those that pages share, and those of each page. */
export const dictionary: Dictionary = { en: wordsIn('en', en), nl: wordsIn('nl', nl) }

function wordsIn(language: Language, shared: object): Words {
  // Each page has the same words in every language, which is what the type of its translation says.
  return Object.assign({}, shared, ...pages.map(({ words }) => words[language])) as Words
}
