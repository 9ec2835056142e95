import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { send } from './client.ts'
import { session_query } from './queries.ts'
import type { Link, Session, SetUp, SignedIn, SignIn, UseLink } from './types.ts'

export const signIn = (body: SignIn): Promise<SignedIn> => send('POST', '/console/sign_in', body)
export const sendForgotten = (email_address: string): Promise<object> =>
  send('POST', '/console/forgotten_password', { email_address })
export const openLink = (token: string): Promise<Link> => send('POST', '/console/link', { token })
export const takeLink = (body: UseLink): Promise<object> => send('POST', '/console/link/use', body)
export const setUp = (body: SetUp): Promise<object> => send('POST', '/console/set_up', body)

/** What others read before belongs to them: after a change of person everything is asked for again. */
export async function readAgain(queries: QueryClient): Promise<Session> {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== session_query.queryKey[0] })
  return queries.fetchQuery({ ...session_query, staleTime: 0 })
}

export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await send('POST', '/console/sign_out')
    await readAgain(queries)
  }
}
