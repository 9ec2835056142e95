import { useRef, useState } from 'react'

export type Selection = {
  ids: ReadonlySet<string>
  /** Chooses a row or not; with a range, all from the row that was touched last. */
  toggle: (id: string, range?: boolean) => void
  /** Chooses all rows that are there, or none of them. */
  toggleAll: () => void
  choose: (ids: readonly string[]) => void
  clear: () => void
}

/** Which rows of a list somebody chose. Rows that left the list are chosen no more. */
export function useSelection(rows: readonly { id: string }[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)
  const there = rows.map(({ id }) => id)
  const ids = new Set(there.filter((id) => chosen.has(id)))
  const toggle = (id: string, range = false): void => {
    const [from, to] = [there.indexOf(last.current ?? id), there.indexOf(id)]
    const touched = range && from >= 0 ? there.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
    const wanted = !ids.has(id)
    last.current = id
    setChosen(new Set([...[...ids].filter((one) => !touched.includes(one)), ...(wanted ? touched : [])]))
  }
  return {
    ids,
    toggle,
    toggleAll: () => setChosen(new Set(ids.size === there.length ? [] : there)),
    choose: (wanted) => setChosen(new Set(wanted)),
    clear: () => setChosen(new Set()),
  }
}
