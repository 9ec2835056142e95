import { createRoute } from '@tanstack/react-router'
import { signed_in } from '../../routes/base.ts'
import { lazyPage } from '../../routes/lazy_page.ts'
import { definePage } from '../../routes/page_module.ts'
import { en } from './words/en.ts'
import { nl } from './words/nl.ts'

const account = createRoute({
  getParentRoute: () => signed_in,
  path: '/account',
  component: lazyPage(() => import('./account_page.tsx'), 'AccountPage'),
})

export const account_pages = definePage({
  routes: [account],
  words: { en, nl },
})
