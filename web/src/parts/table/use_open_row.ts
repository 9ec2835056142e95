import { useEffect, useRef, useState } from 'react'

type Given = {
  /** What is listed; a list of something else begins with its own first row. */
  list: string
  /** Rows by their records, once they are there. */
  ids: readonly string[] | undefined
  /** The one that somebody chose. */
  chosen: string | undefined
  choose: (id: string | undefined) => void
}

export type OpenRow = {
  /** The record that is open; null where there is none to open. */
  current: string | null
  /** Its place on the list, from 0; -1 when it is not there. */
  place: number
  /** Whether it stood on the list, and no longer does. */
  gone: boolean
  move: (by: 1 | -1) => void
  /** The reader is done with a record: on to the next one, or to the one before when it was the last. */
  goOn: (id: string) => void
  /** What the reader was done with is to do again. */
  leadBack: (id: string) => void
}

/** What is open without being chosen, and the record that somebody was done with last: it may still leave the list. */
type Kept = { list: string; open: string | null; done: string | null }

/**
 * Which row of a list is open beside it: the first one, until somebody chooses. Rows come and leave by what others do,
 * so it is known by its record and never by its place, and stays open until the reader chooses another or is done with
 * it, also when it left the list itself.
 */
export function useOpenRow({ list, ids, chosen, choose }: Given): OpenRow {
  const [kept, setKept] = useState<Kept>({ list, open: null, done: null })
  const is_same = kept.list === list
  const first = ids?.find((id) => !is_same || id !== kept.done) ?? null
  // While another list is on its way, what was open stays.
  const current = chosen ?? (is_same || ids === undefined ? kept.open : null) ?? first
  const place = current === null ? -1 : (ids?.indexOf(current) ?? -1)
  // The list as it was when the open row was on it last: from there the rows beside it are known.
  const seen = useRef({ list, ids: ids ?? [] })
  if (ids && place >= 0) seen.current = { list, ids }
  const stood = seen.current.list === list ? seen.current.ids : []
  const latest = useRef({ chosen, ids, stood })
  latest.current = { chosen, ids, stood }
  useEffect(() => {
    if (ids !== undefined) setKept((before) => keptAfter(before, { list, ids, current }))
  }, [list, ids, current])
  return {
    current,
    place,
    gone: ids !== undefined && place < 0 && current !== null && stood.includes(current),
    move: (by) => {
      const next = rowBeside(current, by, stood, ids ?? [])
      if (next !== undefined) choose(next)
    },
    goOn: (id) => {
      // Whoever moved on meanwhile is not taken away from there.
      const now = latest.current
      const others = (now.ids ?? []).filter((one) => one !== kept.done)
      const next = rowBeside(id, 1, now.stood, others) ?? rowBeside(id, -1, now.stood, others)
      setKept(({ open }) => ({ list, open: open === id ? (next ?? null) : open, done: id }))
      if (now.chosen === id) choose(next)
    },
    leadBack: (id) => setKept({ list, open: id, done: null }),
  }
}

function keptAfter(
  before: Kept,
  { list, ids, current }: { list: string; ids: readonly string[]; current: string | null },
) {
  const done = before.list === list && before.done !== null && ids.includes(before.done) ? before.done : null
  const open = current === done ? null : current
  const is_same = before.list === list && before.open === open && before.done === done
  return is_same ? before : { list, open, done }
}

/** The next row that is there still, from where a record stands or stood. */
function rowBeside(
  id: string | null,
  by: 1 | -1,
  stood: readonly string[],
  ids: readonly string[],
): string | undefined {
  const there = new Set(ids)
  const rows = id !== null && stood.includes(id) ? stood : ids
  const at = id === null ? -1 : rows.indexOf(id)
  const others = by > 0 ? rows.slice(at + 1) : rows.slice(0, Math.max(at, 0)).reverse()
  return others.find((one) => there.has(one))
}
