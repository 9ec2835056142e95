import type { VisibilityState } from '@tanstack/react-table'
import { useState } from 'react'
import { keepChoice, keptChoice } from '../../browser/kept_choice.ts'

export type ChosenColumns = {
  /** The columns that somebody put away are `false`; others are shown. */
  shown: VisibilityState
  choose: (id: string, shown: boolean) => void
  reset: () => void
}

/** Which columns of a list somebody wants to see, kept on this browser. Without a name nothing can be chosen. */
export function useChosenColumns(list: string | undefined): ChosenColumns {
  const storage_key = `dunlin.columns.${list}`
  const [hidden, setHidden] = useState(() => (list === undefined ? [] : readHidden(storage_key)))
  const keep = (ids: string[]): void => {
    setHidden(ids)
    keepChoice(storage_key, JSON.stringify(ids))
  }
  return {
    shown: Object.fromEntries(hidden.map((id) => [id, false])),
    choose: (id, shown) => keep(shown ? hidden.filter((one) => one !== id) : [...hidden, id]),
    reset: () => keep([]),
  }
}

/** What another release or another hand wrote there is no reason to show nothing. */
function readHidden(storage_key: string): string[] {
  try {
    const kept: unknown = JSON.parse(keptChoice(storage_key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}
