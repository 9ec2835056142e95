import { createRoute, redirect } from '@tanstack/react-router'
import { session_query } from '../../api/queries.ts'
import { root } from '../../routes/base.ts'
import { lazyPage } from '../../routes/lazy_page.ts'
import { definePage } from '../../routes/page_module.ts'
import { lastAdministration } from '../../session/last_administration.ts'

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  // Without an answer the page is shown: it says what is wrong.
  beforeLoad: async ({ context }) => {
    const session = await context.queries.ensureQueryData(session_query).catch(() => null)
    const administration = session?.person ? lastAdministration(session.administrations) : null
    if (administration) {
      throw redirect({ to: '/administrations/$administration_id', params: { administration_id: administration.id } })
    }
    if (session?.person) throw redirect({ to: '/administrations' })
  },
  component: lazyPage(() => import('./start_page.tsx'), 'StartPage'),
})

export const start_pages = definePage({
  open_routes: [start],
  words: { en: () => import('./words/en.ts'), nl: () => import('./words/nl.ts') },
})
