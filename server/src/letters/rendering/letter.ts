import type { LetterText } from '../texts/each_language.ts'
import type { LetterFacts } from './facts.ts'
import { type Piece, piecesOf } from './pieces.ts'
import { type Parsed, parseTemplate, renderTemplate, type TemplateProblem } from './template.ts'
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
  const [subject, body] = [parsed(text.subject), parsed(text.body)]
  const scope = scopeOf(facts)
  const pieces = withInvoices(piecesOf(body, scope))
  return { facts, title: text.title, subject: renderTemplate(subject, scope), pieces }
}

/** What is asked for is said in every letter: a text that leaves the invoices out gets them at its end. */
const withInvoices = (pieces: Piece[]): Piece[] =>
  pieces.some((piece) => piece.is === 'invoices.table') ? pieces : [...pieces, { is: 'invoices.table' }]

/** Texts that were read before: the same few are written again and again. */
const read = new Map<string, Parsed>()
const read_max = 500

function parsed(text: string): Parsed {
  const known = read.get(text)
  if (known) return known
  const made = parseTemplate(text)
  if ('problems' in made) throw new Error(`A text of letters cannot be rendered: ${made.problems[0]?.problem}`)
  if (read.size >= read_max) read.clear()
  read.set(text, made)
  return made
}
