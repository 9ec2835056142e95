import { createRoute } from '@tanstack/react-router'
import { signed_in } from '../../routes/base.ts'
import { lazyPage } from '../../routes/lazy_page.ts'
import { definePage } from '../../routes/page_module.ts'
import { searchTexts } from '../../routes/search_texts.ts'

const payment_plans = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/payment_plans',
  validateSearch: searchTexts('show', 'order', 'marks', 'text', 'view', 'record'),
  component: lazyPage(() => import('./payment_plans_page.tsx'), 'PaymentPlansPage'),
})

const payment_plan = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/payment_plans/$record_id',
  validateSearch: searchTexts('tab'),
  component: lazyPage(() => import('./payment_plan_page.tsx'), 'PaymentPlanPage'),
})

export const payment_plan_pages = definePage({
  routes: [payment_plans, payment_plan],
  navigation: {
    group: 'records',
    to: '/administrations/$administration_id/payment_plans',
    icon: 'plans',
    word: 'nav_payment_plans',
    waits: { count: 'proposed_payment_plans', one: 'nav_waiting_plans_one', others: 'nav_waiting_plans' },
  },
  words: { en: () => import('./words/en.ts'), nl: () => import('./words/nl.ts') },
})
