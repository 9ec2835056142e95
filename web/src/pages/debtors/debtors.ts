import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { signed_in } from '../../routes/base.ts'
import { definePage } from '../../routes/page_module.ts'
import { searchTexts } from '../../routes/search_texts.ts'
import { en } from './words/en.ts'
import { nl } from './words/nl.ts'

const debtors = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/debtors',
  validateSearch: searchTexts('text'),
  component: lazy(() => import('./debtors_page.tsx'), 'DebtorsPage'),
})

const debtor = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/debtors/$record_id',
  component: lazy(() => import('./debtor_page.tsx'), 'DebtorPage'),
})

/** The addresses of records are those that the interface prints as `deeplink_url`. */
export const debtor_pages = definePage({
  routes: [debtors, debtor],
  navigation: {
    group: 'administration',
    to: '/administrations/$administration_id/debtors',
    icon: 'debtors',
    word: 'nav_debtors',
  },
  words: { en, nl },
})
