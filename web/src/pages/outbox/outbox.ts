import { createRoute } from '@tanstack/react-router'
import { signed_in } from '../../routes/base.ts'
import { lazyPage } from '../../routes/lazy_page.ts'
import { definePage } from '../../routes/page_module.ts'
import { searchTexts } from '../../routes/search_texts.ts'

const outbox = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/outbox',
  validateSearch: searchTexts('show', 'debtor'),
  component: lazyPage(() => import('./outbox_page.tsx'), 'OutboxPage'),
})

export const outbox_pages = definePage({
  routes: [outbox],
  navigation: {
    group: 'work',
    to: '/administrations/$administration_id/outbox',
    icon: 'outbox',
    word: 'nav_outbox',
    waits: { count: 'waiting_letters', one: 'nav_waiting_letters_one', others: 'nav_waiting_letters' },
  },
  words: { en: () => import('./words/en.ts'), nl: () => import('./words/nl.ts') },
})
