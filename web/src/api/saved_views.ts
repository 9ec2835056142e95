import { queryOptions, skipToken } from '@tanstack/react-query'
import { ask } from './client.ts'
import type { Operations } from './generated.ts'

/** Lists of which views can be kept. */
export type ListName = Operations['saved_views.list']['takes']['list']
export type SavedView = Operations['saved_views.list']['answers']['views'][number]

/** Letters are looked through, not worked through, so nobody keeps views of them. */
export type AnyList = ListName | 'letters'
export const keepsViews = (list: AnyList): list is ListName => list !== 'letters'

export const savedViewsQuery = (administration_id: string, list: AnyList) =>
  queryOptions({
    queryKey: ['saved_views', administration_id, list],
    queryFn: keepsViews(list) ? () => ask('saved_views.list', { administration_id, list }) : skipToken,
  })
