import { createRoute } from '@tanstack/react-router'
import { signed_in } from '../../routes/base.ts'
import { lazyPage } from '../../routes/lazy_page.ts'
import { definePage } from '../../routes/page_module.ts'
import { searchTexts } from '../../routes/search_texts.ts'

const invoices = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/invoices',
  validateSearch: searchTexts(
    ...(['text', 'show', 'order', 'debtor_id', 'marks', 'record', 'view'] as const),
    ...(['country', 'party', 'flow', 'category', 'label', 'owner', 'currency_code'] as const),
  ),
  component: lazyPage(() => import('./invoices_page.tsx'), 'InvoicesPage'),
})

const invoice = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/invoices/$record_id',
  validateSearch: searchTexts('tab'),
  component: lazyPage(() => import('./invoice_page.tsx'), 'InvoicePage'),
})

export const invoice_pages = definePage({
  routes: [invoices, invoice],
  navigation: {
    group: 'records',
    to: '/administrations/$administration_id/invoices',
    icon: 'invoices',
    word: 'nav_invoices',
    count: 'open_invoices',
  },
  words: { en: () => import('./words/en.ts'), nl: () => import('./words/nl.ts') },
})
