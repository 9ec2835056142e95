import { createRoute } from '@tanstack/react-router'
import { signed_in } from '../../routes/base.ts'
import { lazyPage } from '../../routes/lazy_page.ts'
import { definePage } from '../../routes/page_module.ts'

const overview = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/overview',
  component: lazyPage(() => import('./overview_page.tsx'), 'OverviewPage'),
})

const no_administration = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations',
  component: lazyPage(() => import('./no_administration_page.tsx'), 'NoAdministrationPage'),
})

export const overview_page = definePage({
  routes: [overview, no_administration],
  navigation: {
    group: 'records',
    to: '/administrations/$administration_id/overview',
    icon: 'overview',
    word: 'nav_overview',
  },
  words: { en: () => import('./words/en.ts'), nl: () => import('./words/nl.ts') },
})
