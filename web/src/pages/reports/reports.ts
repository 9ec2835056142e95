import { createRoute } from '@tanstack/react-router'
import { signed_in } from '../../routes/base.ts'
import { lazyPage } from '../../routes/lazy_page.ts'
import { definePage } from '../../routes/page_module.ts'
import { searchTexts } from '../../routes/search_texts.ts'

const reports = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/reports',
  validateSearch: searchTexts(
    ...(['tab', 'day', 'by', 'definition', 'currency_code', 'cases'] as const),
    ...(['country', 'party', 'flow', 'category', 'label', 'owner'] as const),
    // The list behind a figure.
    ...(['behind', 'age', 'week', 'apart', 'month', 'outcome'] as const),
  ),
  component: lazyPage(() => import('./reports_page.tsx'), 'ReportsPage'),
})

export const report_pages = definePage({
  routes: [reports],
  navigation: {
    group: 'rules',
    to: '/administrations/$administration_id/reports',
    icon: 'reports',
    word: 'nav_reports',
  },
  words: { en: () => import('./words/en.ts'), nl: () => import('./words/nl.ts') },
})
