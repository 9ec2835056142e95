import { createRoute } from '@tanstack/react-router'
import { signed_in } from '../../routes/base.ts'
import { lazyPage } from '../../routes/lazy_page.ts'
import { definePage } from '../../routes/page_module.ts'

const imports = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/imports',
  component: lazyPage(() => import('./imports_page.tsx'), 'ImportsPage'),
})

const one_import = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/imports/$record_id',
  component: lazyPage(() => import('./import_page.tsx'), 'ImportPage'),
})

export const import_pages = definePage({
  routes: [imports, one_import],
  navigation: {
    group: 'rules',
    to: '/administrations/$administration_id/imports',
    icon: 'upload',
    word: 'nav_imports',
  },
  words: { en: () => import('./words/en.ts'), nl: () => import('./words/nl.ts') },
})
