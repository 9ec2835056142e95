import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { signed_in } from '../../routes/base.ts'
import { definePage } from '../../routes/page_module.ts'
import { searchTexts } from '../../routes/search_texts.ts'
import { en } from './words/en.ts'
import { nl } from './words/nl.ts'

const invoices = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/invoices',
  validateSearch: searchTexts('text', 'show', 'order', 'debtor_id'),
  component: lazy(() => import('./invoices_page.tsx'), 'InvoicesPage'),
})

const invoice = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/invoices/$record_id',
  component: lazy(() => import('./invoice_page.tsx'), 'InvoicePage'),
})

export const invoice_pages = definePage({
  routes: [invoices, invoice],
  navigation: {
    group: 'administration',
    to: '/administrations/$administration_id/invoices',
    icon: 'invoices',
    word: 'nav_invoices',
  },
  words: { en, nl },
})
