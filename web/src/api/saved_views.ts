import { queryOptions } from '@tanstack/react-query'
import { ask } from './client.ts'
import type { Operations } from './generated.ts'

/** Lists of which views can be kept. */
export type ListName = Operations['saved_views.list']['takes']['list']
export type SavedView = Operations['saved_views.list']['answers']['views'][number]

export const savedViewsQuery = (administration_id: string, list: ListName) =>
  queryOptions({
    queryKey: ['saved_views', administration_id, list],
    queryFn: () => ask('saved_views.list', { administration_id, list }),
  })
