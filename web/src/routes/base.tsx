import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent as lazy, redirect } from '@tanstack/react-router'
import { session_query } from '../api/queries.ts'
import { Root } from '../root.tsx'

export const root = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Root })

/** Everything for people who are signed in; others sign in first, and come back. */
export const signed_in = createRoute({
  getParentRoute: () => root,
  id: 'signed_in',
  beforeLoad: async ({ context, location }) => {
    const session = await context.queries.ensureQueryData(session_query)
    if (!session.person) throw redirect({ to: '/sign_in', search: { to: location.href } })
  },
  component: lazy(() => import('../shell/shell.tsx'), 'Shell'),
})
