import type { Place } from './layouts.ts'

/** What is wrong with a file, and where; lines and positions are counted from 1. */
export type Problem = { line: number; position: number | null; problem: string }

/** Somebody who mends twenty lines uploads again anyway. */
export const problems_max = 20

export type Problems = {
  add: (line: number, place: Place | null, problem: string) => void
  list: () => Problem[]
  any: () => boolean
  full: () => boolean
}

export function collectProblems(): Problems {
  const told: Problem[] = []
  return {
    add: (line, place, problem) => {
      if (told.length < problems_max) told.push({ line, position: place?.at ?? null, problem })
    },
    list: () => told,
    any: () => told.length > 0,
    full: () => told.length >= problems_max,
  }
}

/** A problem as a sentence without its full stop, to stand behind the name of the file. */
export const tellProblem = ({ line, position, problem }: Problem): string =>
  `line ${line}${position === null ? '' : `, position ${position}`}: ${problem}`
