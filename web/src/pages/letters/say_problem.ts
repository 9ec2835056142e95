import { fill } from '../../words/fill.ts'
import type { Words } from '../../words/languages.ts'

export type TextProblem = {
  sentence: string
  /** A name that was mistyped, and the one that must have been meant. */
  meant: { wrong: string; right: string } | null
}

/** What is wrong with a text, in the language of the reader; what has no words here is said as it came. */
export function sayTextProblem(problem: string, words: Words): TextProblem {
  const [, part = '', line, said = problem] = /^(subject|body): (?:line (\d+): )?(.+)$/s.exec(problem) ?? []
  const place = line === undefined || part === 'subject' ? '' : `${fill(words.letters_line, { line })} `
  const unknown = /^(\S+) is not known(?:; (\S+) must have been meant)?$/.exec(said)
  if (unknown) {
    const [, wrong = '', right] = unknown
    const sentence = right ? words.letters_unknown_meant : words.letters_unknown
    return { sentence: place + fill(sentence, { wrong, right: right ?? '' }), meant: right ? { wrong, right } : null }
  }
  if (/not closed/.test(said)) return { sentence: place + words.letters_not_closed, meant: null }
  if (/^must not be longer|^must not name more/.test(said))
    return { sentence: place + words.letters_too_much, meant: null }
  return { sentence: place + said, meant: null }
}
