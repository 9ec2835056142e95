import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { signed_in } from './base.tsx'

const overview = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id',
  component: lazy(() => import('../pages/overview/overview_page.tsx'), 'OverviewPage'),
})

/** The addresses that the interface prints as `deeplink_url`, and the lists that lead there. */
const debtors = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/debtors',
  validateSearch: texts('text'),
  component: lazy(() => import('../pages/records/debtors_page.tsx'), 'DebtorsPage'),
})
const debtor = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/debtors/$record_id',
  component: lazy(() => import('../pages/records/debtor_page.tsx'), 'DebtorPage'),
})
const invoices = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/invoices',
  validateSearch: texts('text', 'show', 'order', 'debtor_id'),
  component: lazy(() => import('../pages/records/invoices_page.tsx'), 'InvoicesPage'),
})
const invoice = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/invoices/$record_id',
  component: lazy(() => import('../pages/records/invoice_page.tsx'), 'InvoicePage'),
})
const credit_cases = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/credit_cases',
  validateSearch: texts('show', 'stage'),
  component: lazy(() => import('../pages/records/credit_cases_page.tsx'), 'CreditCasesPage'),
})
const credit_case = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/credit_cases/$record_id',
  component: lazy(() => import('../pages/records/credit_case_page.tsx'), 'CreditCasePage'),
})
const orders = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/orders',
  component: lazy(() => import('../pages/orders/orders_page.tsx'), 'OrdersPage'),
})
const order = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/orders/$record_id',
  validateSearch: texts('state'),
  component: lazy(() => import('../pages/orders/order_page.tsx'), 'OrderPage'),
})
const order_line = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/order_lines/$record_id',
  component: lazy(() => import('../pages/orders/order_line_page.tsx'), 'OrderLinePage'),
})

const tasks = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/tasks',
  validateSearch: texts('show', 'whose'),
  component: lazy(() => import('../pages/desk/tasks_page.tsx'), 'TasksPage'),
})
const task = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/tasks/$record_id',
  component: lazy(() => import('../pages/desk/task_page.tsx'), 'TaskPage'),
})
const messages = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/messages',
  component: lazy(() => import('../pages/desk/messages_page.tsx'), 'MessagesPage'),
})
const message = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/messages/$record_id',
  component: lazy(() => import('../pages/desk/message_page.tsx'), 'MessagePage'),
})
const payment_plans = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/payment_plans',
  validateSearch: texts('show'),
  component: lazy(() => import('../pages/desk/payment_plans_page.tsx'), 'PaymentPlansPage'),
})
const payment_plan = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/payment_plans/$record_id',
  component: lazy(() => import('../pages/desk/payment_plan_page.tsx'), 'PaymentPlanPage'),
})

/** Every page inside an administration. */
export const record_routes = [
  overview,
  debtors,
  debtor,
  invoices,
  invoice,
  credit_cases,
  credit_case,
  orders,
  order,
  order_line,
  tasks,
  task,
  messages,
  message,
  payment_plans,
  payment_plan,
] as const

/** What a list is narrowed down to stands in its address, so that it can be passed on. */
function texts<Name extends string>(...names: Name[]) {
  return (told: Record<string, unknown>): { [Told in Name]?: string } => {
    const known = names.filter((name) => typeof told[name] === 'string' && told[name] !== '')
    // Each of the names that are left has a text.
    return Object.fromEntries(known.map((name) => [name, told[name]])) as { [Told in Name]?: string }
  }
}
