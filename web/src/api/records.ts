import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ask } from './client.ts'
import type { Operations } from './generated.ts'

export type TimelineEntry = Operations['timeline.list']['answers']['entries'][number]
export type TimelineFamily = Operations['timeline.list']['takes']['family']
export type TimelineShow = NonNullable<Operations['timeline.list']['takes']['show']>

/** Which record is meant. */
export type RecordKey = { administration_id: string; id: string }

/** What a function reads. */
export type ReadBy<Read extends (...takes: never[]) => Promise<unknown>> = Awaited<ReturnType<Read>>

const readDebtor = ({ administration_id, id }: RecordKey) =>
  ask('debtors.show', {
    administration_id,
    id,
    fields: {
      only: [
        ...(['id', 'debtor_number', 'debtor_identifier', 'name', 'postal_address', 'bank_account_number'] as const),
        ...(['book_open_amount', 'call_phone_number', 'coc_number', 'vat_number', 'credit_limit_amount'] as const),
        ...(['primary_email_address', 'public_url', 'labels', 'language_code', 'payment_behaviour'] as const),
        ...(['reminder_email_address', 'reminder_cc_email_address', 'invoice_email_address'] as const),
        ...(['invoice_cc_email_address', 'debtor_provided_email_address', 'sms_phone_number'] as const),
        ...(['relation_manager', 'remark', 'updated_at'] as const),
      ],
    },
  })
export type Debtor = ReadBy<typeof readDebtor>

export const debtorQuery = (debtor: RecordKey) =>
  queryOptions({
    queryKey: ['records', 'debtors', debtor.administration_id, debtor.id],
    queryFn: () => readDebtor(debtor),
  })

const readInvoice = ({ administration_id, id }: RecordKey) =>
  ask('invoices.show', {
    administration_id,
    id,
    fields: {
      only: [
        ...(['id', 'debtor_id', 'debtor_number', 'invoice_number', 'invoice_identifier', 'description'] as const),
        ...(['currency_code', 'payment_method', 'invoice_date', 'due_date', 'payment_date', 'total_amount'] as const),
        ...(['open_amount', 'active_credit_case_id', 'active_payment_plan_id', 'latest_reminder_at'] as const),
        ...(['flow_code', 'invoice_lines', 'labels', 'document_url', 'ubl_document_url', 'public_url'] as const),
        ...(['order_number', 'purchase_order_number', 'updated_at'] as const),
      ],
    },
  })
export type Invoice = ReadBy<typeof readInvoice>

export const invoiceQuery = (invoice: RecordKey) =>
  queryOptions({
    queryKey: ['records', 'invoices', invoice.administration_id, invoice.id],
    queryFn: () => readInvoice(invoice),
  })

const readCreditCase = ({ administration_id, id }: RecordKey) =>
  ask('credit_cases.show', {
    administration_id,
    id,
    fields: {
      only: [
        ...(['id', 'debtor_id', 'credit_case_number', 'currency_code', 'total_amount', 'open_amount'] as const),
        ...(['public_url', 'labels', 'started_at', 'pre_summons_at', 'summons_1_at', 'summons_2_at'] as const),
        ...(['summons_3_at', 'summons_4_at', 'notice_of_default_at', 'pre_judicial_at'] as const),
        ...(['forwarded_to_bailiff_at', 'deactivated_at', 'active_payment_plan_id', 'updated_at'] as const),
      ],
    },
  })
export type CreditCase = ReadBy<typeof readCreditCase>

export const creditCaseQuery = (credit_case: RecordKey) =>
  queryOptions({
    queryKey: ['records', 'credit_cases', credit_case.administration_id, credit_case.id],
    queryFn: () => readCreditCase(credit_case),
  })

export const caseNumbersQuery = (administration_id: string, ids: string) =>
  queryOptions({
    queryKey: ['records', 'credit_cases', administration_id, 'numbers', ids],
    queryFn: () =>
      ask('credit_cases.list', { administration_id, ids, per_page: 100, fields: { only: ['credit_case_number'] } }),
    enabled: ids !== '',
  })

