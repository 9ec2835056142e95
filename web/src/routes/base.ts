import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router'
import { session_query } from '../api/queries.ts'

/** The routes that pages stand in. What they show is said in router.tsx, so that pages need not know of it. */
export const root = createRootRouteWithContext<{ queries: QueryClient }>()()

/** Everything for people who are signed in; others sign in first, and come back. */
export const signed_in = createRoute({
  getParentRoute: () => root,
  id: 'signed_in',
  beforeLoad: async ({ context, location }) => {
    const session = await context.queries.ensureQueryData(session_query)
    if (!session.person) throw redirect({ to: '/sign_in', search: { to: location.href } })
  },
})

/** The settings of the company, which only its administrators see. */
export const settings = createRoute({ getParentRoute: () => signed_in, path: '/settings' })
