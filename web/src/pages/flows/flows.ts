import { createRoute } from '@tanstack/react-router'
import { signed_in } from '../../routes/base.ts'
import { lazyPage } from '../../routes/lazy_page.ts'
import { definePage } from '../../routes/page_module.ts'

const flows = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/flows',
  component: lazyPage(() => import('./flows_page.tsx'), 'FlowsPage'),
})

const flow = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/flows/$code',
  component: lazyPage(() => import('./flow_page.tsx'), 'FlowPage'),
})

export const flow_pages = definePage({
  routes: [flows, flow],
  navigation: {
    group: 'rules',
    to: '/administrations/$administration_id/flows',
    icon: 'flows',
    word: 'nav_flows',
  },
  words: { en: () => import('./words/en.ts'), nl: () => import('./words/nl.ts') },
})
