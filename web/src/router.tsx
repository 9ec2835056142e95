import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { routesOf } from './pages/pages.ts'
import { Root } from './root.tsx'
import { root, settings, signed_in } from './routes/base.ts'
import { lazyPage } from './routes/lazy_page.ts'
import { CrashedPage } from './shell/crashed.tsx'
import { NotFoundPage } from './shell/not_found.tsx'

root.update({ component: Root })
signed_in.update({ component: lazyPage(() => import('./shell/shell.tsx'), 'Shell') })
settings.update({ component: lazyPage(() => import('./shell/settings.tsx'), 'Settings') })

const routeTree = root.addChildren([
  ...routesOf('open_routes'),
  signed_in.addChildren([...routesOf('routes'), settings.addChildren(routesOf('settings_routes'))]),
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
      const search = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== undefined))
      return search.size === 0 ? '' : `?${search}`
    },
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
