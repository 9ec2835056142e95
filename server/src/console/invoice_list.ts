import { type RawBuilder, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { date, id, integer, listOf, money, oneOf, text, textList } from '../api/field.ts'
import { holds_field, invoiceHoldReasons, once } from '../follow_up/list_holds.ts'
import { segmentOf } from '../reports/segments.ts'
import {
  chosenBy,
  type InvoiceFilter,
  invoice_filter_fields,
  needsDebtor,
  readFilter,
  withFew,
} from './invoice_filter.ts'
import { type InvoiceStatus, invoice_statuses, invoiceStatus } from './invoice_status.ts'
import { invoiceTotals, totals_fields } from './invoice_totals.ts'
import {
  next_cursor,
  type Ordering,
  type OrderOf,
  orderBy,
  ordersOf,
  page_fields,
  page_size,
  placeIn,
  standsAfter,
  startOf,
  type Way,
  wayOf,
} from './orderings.ts'
import { type PagePosition, pageOf } from './places.ts'
import { totalsCall } from './totals.ts'

/** Amounts of several currencies are compared in that of the books. */
const ordered_by = {
  due_date: { by: sql`i.due_date`, type: 'date' },
  invoice_date: { by: sql`i.invoice_date`, type: 'date' },
  number: { by: sql`i.invoice_number`, type: 'text' },
  order_number: { by: sql`coalesce(i.order_number, '')`, type: 'text' },
  debtor: { by: sql`left(d.name, 200)`, type: 'text' },
  total: { by: sql`i.book_total_amount`, type: 'numeric' },
  amount: { by: sql`i.book_open_amount`, type: 'numeric' },
} as const satisfies Readonly<Record<string, Ordering>>

export type InvoiceOrder = OrderOf<typeof ordered_by> | 'newest'
const orders: InvoiceOrder[] = ['newest', ...ordersOf(ordered_by)]

type Listed = {
  id: string
  invoice_number: string
  order_number: string | null
  purchase_order_number: string | null
  debtor_id: string
  debtor_name: string
  owner: string | null
  flow_code: string | null
  labels: string[]
  invoice_date: string
  due_date: string
  days_overdue: number
  total_amount: string
  open_amount: string
  currency_code: string
  status: InvoiceStatus
  status_day: string | null
  next_step: string | null
  next_day: string | null
  holds: string[]
  place: string
}

/** Invoices as a credit controller goes through them. */
export const invoice_list_calls: Actions = {
  list: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/invoices',
    reach: 'member',
    description: 'Lists invoices with the names of their debtors, how they stand, and how long they are overdue.',
    body: {
      ...invoice_filter_fields,
      order: oneOf(orders, 'By what, and in which direction.').required(),
      ...page_fields,
    },
    answer: {
      invoices: listOf(
        {
          id: id('Identifier.').required(),
          invoice_number: text('Number that the debtor sees.').required(),
          order_number: text('Number of the order.'),
          purchase_order_number: text('Number under which the debtor ordered.'),
          debtor_id: id('Debtor.').required(),
          debtor_name: text('Name of the debtor.').required(),
          owner: text('Who looks after the debtor.'),
          flow_code: text('The flow that it follows, where one was set.'),
          labels: textList('Labels of the invoice.').required(),
          invoice_date: date('Day of the invoice.').required(),
          due_date: date('Last day to pay.').required(),
          days_overdue: integer('Days since the due date, while something is owed; else 0.').required(),
          total_amount: money('Total, in the currency of the invoice.').required(),
          open_amount: money('Open part, in the currency of the invoice.').required(),
          currency_code: text('Currency, ISO 4217.').required(),
          status: oneOf(invoice_statuses, 'How it stands.').required(),
          status_day: date('Since when, or until when something was promised.'),
          next_step: text('The step that the engine takes next, as it found when it looked last.'),
          next_day: date('The day of that step; empty while something holds it.'),
          holds: holds_field,
        },
        'Invoices.',
      ).required(),
      cursor: next_cursor,
    },
    run: async ({ db, today, administration_id }, { order, cursor, per_page, ...asked }) => {
      const filter = await withFew(db, readFilter({ administration_id, today }, asked))
      const size = per_page ?? page_size
      const { rows } = await sql<Listed>`${invoiceRows(filter, order, cursor ?? '', size + 1)}`.execute(db)
      const { page: invoices, cursor: next } = pageOf(rows, size)
      return { invoices: invoices.map((one) => ({ ...one, holds: once(one.holds) })), cursor: next }
    },
  }),

  totals: totalsCall({
    list: 'invoices',
    description: 'Adds up all invoices of a list, and counts what it can be narrowed down to.',
    body: invoice_filter_fields,
    answer: totals_fields,
    run: async ({ db, today, administration_id }, asked) =>
      invoiceTotals(db, await withFew(db, readFilter({ administration_id, today }, asked))),
  }),
}

/** Rows of a list as it shows them, from a place on. */
export function invoiceRows(
  filter: InvoiceFilter,
  order: InvoiceOrder,
  cursor: string,
  limit: number,
): RawBuilder<unknown> {
  const way = wayIn(order)
  const page = invoicePage(filter, order, startOf(way, cursor), limit)
  return sql`
    select i.id::text, i.invoice_number, i.order_number, i.purchase_order_number, i.debtor_id::text,
           d.name as debtor_name, ${segmentOf.owner} as owner, i.flow_code,
           array(select l.name from invoice_labels l where l.administration_id = ${filter.administration_id}::bigint
             and l.invoice_id = i.id order by l.name) as labels,
           i.invoice_date::text, i.due_date::text,
           case when i.open_amount <= 0 then 0 else greatest(0, ${filter.today}::date - i.due_date) end as days_overdue,
           i.total_amount::text, i.open_amount::text, i.currency_code, ${invoiceStatus(filter)},
           next.step as next_step, next.day::text as next_day,
           ${invoiceHoldReasons(filter.administration_id)} as holds, ${placeIn(way)}
    from (${page}) i
    join debtors d on d.administration_id = ${filter.administration_id}::bigint and d.id = i.debtor_id
    join administrations a on a.id = ${filter.administration_id}::bigint
    left join agenda_records next on next.administration_id = ${filter.administration_id}::bigint
      and next.invoice_id = i.id
      and i.open_amount > 0 and (a.settings -> 'engine_enabled') = 'true'::jsonb
    order by ${orderBy(way, invoice_id)}`
}

/** The invoices of a page, read from an index in its order where there is one. */
export function invoicePage(
  filter: InvoiceFilter,
  order: InvoiceOrder,
  after: PagePosition | null,
  limit = page_size + 1,
): RawBuilder<unknown> {
  const way = wayIn(order)
  const beside = way.name === 'debtor' || needsDebtor(filter)
  return sql`
    select i.* from invoices i
    ${
      beside
        ? sql`join debtors d on d.administration_id = ${filter.administration_id}::bigint
      and d.id = i.debtor_id`
        : sql``
    }
    where ${chosenBy(filter)} ${standsAfter(way, invoice_id, after)}
    order by ${orderBy(way, invoice_id)} limit ${limit}::integer`
}

const invoice_id = sql`i.id`

const wayIn = (order: InvoiceOrder): Way =>
  order === 'newest' ? { name: order, by: invoice_id, type: 'bigint', downwards: true } : wayOf(ordered_by, order)
