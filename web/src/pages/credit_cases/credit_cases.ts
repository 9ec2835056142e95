import { createRoute } from '@tanstack/react-router'
import { signed_in } from '../../routes/base.ts'
import { lazyPage } from '../../routes/lazy_page.ts'
import { definePage } from '../../routes/page_module.ts'
import { searchTexts } from '../../routes/search_texts.ts'

const credit_cases = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/credit_cases',
  validateSearch: searchTexts('show', 'stage', 'order', 'marks', 'text', 'view', 'record'),
  component: lazyPage(() => import('./credit_cases_page.tsx'), 'CreditCasesPage'),
})

const credit_case = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/credit_cases/$record_id',
  validateSearch: searchTexts('tab', 'until'),
  component: lazyPage(() => import('./credit_case_page.tsx'), 'CreditCasePage'),
})

export const credit_case_pages = definePage({
  routes: [credit_cases, credit_case],
  navigation: {
    group: 'records',
    to: '/administrations/$administration_id/credit_cases',
    icon: 'cases',
    word: 'nav_cases',
    count: 'running_cases',
  },
  words: { en: () => import('./words/en.ts'), nl: () => import('./words/nl.ts') },
})
