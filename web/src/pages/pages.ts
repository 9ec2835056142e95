import type { PageModule } from '../routes/page_module.ts'
import { account_pages } from './account/account.ts'
import { administration_settings_pages } from './administration_settings/administration_settings.ts'
import { audit_pages } from './audit/audit.ts'
import { calculator_pages } from './calculator/calculator.ts'
import { connection_pages } from './connections/connections.ts'
import { consent_pages } from './consent/consent.ts'
import { credit_case_pages } from './credit_cases/credit_cases.ts'
import { debtor_pages } from './debtors/debtors.ts'
import { flow_pages } from './flows/flows.ts'
import { import_pages } from './imports/imports.ts'
import { invoice_pages } from './invoices/invoices.ts'
import { letter_pages } from './letters/letters.ts'
import { mail_pages } from './mail/mail.ts'
import { message_pages } from './messages/messages.ts'
import { order_line_pages } from './order_lines/order_lines.ts'
import { order_pages } from './orders/orders.ts'
import { outbox_pages } from './outbox/outbox.ts'
import { overview_page } from './overview/overview.ts'
import { payment_plan_pages } from './payment_plans/payment_plans.ts'
import { report_pages } from './reports/reports.ts'
import { sandbox_pages } from './sandbox/sandbox.ts'
import { signing_pages } from './signing/signing.ts'
import { start_pages } from './start/start.ts'
import { task_pages } from './tasks/tasks.ts'
import { today_pages } from './today/today.ts'
import { user_pages } from './users/users.ts'
import { webhook_pages } from './webhooks/webhooks.ts'

/** Every page of the site: its routes, its place in the navigation, which follows this order, and its words. */
export const pages = [
  start_pages,
  signing_pages,
  consent_pages,
  sandbox_pages,
  today_pages,
  message_pages,
  outbox_pages,
  task_pages,
  overview_page,
  debtor_pages,
  invoice_pages,
  credit_case_pages,
  payment_plan_pages,
  order_pages,
  order_line_pages,
  report_pages,
  import_pages,
  flow_pages,
  letter_pages,
  calculator_pages,
  administration_settings_pages,
  webhook_pages,
  account_pages,
  connection_pages,
  user_pages,
  mail_pages,
  audit_pages,
] as const

type Pages = typeof pages
type RouteKey = 'open_routes' | 'routes' | 'settings_routes'

/** The routes of all pages, with their types one after the other. */
type RoutesOf<Rest, Key extends RouteKey> = Rest extends readonly [infer First, ...infer Others]
  ? [
      ...(First extends { readonly [One in Key]: infer Routes extends readonly unknown[] } ? Routes : []),
      ...RoutesOf<Others, Key>,
    ]
  : []

export const routesOf = <Key extends RouteKey>(key: Key): RoutesOf<Pages, Key> =>
  // The type walks through the same list.
  pages.flatMap((page: PageModule) => page[key] ?? []) as unknown as RoutesOf<Pages, Key>

export const navigation = pages.flatMap((page) => ('navigation' in page ? [page.navigation] : []))

type AllOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** The words of all pages, in English. */
type EnglishWords = AllOf<Awaited<ReturnType<Pages[number]['words']['en']>>['en']>

declare module '../words/languages.ts' {
  interface PageWords extends EnglishWords {}
}
