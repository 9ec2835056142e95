import { createRoute } from '@tanstack/react-router'
import { signed_in } from '../../routes/base.ts'
import { lazyPage } from '../../routes/lazy_page.ts'
import { definePage } from '../../routes/page_module.ts'
import { searchTexts } from '../../routes/search_texts.ts'

const calculator = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/calculator',
  validateSearch: searchTexts('claim'),
  component: lazyPage(() => import('./calculator_page.tsx'), 'CalculatorPage'),
})

/** What the law makes of any debt, worked out while it is typed. */
export const calculator_pages = definePage({
  routes: [calculator],
  navigation: {
    group: 'rules',
    to: '/administrations/$administration_id/calculator',
    icon: 'law',
    word: 'nav_calculator',
  },
  words: { en: () => import('./words/en.ts'), nl: () => import('./words/nl.ts') },
})
