import type { Contact, CreditCase, Debtor, Invoice, Page, Payment } from '@dunlin/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ask, read } from './client.ts'
import type { Operations } from './generated.ts'

export type { Contact, CreditCase, Debtor, Invoice, Payment }
export type TimelineEntry = Operations['timeline.list']['answers']['entries'][number]
export type TimelineFamily = Operations['timeline.list']['takes']['family']

/** Where a record is. */
export type Place = { administration_id: string; id: string }

const only = (...names: string[]): string => JSON.stringify({ only: names })

const debtor_fields = only(
  ...['id', 'debtor_number', 'debtor_identifier', 'name', 'postal_address', 'bank_account_number', 'book_open_amount'],
  ...['call_phone_number', 'coc_number', 'vat_number', 'credit_limit_amount', 'primary_email_address', 'public_url'],
  ...['labels', 'language_code', 'payment_behaviour', 'remark', 'paused_at', 'updated_at'],
)
export const debtorQuery = ({ administration_id, id }: Place) =>
  queryOptions({
    queryKey: ['records', 'debtors', administration_id, id],
    queryFn: () => read<Debtor>(`/console/debtors/${id}`, { administration_id, fields: debtor_fields }),
  })

const invoice_fields = only(
  ...['id', 'debtor_id', 'debtor_number', 'invoice_number', 'invoice_identifier', 'description', 'currency_code'],
  ...['payment_method', 'invoice_date', 'due_date', 'payment_date', 'total_amount', 'open_amount', 'paused_at'],
  ...['administration_costs_open', 'active_credit_case_id', 'latest_reminder_at', 'flow_code', 'invoice_lines'],
  'active_payment_plan_id',
  ...['labels', 'document_url', 'ubl_document_url', 'public_url', 'updated_at'],
)
export const invoiceQuery = ({ administration_id, id }: Place) =>
  queryOptions({
    queryKey: ['records', 'invoices', administration_id, id],
    queryFn: () => read<Invoice>(`/console/invoices/${id}`, { administration_id, fields: invoice_fields }),
  })

const case_fields = only(
  ...['id', 'debtor_id', 'credit_case_number', 'currency_code', 'total_amount', 'open_amount', 'public_url', 'labels'],
  ...['debt_collection_costs', 'interest_costs', 'started_at', 'latest_summons_at', 'paused_at', 'deactivated_at'],
  ...['active_payment_plan_id', 'updated_at'],
)
export const creditCaseQuery = ({ administration_id, id }: Place) =>
  queryOptions({
    queryKey: ['records', 'credit_cases', administration_id, id],
    queryFn: () => read<CreditCase>(`/console/credit_cases/${id}`, { administration_id, fields: case_fields }),
  })

export const creditCasesQuery = (administration_id: string, ids: string) =>
  queryOptions({
    queryKey: ['records', 'credit_cases', administration_id, 'list', ids],
    queryFn: () => read<Page<CreditCase>>('/console/credit_cases', { administration_id, ids, per_page: 100 }),
    enabled: ids !== '',
  })

export const contactsQuery = (administration_id: string, debtor_numbers: string) =>
  queryOptions({
    queryKey: ['records', 'contacts', administration_id, debtor_numbers],
    queryFn: () => read<Page<Contact>>('/console/contacts', { administration_id, debtor_numbers, per_page: 50 }),
  })

export const paymentsQuery = (administration_id: string, invoice_numbers: string) =>
  queryOptions({
    queryKey: ['records', 'payments', administration_id, invoice_numbers],
    queryFn: () => read<Page<Payment>>('/console/payments', { administration_id, invoice_numbers, per_page: 100 }),
  })

type InvoiceFilters = { debtor_ids?: string; credit_case_ids?: string; paid?: 'true' | 'false'; order?: string }

const next = (page: { pagination?: { cursor: string } }): string | null => page.pagination?.cursor ?? null

export const invoicesQuery = (administration_id: string, filters: InvoiceFilters) =>
  infiniteQueryOptions({
    queryKey: ['records', 'invoices', administration_id, filters],
    queryFn: ({ pageParam: cursor }) =>
      read<Page<Invoice>>('/console/invoices', { administration_id, ...filters, per_page: 50, cursor }),
    initialPageParam: '',
    getNextPageParam: next,
  })

const list_fields = only('id', 'debtor_number', 'name', 'postal_address', 'book_open_amount', 'paused_at')
export const debtorsQuery = (administration_id: string) =>
  infiniteQueryOptions({
    queryKey: ['records', 'debtors', administration_id],
    queryFn: ({ pageParam: cursor }) =>
      read<Page<Debtor>>('/console/debtors', { administration_id, fields: list_fields, per_page: 50, cursor }),
    initialPageParam: '',
    getNextPageParam: next,
  })

export type InvoiceShow = Operations['invoice_list.list']['takes']['show']
export type InvoiceOrder = Operations['invoice_list.list']['takes']['order']

export const invoiceListQuery = (administration_id: string, show: InvoiceShow, order: InvoiceOrder) =>
  infiniteQueryOptions({
    queryKey: ['invoice_list', administration_id, show, order],
    queryFn: ({ pageParam: cursor }) => ask('invoice_list.list', { administration_id, show, order, cursor }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  })

export const paymentBehaviourQuery = ({ administration_id, id }: Place) =>
  queryOptions({
    queryKey: ['payment_behaviour', administration_id, id],
    queryFn: () => ask('payment_behaviour.show', { administration_id, debtor_id: id }),
  })

export const searchQuery = (administration_id: string, text: string) =>
  queryOptions({
    queryKey: ['search', administration_id, text],
    queryFn: () => ask('search.find', { administration_id, text }),
  })

export const timelineQuery = ({ administration_id, id }: Place, family: TimelineFamily) =>
  infiniteQueryOptions({
    queryKey: ['timeline', administration_id, family, id],
    queryFn: ({ pageParam: cursor }) => ask('timeline.list', { administration_id, family, id, cursor }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  })
