import type { FieldPosition } from './layouts.ts'

/** What is wrong with a file, and where; lines and positions are counted from 1. */
export type Problem = { line: number; position: number | null; problem: string }

/** Somebody who mends twenty lines uploads again anyway. */
export const problems_max = 20

export type Problems = {
  add: (line: number, place: FieldPosition | null, problem: string) => void
  list: () => Problem[]
  any: () => boolean
  full: () => boolean
}

export function collectProblems(): Problems {
  const problems: Problem[] = []
  return {
    add: (line, place, problem) => {
      if (problems.length < problems_max) problems.push({ line, position: place?.at ?? null, problem })
    },
    list: () => problems,
    any: () => problems.length > 0,
    full: () => problems.length >= problems_max,
  }
}

/** A problem as a sentence without its full stop, to stand behind the name of the file. */
export const problemText = ({ line, position, problem }: Problem): string =>
  `line ${line}${position === null ? '' : `, position ${position}`}: ${problem}`
