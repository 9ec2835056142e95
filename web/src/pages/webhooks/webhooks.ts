import { createRoute } from '@tanstack/react-router'
import { signed_in } from '../../routes/base.ts'
import { lazyPage } from '../../routes/lazy_page.ts'
import { definePage } from '../../routes/page_module.ts'

const webhooks = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/webhooks',
  component: lazyPage(() => import('./webhooks_page.tsx'), 'WebhooksPage'),
})

const webhook = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/webhooks/$webhook_id',
  component: lazyPage(() => import('./webhook_page.tsx'), 'WebhookPage'),
})

export const webhook_pages = definePage({
  routes: [webhooks, webhook],
  navigation: {
    group: 'rules',
    to: '/administrations/$administration_id/webhooks',
    icon: 'connections',
    word: 'nav_webhooks',
  },
  words: { en: () => import('./words/en.ts'), nl: () => import('./words/nl.ts') },
})
