import { useQuery } from '@tanstack/react-query'
import { type ListName, type SavedView, savedViewsQuery } from '../../api/saved_views.ts'
import type { Column } from './columns.ts'
import { type ChosenColumns, shownColumns, useChosenColumns, useViewColumns } from './use_chosen_columns.ts'

/** What an address says, by name. */
export type Search = Readonly<Record<string, string | undefined>>

/** Parts of an address that are no part of a view: which one it is, and the record that is looked at. */
const beside: readonly string[] = ['view', 'record']

/** A list as somebody sees it: the views that there are, the one that is shown, and how the list is other than it. */
export type ListView = {
  views: readonly SavedView[]
  current: SavedView | undefined
  /** Whether filters, order or columns are others than those of the view. */
  changed: boolean
  chosen: ChosenColumns
  /** What would be saved now. */
  present: { search: string; columns: string[] }
}

type Of<Row> = { administration_id: string; list: ListName; search: Search; columns: readonly Column<Row>[] }

export function useSavedView<Row>({ administration_id, list, search, columns }: Of<Row>): ListView {
  const { data } = useQuery(savedViewsQuery(administration_id, list))
  const views = data?.views ?? []
  const current = views.find(({ id }) => id === search.view)
  const usual = useChosenColumns(list)
  const chosen = useViewColumns(current) ?? usual
  const present = { search: queryOf(search), columns: shownColumns(columns, chosen).map(({ id }) => id) }
  const changed =
    current !== undefined &&
    (present.search !== current.search || present.columns.join() !== columnsOf(current, columns).join())
  return { views, current, changed, chosen, present }
}

/** The columns of a view that a list still has, as it shows them. */
function columnsOf<Row>(view: SavedView, columns: readonly Column<Row>[]): string[] {
  const [first, ...others] = columns
  const shown = others.filter(({ id, always }) => always || view.columns.includes(id)).map(({ id }) => id)
  const ordered = view.columns.filter((id) => shown.includes(id))
  return [...(first ? [first.id] : []), ...ordered, ...shown.filter((id) => !ordered.includes(id))]
}

/** An address as views keep it. */
function queryOf(search: Search): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (value && !beside.includes(name)) query.set(name, value)
  query.sort()
  return query.toString()
}

/** The address of a view. */
export const searchOf = ({ id, search }: Pick<SavedView, 'id' | 'search'>): Record<string, string> => ({
  ...Object.fromEntries(new URLSearchParams(search)),
  view: id,
})
