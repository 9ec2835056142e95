import type { Language, Words } from '../words/languages.ts'
import { pages } from './pages.ts'

/** Every word of the site in one language: those that pages share, and those of each page. */
export async function loadWords(language: Language): Promise<Words> {
  const all =
    language === 'nl'
      ? [
          (await import('../words/nl.ts')).nl,
          ...(await Promise.all(pages.map(({ words }) => words.nl()))).map((one) => one.nl),
        ]
      : [
          (await import('../words/en.ts')).en,
          ...(await Promise.all(pages.map(({ words }) => words.en()))).map((one) => one.en),
        ]
  // Each page has the same words in every language, which is what the type of its translation says.
  return Object.assign({}, ...all) as Words
}
