import { getRouteApi } from '@tanstack/react-router'
import type { InvoiceChoice, InvoiceMark, InvoiceOrder, InvoiceShow } from '../../api/records.ts'
import { segments } from '../../words/say_segment.ts'

export const route = getRouteApi('/signed_in/administrations/$administration_id/invoices')

/** The views that stand beside the name of the page, and what else the list can be narrowed down to. */
export const views = ['open', 'overdue', 'paid', 'all'] as const satisfies InvoiceShow[]
export const views_of_debtor = ['all', 'unsettled', 'paid'] as const satisfies InvoiceShow[]
export const more_shows = [
  ...(['not_due', 'days_1_30', 'days_31_60', 'days_61_90', 'days_over_90', 'credit'] as const),
] satisfies InvoiceShow[]
export const marks = [
  ...(['late_7', 'not_in_case', 'held', 'disputed', 'promised', 'in_case'] as const),
] satisfies InvoiceMark[]

/** What reports lead here with: the segment and the currency of a figure. */
export const narrowings = [...segments, 'currency_code'] as const
export const widened = Object.fromEntries(narrowings.map((name) => [name, '']))

const orders: Readonly<Record<InvoiceOrder, true>> = {
  ...{ newest: true, due_date_asc: true, due_date_desc: true, invoice_date_asc: true, invoice_date_desc: true },
  ...{ number_asc: true, number_desc: true, order_number_asc: true, order_number_desc: true },
  ...{ debtor_asc: true, debtor_desc: true, total_asc: true, total_desc: true, amount_asc: true, amount_desc: true },
}
const isOrder = (text: string | undefined): text is InvoiceOrder => text !== undefined && Object.hasOwn(orders, text)

export type Choice = InvoiceChoice & { named: readonly InvoiceMark[]; record: string | undefined }

/** What the address asks for; what it does not know is left at what is open, and of a debtor at everything. */
export function useChoice(): Choice {
  const search = route.useSearch()
  const { show: wanted, order, debtor_id, text, marks: given = '', record } = search
  const known: readonly InvoiceShow[] = debtor_id ? views_of_debtor : [...views, ...more_shows]
  const show = known.find((one) => one === wanted) ?? (debtor_id ? 'all' : 'open')
  const named = marks.filter((mark) => given.split(',').includes(mark))
  return {
    ...{ show, named, record, order: isOrder(order) ? order : usualOrder(show, debtor_id) },
    ...(debtor_id ? { debtor_id } : {}),
    ...(text ? { text } : {}),
    ...(named.length > 0 ? { marks: named.join(',') } : {}),
    ...Object.fromEntries(narrowings.flatMap((name) => (search[name] ? [[name, search[name]]] : []))),
  }
}

/** Each choice begins with what asks for attention first. */
function usualOrder(show: InvoiceShow, debtor_id: string | undefined): InvoiceOrder {
  if (debtor_id) return 'newest'
  return show === 'paid' || show === 'all' ? 'due_date_desc' : 'due_date_asc'
}
