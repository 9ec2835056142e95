import { createRoute, redirect } from '@tanstack/react-router'
import { settings } from '../../routes/base.ts'
import { lazyPage } from '../../routes/lazy_page.ts'
import { definePage } from '../../routes/page_module.ts'

/** The settings begin with these pages. */
const settings_start = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/connections' })
  },
})

const connections = createRoute({
  getParentRoute: () => settings,
  path: '/connections',
  validateSearch: ({ part }: Record<string, unknown>): { part?: string } =>
    part === 'connected' || part === 'api_tokens' ? { part } : {},
  component: lazyPage(() => import('./connections_page.tsx'), 'ConnectionsPage'),
})

const new_application = createRoute({
  getParentRoute: () => settings,
  path: '/connections/applications/new',
  component: lazyPage(() => import('./new_application_page.tsx'), 'NewApplicationPage'),
})

const application = createRoute({
  getParentRoute: () => settings,
  path: '/connections/applications/$application_id',
  component: lazyPage(() => import('./application_page.tsx'), 'ApplicationPage'),
})

const application_webhook = createRoute({
  getParentRoute: () => settings,
  path: '/connections/applications/$application_id/webhooks/$webhook_id',
  component: lazyPage(() => import('./application_webhook_page.tsx'), 'ApplicationWebhookPage'),
})

const connection = createRoute({
  getParentRoute: () => settings,
  path: '/connections/connected/$connection_id',
  component: lazyPage(() => import('./connection_page.tsx'), 'ConnectionPage'),
})

const new_api_token = createRoute({
  getParentRoute: () => settings,
  path: '/connections/api_tokens/new',
  component: lazyPage(() => import('./new_api_token_page.tsx'), 'NewApiTokenPage'),
})

const api_token = createRoute({
  getParentRoute: () => settings,
  path: '/connections/api_tokens/$api_token_id',
  component: lazyPage(() => import('./api_token_page.tsx'), 'ApiTokenPage'),
})

export const connection_pages = definePage({
  settings_routes: [
    settings_start,
    connections,
    new_application,
    application,
    application_webhook,
    connection,
    new_api_token,
    api_token,
  ],
  navigation: {
    group: 'settings',
    to: '/settings/connections',
    icon: 'connections',
    word: 'nav_connections',
  },
  words: { en: () => import('./words/en.ts'), nl: () => import('./words/nl.ts') },
})
