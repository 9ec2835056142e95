import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, lazyRouteComponent as lazy, redirect } from '@tanstack/react-router'
import { session_query } from './api/queries.ts'
import { CrashedPage } from './pages/crashed.tsx'
import { NotFoundPage } from './pages/not_found.tsx'
import { root, signed_in } from './routes/base.tsx'
import { record_routes } from './routes/records.tsx'
import { lastAdministration } from './shell/last_administration.ts'

/** Somebody who is signed in has no need of the start page. Without an answer it is shown: it tells what is wrong. */
const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context }) => {
    const session = await context.queries.ensureQueryData(session_query).catch(() => null)
    const administration = session?.person ? lastAdministration(session.administrations) : null
    if (administration) {
      throw redirect({ to: '/administrations/$administration_id', params: { administration_id: administration.id } })
    }
    if (session?.person) throw redirect({ to: '/administrations' })
  },
  component: lazy(() => import('./pages/start/start_page.tsx'), 'StartPage'),
})

const sign_in = createRoute({
  getParentRoute: () => root,
  path: '/sign_in',
  validateSearch: ({ to, ended }: Record<string, unknown>): { to?: string; ended?: string } => ({
    ...(typeof to === 'string' ? { to } : {}),
    ...(typeof ended === 'string' ? { ended } : {}),
  }),
  component: lazy(() => import('./pages/signing/sign_in_page.tsx'), 'SignInPage'),
})
const forgotten_password = createRoute({
  getParentRoute: () => root,
  path: '/forgotten_password',
  component: lazy(() => import('./pages/signing/forgotten_password_page.tsx'), 'ForgottenPasswordPage'),
})
const link = createRoute({
  getParentRoute: () => root,
  path: '/link',
  component: lazy(() => import('./pages/signing/link_page.tsx'), 'LinkPage'),
})
const authorize = createRoute({
  getParentRoute: () => root,
  path: '/oauth/authorize',
  component: lazy(() => import('./pages/consent/consent_page.tsx'), 'ConsentPage'),
})

const account = createRoute({
  getParentRoute: () => signed_in,
  path: '/account',
  component: lazy(() => import('./pages/account/account_page.tsx'), 'AccountPage'),
})
const no_administration = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations',
  component: lazy(() => import('./pages/overview/no_administration_page.tsx'), 'NoAdministrationPage'),
})
/** The settings of the company, which only its administrators see. */
const settings = createRoute({
  getParentRoute: () => signed_in,
  path: '/settings',
  component: lazy(() => import('./pages/settings/settings.tsx'), 'Settings'),
})
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
  component: lazy(() => import('./pages/connections/connections_page.tsx'), 'ConnectionsPage'),
})
const new_application = createRoute({
  getParentRoute: () => settings,
  path: '/connections/applications/new',
  component: lazy(() => import('./pages/connections/new_application_page.tsx'), 'NewApplicationPage'),
})
const application = createRoute({
  getParentRoute: () => settings,
  path: '/connections/applications/$application_id',
  component: lazy(() => import('./pages/connections/application_page.tsx'), 'ApplicationPage'),
})
const connection = createRoute({
  getParentRoute: () => settings,
  path: '/connections/connected/$connection_id',
  component: lazy(() => import('./pages/connections/connection_page.tsx'), 'ConnectionPage'),
})
const new_api_token = createRoute({
  getParentRoute: () => settings,
  path: '/connections/api_tokens/new',
  component: lazy(() => import('./pages/connections/new_api_token_page.tsx'), 'NewApiTokenPage'),
})
const api_token = createRoute({
  getParentRoute: () => settings,
  path: '/connections/api_tokens/$api_token_id',
  component: lazy(() => import('./pages/connections/api_token_page.tsx'), 'ApiTokenPage'),
})
const users = createRoute({
  getParentRoute: () => settings,
  path: '/users',
  component: lazy(() => import('./pages/users/users_page.tsx'), 'UsersPage'),
})
const new_user = createRoute({
  getParentRoute: () => settings,
  path: '/users/new',
  component: lazy(() => import('./pages/users/new_user_page.tsx'), 'NewUserPage'),
})
const user = createRoute({
  getParentRoute: () => settings,
  path: '/users/$user_id',
  component: lazy(() => import('./pages/users/user_page.tsx'), 'UserPage'),
})
const mails = createRoute({
  getParentRoute: () => settings,
  path: '/mail',
  component: lazy(() => import('./pages/mail/mail_page.tsx'), 'MailPage'),
})
const mail = createRoute({
  getParentRoute: () => settings,
  path: '/mail/$mail_id',
  component: lazy(() => import('./pages/mail/one_mail_page.tsx'), 'OneMailPage'),
})
const audit = createRoute({
  getParentRoute: () => settings,
  path: '/audit',
  component: lazy(() => import('./pages/audit/audit_page.tsx'), 'AuditPage'),
})

const routeTree = root.addChildren([
  start,
  sign_in,
  forgotten_password,
  link,
  authorize,
  signed_in.addChildren([
    account,
    no_administration,
    ...record_routes,
    settings.addChildren([
      settings_start,
      connections,
      new_application,
      application,
      connection,
      new_api_token,
      api_token,
      users,
      new_user,
      user,
      mails,
      mail,
      audit,
    ]),
  ]),
])

export function makeRouter(queries: QueryClient) {
  return createRouter({
    routeTree,
    context: { queries },
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: CrashedPage,
    // Values of an address stay texts: an id that looks like a number is no number.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (values) => {
      const told = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== undefined))
      return told.size === 0 ? '' : `?${told}`
    },
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
