import { createRoute } from '@tanstack/react-router'
import { signed_in } from '../../routes/base.ts'
import { lazyPage } from '../../routes/lazy_page.ts'
import { definePage } from '../../routes/page_module.ts'
import { searchTexts } from '../../routes/search_texts.ts'

const orders = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/orders',
  component: lazyPage(() => import('./orders_page.tsx'), 'OrdersPage'),
})

const order = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/orders/$record_id',
  validateSearch: searchTexts('state'),
  component: lazyPage(() => import('./order_page.tsx'), 'OrderPage'),
})

export const order_pages = definePage({
  routes: [orders, order],
  navigation: {
    group: 'records',
    to: '/administrations/$administration_id/orders',
    icon: 'orders',
    word: 'nav_orders',
    only_where: 'orders',
  },
  words: { en: () => import('./words/en.ts'), nl: () => import('./words/nl.ts') },
})
