import type { VisibilityState } from '@tanstack/react-table'
import { useState } from 'react'
import { keepChoice, keptChoice } from '../../browser/kept_choice.ts'
import type { Column } from './columns.ts'

export type ChosenColumns = {
  /** The columns that are put away are `false`; others are shown. */
  shown: (columns: readonly Column<never>[]) => VisibilityState
  /** These columns in the order that somebody gave them. */
  inOrder: (ids: readonly string[]) => string[]
  choose: (id: string, shown: boolean) => void
  move: (ids: readonly string[], id: string, by: 1 | -1) => void
  reset: () => void
}

/** Which columns of a list somebody wants and in which order, kept on this browser where the list has a name. */
export function useChosenColumns(list: string | undefined): ChosenColumns {
  const [hidden, keepHidden] = useKeptIds(list && `dunlin.columns.${list}`)
  const [added, keepAdded] = useKeptIds(list && `dunlin.columns_added.${list}`)
  const [order, keepOrder] = useKeptIds(list && `dunlin.column_order.${list}`)
  const inOrder = (ids: readonly string[]): string[] => {
    const known = order.filter((id) => ids.includes(id))
    return [...known, ...ids.filter((id) => !known.includes(id))]
  }
  return {
    inOrder,
    shown: (columns) =>
      Object.fromEntries(
        columns.map(({ id, optional }) => [id, !hidden.includes(id) && (!optional || added.includes(id))]),
      ),
    choose: (id, shown) => {
      keepHidden([...hidden.filter((one) => one !== id), ...(shown ? [] : [id])])
      keepAdded([...added.filter((one) => one !== id), ...(shown ? [id] : [])])
    },
    move: (ids, id, by) => {
      const now = inOrder(ids)
      const at = now.indexOf(id)
      const to = Math.min(Math.max(at + by, 0), now.length - 1)
      keepOrder(now.toSpliced(at, 1).toSpliced(to, 0, id))
    },
    reset: () => {
      keepHidden([])
      keepAdded([])
      keepOrder([])
    },
  }
}

function useKeptIds(storage_key: string | undefined): [string[], (ids: string[]) => void] {
  const [ids, setIds] = useState(() => (storage_key === undefined ? [] : readIds(storage_key)))
  const keep = (wanted: string[]): void => {
    setIds(wanted)
    if (storage_key !== undefined) keepChoice(storage_key, JSON.stringify(wanted))
  }
  return [ids, keep]
}

/** What another release or another hand wrote there is no reason to show nothing. */
function readIds(storage_key: string): string[] {
  try {
    const kept: unknown = JSON.parse(keptChoice(storage_key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}
