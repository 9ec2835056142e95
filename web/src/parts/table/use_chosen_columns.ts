import type { VisibilityState } from '@tanstack/react-table'
import { useState } from 'react'
import { keepChoice, keptJson } from '../../browser/kept_choice.ts'
import type { Column } from './columns.ts'

export type ChosenColumns = {
  /** The columns that are put away are `false`; others are shown. */
  shown: (columns: readonly Column<never>[]) => VisibilityState
  /** These columns in the order that somebody gave them. */
  inOrder: (ids: readonly string[]) => string[]
  choose: (id: string, shown: boolean) => void
  /** Puts one of these columns at another place among them. */
  move: (ids: readonly string[], id: string, to: number) => void
  reset: () => void
}

/** The columns of a list that are shown, in their order; the first one names the rows, and stays the first. */
export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: ChosenColumns,
  besides: (column: Column<Row>) => boolean | undefined = () => false,
): Column<Row>[] {
  const [first, ...others] = columns
  const shown = chosen.shown(columns)
  const rest = chosen
    .inOrder(others.map(({ id }) => id))
    .flatMap((id) => others.find((one) => one.id === id) ?? [])
    .filter((one) => one.always || shown[one.id] || besides(one))
  return first ? [first, ...rest] : rest
}

/** What a file holds: the columns that are shown, and those that belong to every file. */
export const columnsInFile = <Row>(columns: readonly Column<Row>[], chosen: ChosenColumns): Column<Row>[] =>
  shownColumns(columns, chosen, ({ always_in_file }) => always_in_file)

/** Which columns of a list somebody wants and in which order, kept on this browser where the list has a name. */
export function useChosenColumns(list: string | undefined): ChosenColumns {
  const [hidden, keepHidden] = useKeptIds(list && `dunlin.columns.${list}`)
  const [added, keepAdded] = useKeptIds(list && `dunlin.columns_added.${list}`)
  const [order, keepOrder] = useKeptIds(list && `dunlin.column_order.${list}`)
  const inOrder = (ids: readonly string[]): string[] => ordered(ids, order)
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
    move: (ids, id, to) => keepOrder(moved(inOrder(ids), id, to)),
    reset: () => {
      keepHidden([])
      keepAdded([])
      keepOrder([])
    },
  }
}

/** The columns of a view that was saved. What somebody does with them holds until they go on, or save the view anew. */
export function useViewColumns(view: { id: string; columns: readonly string[] } | undefined): ChosenColumns | null {
  const [changed, setChanged] = useState<{ id: string; columns: readonly string[] } | null>(null)
  if (!view) return null
  const columns = changed?.id === view.id ? changed.columns : view.columns
  const change = (wanted: readonly string[]): void => setChanged({ id: view.id, columns: wanted })
  return {
    inOrder: (ids) => ordered(ids, columns),
    shown: (all) => Object.fromEntries(all.map(({ id }) => [id, columns.includes(id)])),
    choose: (id, shown) => change([...columns.filter((one) => one !== id), ...(shown ? [id] : [])]),
    move: (ids, id, to) => {
      const shown = moved(ordered(ids, columns), id, to).filter((one) => columns.includes(one))
      change([...columns.filter((one) => !ids.includes(one)), ...shown])
    },
    reset: () => setChanged(null),
  }
}

/** Those of which somebody said where they stand come first. */
function ordered(ids: readonly string[], order: readonly string[]): string[] {
  const known = order.filter((id) => ids.includes(id))
  return [...known, ...ids.filter((id) => !known.includes(id))]
}

function moved(ids: readonly string[], id: string, to: number): string[] {
  return ids.filter((one) => one !== id).toSpliced(Math.min(Math.max(to, 0), ids.length - 1), 0, id)
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
  const kept = keptJson(storage_key)
  return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
}
