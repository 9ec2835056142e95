import type { LetterText } from '../texts/letter_texts.ts'
import type { LetterFacts } from './facts.ts'
import { type Piece, piecesOf } from './pieces.ts'
import { parseTemplate, renderTemplate, type TemplateProblem } from './template.ts'
import { scopeOf } from './variables.ts'

/** A letter that is written, before it becomes a mail or paper. */
export type WrittenLetter = { facts: LetterFacts; title: string; subject: string; pieces: Piece[] }

/** What is wrong with a text, by the part of it that is wrong. */
export function checkText(text: LetterText): { part: 'subject' | 'body'; problems: TemplateProblem[] }[] {
  return (['subject', 'body'] as const).flatMap((part) => {
    const parsed = parseTemplate(text[part])
    return 'problems' in parsed ? [{ part, problems: parsed.problems }] : []
  })
}

/** Writes a letter. A text was checked when it was published, so one that is wrong is our fault. */
export function writeLetter(text: LetterText, facts: LetterFacts): WrittenLetter {
  const [subject, body] = [parseTemplate(text.subject), parseTemplate(text.body)]
  if ('problems' in subject || 'problems' in body) throw new Error(`The text ${text.title} cannot be rendered.`)
  const scope = scopeOf(facts)
  return { facts, title: text.title, subject: renderTemplate(subject, scope), pieces: piecesOf(body, scope) }
}
