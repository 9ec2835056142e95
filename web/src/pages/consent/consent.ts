import { createRoute } from '@tanstack/react-router'
import { root } from '../../routes/base.ts'
import { lazyPage } from '../../routes/lazy_page.ts'
import { definePage } from '../../routes/page_module.ts'

const authorize = createRoute({
  getParentRoute: () => root,
  path: '/oauth/authorize',
  component: lazyPage(() => import('./consent_page.tsx'), 'ConsentPage'),
})

export const consent_pages = definePage({
  open_routes: [authorize],
  words: { en: () => import('./words/en.ts'), nl: () => import('./words/nl.ts') },
})
