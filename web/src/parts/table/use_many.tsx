import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { workDone } from '../../api/work.ts'
import { counted, fill } from '../../words/fill.ts'
import { sayProblem, sayRefusal } from '../../words/refusals.ts'
import { useWords } from '../../words/words.tsx'
import { useNotice } from '../notices.tsx'
import { type Failure, ManyEnded, ManyUnderWay } from './many_dialogs.tsx'
import { type Refused, workThrough } from './work_through.ts'

export type Many<Row> = {
  rows: readonly Row[]
  nameOf: (row: Row) => string
  /** What people call a row, where the service calls it otherwise. */
  callIt?: (row: Row) => string
  act: Act<Row>
  /** Rows that are known to be refused before anybody asks. */
  refused?: readonly Refused<Row>[]
  sayDone: (count: number) => string
  /** Takes it back of rows that it was done with, where it can be taken back. */
  undo?: Act<Row> | undefined
  /** Which rows of the list stay chosen for a row of work, where that is another one. */
  rowsOf?: (row: Row) => readonly string[]
}

/** What a request for many rows reports about those that were refused, under their names. */
export type BulkResult = { errors?: Readonly<Record<string, readonly string[]>> }
type Bulk<Row> = (rows: readonly Row[]) => Promise<BulkResult>
/** Does something with one row, or with a portion of them where the service takes many. */
type Act<Row> = { one: (row: Row) => Promise<unknown> } | { some: Bulk<Row> }

export type RunMany = <Row extends { id: string }>(many: Many<Row>) => Promise<void>

/** The interface takes a thousand; a tenth of that shows soon enough how far it is. */
const portion_of_many = 100

/** What the service calls a row, and how many are known to be refused already. */
type Going<Row> = { nameOf: (row: Row) => string; known?: number }
type UnderWay = { gone_through: number; total: number }
type Ending = { done: string; left: number; failures: readonly Failure[] }

/**
 * Verbs on many rows: how far it is while it runs, a way to stop it, and in the end what was done and what was not.
 * What was refused or not reached stays chosen.
 */
export function useMany(on: { onDone: () => void; onKeep: (ids: readonly string[]) => void }): {
  run: RunMany
  shown: ReactNode
} {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const [under_way, setUnderWay] = useState<UnderWay | null>(null)
  const [ending, setEnding] = useState<Ending | null>(null)
  const stopped = useRef(false)

  /** Goes through rows, and shows on the way how far it is. */
  const goThrough = async <Row,>(rows: readonly Row[], act: Act<Row>, { nameOf, known = 0 }: Going<Row>) => {
    stopped.current = false
    const total = rows.length + known
    setUnderWay({ gone_through: known, total })
    const perform = async (some: readonly Row[]): Promise<Refused<Row>[]> => {
      if ('one' in act) for (const row of some) await act.one(row)
      const { errors = {} } = 'some' in act ? await act.some(some) : {}
      return some.flatMap((row) => {
        const reasons = errors[nameOf(row)]
        return reasons ? [{ row, reason: reasons.map((one) => sayProblem(words, one)).join(' ') }] : []
      })
    }
    try {
      return await workThrough({
        ...{ rows, act: perform, portion: 'one' in act ? 1 : portion_of_many, stopped: () => stopped.current },
        onProgress: (count) => setUnderWay({ gone_through: known + count, total }),
        say: (problem) => sayRefusal(words, problem),
      })
    } finally {
      setUnderWay(null)
    }
  }

  const run: RunMany = async (many) => {
    const { rows, nameOf, callIt = nameOf, act, undo, refused: known = [], rowsOf = (row) => [row.id] } = many
    const takeBack = async (done_with: typeof rows, how: NonNullable<typeof undo>): Promise<void> => {
      const { done, refused, left } = await goThrough(done_with, how, { nameOf })
      const kept = [...refused.map(({ row }) => row), ...left]
      if (kept.length > 0) {
        on.onKeep(kept.flatMap(rowsOf))
        // The bar of what is chosen, which shows the work, may be gone: so this is said at the edge of the page.
        const counts = { count: done, total: done_with.length }
        say(fill(words.undone_in_part, { ...counts, reason: refused[0]?.reason ?? '' }), undefined, 'bad')
      }
      await workDone(queries)
    }
    try {
      const ended = await goThrough(rows, act, { nameOf, known: known.length })
      const refused = [...known, ...ended.refused]
      const kept = [...refused.map(({ row }) => row), ...ended.left]
      if (kept.length === 0) on.onDone()
      else on.onKeep(kept.flatMap(rowsOf))
      const left = ended.left.length
      const done = many.sayDone(ended.done)
      const done_with = rows.filter((row) => !kept.includes(row))
      const back = undo && (() => takeBack(done_with, undo))
      if (refused.length === 0)
        say(left === 0 ? done : `${done} ${counted(left, words.many_left_one, words.many_left)}`, back)
      else setEnding({ done, left, failures: refused.map(({ row, reason }) => ({ name: callIt(row), reason })) })
    } finally {
      await workDone(queries)
    }
  }
  const stop = (): void => {
    stopped.current = true
  }
  const shown = (
    <>
      {under_way && <ManyUnderWay {...under_way} onStop={stop} />}
      <ManyEnded ending={ending} onClose={() => setEnding(null)} />
    </>
  )
  return { run, shown }
}
