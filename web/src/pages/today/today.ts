import { createRoute } from '@tanstack/react-router'
import { signed_in } from '../../routes/base.ts'
import { lazyPage } from '../../routes/lazy_page.ts'
import { definePage } from '../../routes/page_module.ts'
import { searchTexts } from '../../routes/search_texts.ts'

// It is the first page of an administration, so it has its address.
const today = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id',
  validateSearch: searchTexts('tab', 'debtor'),
  component: lazyPage(() => import('./today_page.tsx'), 'TodayPage'),
})

export const today_pages = definePage({
  routes: [today],
  navigation: {
    group: 'work',
    to: '/administrations/$administration_id',
    icon: 'today',
    word: 'nav_today',
    exact: true,
  },
  words: { en: () => import('./words/en.ts'), nl: () => import('./words/nl.ts') },
})
