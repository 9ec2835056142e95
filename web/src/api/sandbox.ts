import { queryOptions } from '@tanstack/react-query'
import { ask } from './client.ts'
import type { Operations } from './generated.ts'

export type Sandbox = Operations['sandbox.show']['answers']
export type DiaryEntry = Sandbox['diary'][number]

export const sandboxQuery = (administration_id: string) =>
  queryOptions({
    queryKey: ['records', 'sandbox', administration_id],
    queryFn: () => ask('sandbox.show', { administration_id }),
  })