const readContacts = (administration_id: string, debtor_numbers: string) =>
  ask('contacts.list', {
    administration_id,
    debtor_numbers,
    per_page: 50,
    fields: {
      only: [
        ...(['id', 'contact_identifier', 'firstname', 'infix', 'lastname'] as const),
        ...(['default_email_address', 'reminder_email_address', 'invoice_email_address'] as const),
        ...(['call_phone_number', 'sms_phone_number', 'debtor_numbers'] as const),
      ],
    },
  })
export type Contact = ReadBy<typeof readContacts>['data'][number]

export const contactsQuery = (administration_id: string, debtor_numbers: string) =>
  queryOptions({
    queryKey: ['records', 'contacts', administration_id, debtor_numbers],
    queryFn: () => readContacts(administration_id, debtor_numbers),
  })

const readPayments = (administration_id: string, invoice_numbers: string) =>
  ask('payments.list', {
    administration_id,
    invoice_numbers,
    per_page: 100,
    fields: {
      only: [
        ...(['id', 'invoice_id', 'payment_date', 'transaction_type', 'cost_type', 'payment_method'] as const),
        ...(['description', 'total_amount'] as const),
      ],
    },
  })
export type Payment = ReadBy<typeof readPayments>['data'][number]

export const paymentsQuery = (administration_id: string, invoice_numbers: string) =>
  queryOptions({
    queryKey: ['records', 'payments', administration_id, invoice_numbers],
    queryFn: () => readPayments(administration_id, invoice_numbers),
  })

type DebtorTakes = Operations['debtor_list.list']['takes']
export type ListedDebtor = Operations['debtor_list.list']['answers']['debtors'][number]
export type DebtorTotals = Operations['debtor_list.totals']['answers']
export type DebtorMark = DebtorTotals['marks'][number]['mark']
export type DebtorChoice = Omit<DebtorTakes, 'administration_id' | 'cursor' | 'per_page'>

