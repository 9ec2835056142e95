import { createRoute } from '@tanstack/react-router'
import { signed_in } from '../../routes/base.ts'
import { lazyPage } from '../../routes/lazy_page.ts'
import { definePage } from '../../routes/page_module.ts'

const order_line = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/order_lines/$record_id',
  component: lazyPage(() => import('./order_line_page.tsx'), 'OrderLinePage'),
})

export const order_line_pages = definePage({
  routes: [order_line],
  words: { en: () => import('./words/en.ts'), nl: () => import('./words/nl.ts') },
})
