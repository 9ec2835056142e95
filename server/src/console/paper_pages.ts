import { jsonList, listOf } from '../api/field.ts'
import type { WrittenLetter } from '../letters/rendering/letter.ts'
import { letterSketch, type OpenBytes } from '../letters/rendering/pdf.ts'

/** A letter as paper that a page draws: what stands where, in points of A4. */
export const paper_pages = listOf(
  { marks: jsonList('Texts, lines, filled squares and the logo, each with its place in points.').required() },
  'The pages of the paper; empty where nobody asked for them.',
)

export const paperPages = async (letter: WrittenLetter, open: OpenBytes) =>
  (await letterSketch(letter, open)).map((marks) => ({ marks }))
