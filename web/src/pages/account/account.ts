import { createRoute } from '@tanstack/react-router'
import { signed_in } from '../../routes/base.ts'
import { lazyPage } from '../../routes/lazy_page.ts'
import { definePage } from '../../routes/page_module.ts'

const account = createRoute({
  getParentRoute: () => signed_in,
  path: '/account',
  component: lazyPage(() => import('./account_page.tsx'), 'AccountPage'),
})

export const account_pages = definePage({
  routes: [account],
  words: { en: () => import('./words/en.ts'), nl: () => import('./words/nl.ts') },
})
