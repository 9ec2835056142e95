import { createRoute } from '@tanstack/react-router'
import { signed_in } from '../../routes/base.ts'
import { lazyPage } from '../../routes/lazy_page.ts'
import { definePage } from '../../routes/page_module.ts'
import { searchTexts } from '../../routes/search_texts.ts'

const debtors = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/debtors',
  validateSearch: searchTexts(
    ...(['text', 'show', 'order', 'marks', 'view'] as const),
    ...(['owner', 'label', 'country', 'party', 'category'] as const),
  ),
  component: lazyPage(() => import('./debtors_page.tsx'), 'DebtorsPage'),
})

const debtor = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/debtors/$record_id',
  validateSearch: searchTexts('tab'),
  component: lazyPage(() => import('./debtor_page.tsx'), 'DebtorPage'),
})

/** The addresses of records are those that the interface prints as `deeplink_url`. */
export const debtor_pages = definePage({
  routes: [debtors, debtor],
  navigation: {
    group: 'records',
    to: '/administrations/$administration_id/debtors',
    icon: 'debtors',
    word: 'nav_debtors',
    count: 'debtors',
  },
  words: { en: () => import('./words/en.ts'), nl: () => import('./words/nl.ts') },
})
