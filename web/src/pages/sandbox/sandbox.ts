import { createRoute } from '@tanstack/react-router'
import { signed_in } from '../../routes/base.ts'
import { lazyPage } from '../../routes/lazy_page.ts'
import { definePage } from '../../routes/page_module.ts'

const sandbox = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/sandbox',
  component: lazyPage(() => import('./sandbox_page.tsx'), 'SandboxPage'),
})

export const sandbox_pages = definePage({
  routes: [sandbox],
  navigation: {
    group: 'work',
    to: '/administrations/$administration_id/sandbox',
    icon: 'sandbox',
    word: 'nav_sandbox',
    only_where: 'sandbox',
  },
  words: { en: () => import('./words/en.ts'), nl: () => import('./words/nl.ts') },
})