export const debtorListQuery = (administration_id: string, choice: DebtorChoice) =>
  infiniteQueryOptions({
    queryKey: ['records', 'debtor_list', administration_id, choice],
    queryFn: ({ pageParam: cursor }) => ask('debtor_list.list', { administration_id, ...choice, cursor }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  })

/** A large page of the list, for a file. */
export async function readDebtors(administration_id: string, choice: DebtorChoice, cursor: string) {
  const page = await ask('debtor_list.list', { administration_id, ...choice, cursor, per_page: rows_of_file })
  return { rows: page.debtors, cursor: page.cursor }
}

/** What the whole list comes to, whatever its order. */
export const debtorTotalsQuery = (administration_id: string, { order: _, ...filter }: DebtorChoice) =>
  queryOptions({
    queryKey: ['records', 'debtor_totals', administration_id, filter],
    queryFn: () => ask('debtor_list.totals', { administration_id, ...filter }),
  })

/** Files are put together from the largest pages that there are. */
export const rows_of_file = 1000

export type InvoiceShow = Operations['invoice_list.list']['takes']['show']
export type InvoiceOrder = Operations['invoice_list.list']['takes']['order']

export type ListedInvoice = Operations['invoice_list.list']['answers']['invoices'][number]
export type InvoiceStatus = ListedInvoice['status']
export type InvoiceMark = Operations['invoice_list.totals']['answers']['marks'][number]['mark']
export type InvoiceChoice = {
  show: InvoiceShow
  order: InvoiceOrder
  debtor_id?: string
  /** With commas between. */
  marks?: string
  text?: string
} & Pick<Operations['invoice_list.totals']['takes'], InvoiceNarrowing>
type InvoiceNarrowing = 'country' | 'party' | 'flow' | 'category' | 'label' | 'owner' | 'currency_code'

export const invoiceListQuery = (administration_id: string, choice: InvoiceChoice) =>
  infiniteQueryOptions({
    queryKey: ['records', 'invoice_list', administration_id, choice],
    queryFn: ({ pageParam: cursor }) => ask('invoice_list.list', { administration_id, ...choice, cursor }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  })

/** A large page of the list, for a file. */
export async function readInvoices(administration_id: string, choice: InvoiceChoice, cursor: string) {
  const page = await ask('invoice_list.list', { administration_id, ...choice, cursor, per_page: rows_of_file })
  return { rows: page.invoices, cursor: page.cursor }
}

/** What the whole list comes to, whatever its order. */
export const invoiceTotalsQuery = (administration_id: string, { order: _, ...filter }: InvoiceChoice) =>
  queryOptions({
    queryKey: ['records', 'invoice_totals', administration_id, filter],
    queryFn: () => ask('invoice_list.totals', { administration_id, ...filter }),
  })

export type CaseChoice = Omit<Operations['credit_case_list.list']['takes'], 'administration_id' | 'cursor' | 'per_page'>
export type CaseShow = CaseChoice['show']
export type ListedCase = Operations['credit_case_list.list']['answers']['credit_cases'][number]
export type CaseTotals = Operations['credit_case_list.totals']['answers']
export type CaseMark = CaseTotals['marks'][number]['mark']
export type CaseStage = ListedCase['stage']

export const caseListQuery = (administration_id: string, choice: CaseChoice) =>
  infiniteQueryOptions({
    queryKey: ['records', 'credit_case_list', administration_id, choice],
    queryFn: ({ pageParam: cursor }) => ask('credit_case_list.list', { administration_id, ...choice, cursor }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  })

export async function readCases(administration_id: string, choice: CaseChoice, cursor: string) {
  const page = await ask('credit_case_list.list', { administration_id, ...choice, cursor, per_page: rows_of_file })
  return { rows: page.credit_cases, cursor: page.cursor }
}

export const caseTotalsQuery = (administration_id: string, { order: _, ...filter }: CaseChoice) =>
  queryOptions({
    queryKey: ['records', 'credit_case_totals', administration_id, filter],
    queryFn: () => ask('credit_case_list.totals', { administration_id, ...filter }),
  })

export const casesOfQuery = ({ administration_id, id }: RecordKey) =>
  queryOptions({
    queryKey: ['records', 'credit_case_list', administration_id, 'of', id],
    queryFn: () => ask('credit_case_list.of_debtor', { administration_id, debtor_id: id }),
  })

export type Standing = Operations['standing.show']['answers']
export type Hold = Standing['holds'][number]
export type OpenSum = Standing['sums'][number]

/** How a record stands: what its debtor is asked for, and why nothing is sent if nothing is. */
export const standingQuery = ({ administration_id, id }: RecordKey, family: TimelineFamily) =>
  queryOptions({
    queryKey: ['records', 'standing', administration_id, family, id],
    queryFn: () => ask('standing.show', { administration_id, family, id }),
  })

export type DebtorFacts = Operations['debtor_facts.show']['answers']

/** What a debtor promised and disputes, and how late it is now. */
export const debtorFactsQuery = ({ administration_id, id }: RecordKey) =>
  queryOptions({
    queryKey: ['debtor_facts', administration_id, id],
    queryFn: () => ask('debtor_facts.show', { administration_id, debtor_id: id }),
  })

export const paymentBehaviourQuery = ({ administration_id, id }: RecordKey) =>
  queryOptions({
    queryKey: ['payment_behaviour', administration_id, id],
    queryFn: () => ask('payment_behaviour.show', { administration_id, debtor_id: id }),
  })

export const searchQuery = (administration_id: string, text: string) =>
  queryOptions({
    queryKey: ['search', administration_id, text],
    queryFn: () => ask('search.find', { administration_id, text }),
  })

export const timelineQuery = (
  { administration_id, id }: RecordKey,
  family: TimelineFamily,
  show: TimelineShow = 'everything',
) =>
  infiniteQueryOptions({
    queryKey: ['timeline', administration_id, family, id, show],
    queryFn: ({ pageParam: cursor }) => ask('timeline.list', { administration_id, family, id, show, cursor }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  })
