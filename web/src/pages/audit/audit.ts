import { createRoute } from '@tanstack/react-router'
import { settings } from '../../routes/base.ts'
import { lazyPage } from '../../routes/lazy_page.ts'
import { definePage } from '../../routes/page_module.ts'
import { searchTexts } from '../../routes/search_texts.ts'

const audit = createRoute({
  getParentRoute: () => settings,
  path: '/audit',
  validateSearch: searchTexts('person', 'action'),
  component: lazyPage(() => import('./audit_page.tsx'), 'AuditPage'),
})

export const audit_pages = definePage({
  settings_routes: [audit],
  navigation: {
    group: 'settings',
    to: '/settings/audit',
    icon: 'audit',
    word: 'nav_audit',
  },
  words: { en: () => import('./words/en.ts'), nl: () => import('./words/nl.ts') },
})
