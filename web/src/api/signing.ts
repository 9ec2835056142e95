import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { ask } from './client.ts'
import { session_query } from './queries.ts'
import type { Session } from './types.ts'

/**
 * What others read before belongs to them: after a change of person everything is asked for again. What the same person
 * read stays on the page until it is there anew.
 */
export async function readAgain(queries: QueryClient, was: string | null = null): Promise<Session> {
  const all = { predicate: ({ queryKey }: Query) => queryKey[0] !== session_query.queryKey[0] }
  if (was === null) queries.removeQueries(all)
  const session = await queries.fetchQuery({ ...session_query, staleTime: 0 })
  if (was !== null && session.person?.id === was) void queries.invalidateQueries(all)
  else queries.removeQueries(all)
  return session
}

export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await ask('session.sign_out', {})
    await readAgain(queries)
  }
}
