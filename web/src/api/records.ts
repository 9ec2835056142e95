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
  ...['labels', 'language_code', 'payment_behaviour', 'remark', 'updated_at'],
)
export const debtorQuery = ({ administration_id, id }: Place) =>
  queryOptions({
    queryKey: ['records', 'debtors', administration_id, id],
    queryFn: () => read<Debtor>(`/console/debtors/${id}`, { administration_id, fields: debtor_fields }),
  })

const invoice_fields = only(
  ...['id', 'debtor_id', 'debtor_number', 'invoice_number', 'invoice_identifier', 'description', 'currency_code'],
  ...['payment_method', 'invoice_date', 'due_date', 'payment_date', 'total_amount', 'open_amount'],
  ...['active_credit_case_id', 'active_payment_plan_id', 'latest_reminder_at', 'flow_code', 'invoice_lines'],
  ...['labels', 'document_url', 'ubl_document_url', 'public_url', 'updated_at'],
)
export const invoiceQuery = ({ administration_id, id }: Place) =>
  queryOptions({
    queryKey: ['records', 'invoices', administration_id, id],
    queryFn: () => read<Invoice>(`/console/invoices/${id}`, { administration_id, fields: invoice_fields }),
  })

const case_fields = only(
  ...['id', 'debtor_id', 'credit_case_number', 'currency_code', 'total_amount', 'open_amount', 'public_url', 'labels'],
  ...['debt_collection_costs', 'interest_costs', 'started_at', 'pre_summons_at', 'summons_1_at', 'summons_2_at'],
  ...['summons_3_at', 'summons_4_at', 'latest_summons_at', 'notice_of_default_at', 'pre_judicial_at'],
  ...['forwarded_to_bailiff_at', 'deactivated_at'],
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

const list_fields = only(
  'id',
  'debtor_number',
  'name',
  'postal_address',
  'book_open_amount',
  'paused_at',
  'reminding_paused_at',
)
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

export type ListedInvoice = Operations['invoice_list.list']['answers']['invoices'][number]
type InvoiceChoice = { show: InvoiceShow; order: InvoiceOrder; debtor_id?: string }

export const invoiceListQuery = (administration_id: string, choice: InvoiceChoice) =>
  infiniteQueryOptions({
    queryKey: ['records', 'invoice_list', administration_id, choice],
    queryFn: ({ pageParam: cursor }) => ask('invoice_list.list', { administration_id, ...choice, cursor }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  })

export type CaseShow = Operations['credit_case_list.list']['takes']['show']
export type ListedCase = Operations['credit_case_list.list']['answers']['credit_cases'][number]
export type CaseStage = ListedCase['stage']

export const caseListQuery = (administration_id: string, show: CaseShow, stage: CaseStage | undefined) =>
  infiniteQueryOptions({
    queryKey: ['records', 'credit_case_list', administration_id, show, stage],
    queryFn: ({ pageParam: cursor }) =>
      ask('credit_case_list.list', { administration_id, show, ...(stage ? { stage } : {}), cursor }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  })

export const casesOfQuery = ({ administration_id, id }: Place) =>
  queryOptions({
    queryKey: ['records', 'credit_case_list', administration_id, 'of', id],
    queryFn: () => ask('credit_case_list.of_debtor', { administration_id, debtor_id: id }),
  })

export type Standing = Operations['standing.show']['answers']
export type Hold = Standing['holds'][number]
export type OpenSum = Standing['sums'][number]

/** How a record stands: what its debtor is asked for, and why nothing is sent if nothing is. */
export const standingQuery = ({ administration_id, id }: Place, family: TimelineFamily) =>
  queryOptions({
    queryKey: ['records', 'standing', administration_id, family, id],
    queryFn: () => ask('standing.show', { administration_id, family, id }),
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
