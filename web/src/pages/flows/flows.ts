import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { signed_in } from '../../routes/base.ts'
import { definePage } from '../../routes/page_module.ts'
import { en } from './words/en.ts'
import { nl } from './words/nl.ts'

const flows = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/flows',
  component: lazy(() => import('./flows_page.tsx'), 'FlowsPage'),
})

const flow = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/flows/$code',
  component: lazy(() => import('./flow_page.tsx'), 'FlowPage'),
})

export const flow_pages = definePage({
  routes: [flows, flow],
  navigation: {
    group: 'administration',
    to: '/administrations/$administration_id/flows',
    icon: 'flows',
    word: 'nav_flows',
  },
  words: { en, nl },
})
