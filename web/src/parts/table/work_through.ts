import { ConsoleError } from '../../api/console_error.ts'

/** A row that could not be done, and why. */
export type Refused<Row> = { row: Row; reason: string }

export type Work<Row> = {
  rows: readonly Row[]
  /** How many rows one request takes. */
  portion: number
  /** Does something with a portion, and returns which of its rows were refused. */
  act: (rows: readonly Row[]) => Promise<readonly Refused<Row>[]>
  /** Called after each portion with how many rows were gone through. */
  onProgress: (gone_through: number) => void
  /** Whether somebody wants it to end after the portion that is under way. */
  stopped: () => boolean
  say: (problem: ConsoleError) => string
}

export type Ended<Row> = { done: number; refused: Refused<Row>[]; left: Row[] }

/**
 * Goes through rows in portions. What is refused is kept with its reason, and the rest goes on; where going on has no
 * sense, because nobody answers or the session ended, the rows that were not reached are left.
 */
export async function workThrough<Row>({ rows, portion, act, ...caller }: Work<Row>): Promise<Ended<Row>> {
  const refused: Refused<Row>[] = []
  let at = 0
  while (at < rows.length && !caller.stopped()) {
    const some = rows.slice(at, at + portion)
    at += some.length
    try {
      refused.push(...(await act(some)))
    } catch (problem) {
      if (!(problem instanceof ConsoleError)) throw problem
      refused.push(...some.map((row) => ({ row, reason: caller.say(problem) })))
      if (isOver(problem)) break
    }
    caller.onProgress(at)
  }
  return { done: at - refused.length, refused, left: rows.slice(at) }
}

const isOver = ({ status }: ConsoleError): boolean => status === 0 || status === 401 || status === 429 || status === 503
