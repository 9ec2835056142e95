import { createRoute } from '@tanstack/react-router'
import { signed_in } from '../../routes/base.ts'
import { lazyPage } from '../../routes/lazy_page.ts'
import { definePage } from '../../routes/page_module.ts'

const administration_settings = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/settings',
  component: lazyPage(() => import('./administration_settings_page.tsx'), 'AdministrationSettingsPage'),
})

export const administration_settings_pages = definePage({
  routes: [administration_settings],
  navigation: {
    group: 'rules',
    to: '/administrations/$administration_id/settings',
    icon: 'settings',
    word: 'nav_administration_settings',
  },
  words: { en: () => import('./words/en.ts'), nl: () => import('./words/nl.ts') },
})
