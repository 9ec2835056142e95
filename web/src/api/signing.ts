import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { ask } from './client.ts'
import { session_query } from './queries.ts'
import type { Session } from './types.ts'

/** What others read before belongs to them: after a change of person everything is asked for again. */
export async function readAgain(queries: QueryClient): Promise<Session> {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== session_query.queryKey[0] })
  return queries.fetchQuery({ ...session_query, staleTime: 0 })
}

export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await ask('session.sign_out', {})
    await readAgain(queries)
  }
}
