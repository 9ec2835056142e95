import { queryOptions } from '@tanstack/react-query'
import { ask } from './client.ts'
import type { Operations } from './generated.ts'

export type Agreements = Operations['agreements.show']['answers']
export type OwedInvoice = Agreements['invoices'][number]
export type Booked = Agreements['bookings'][number]
export type HandMethod = Operations['agreements.book_payment']['takes']['method']

/** What a plan or a payment is for: a debtor, or an invoice or a case of it, which come first then. */
export type AgreementScope = {
  administration_id: string
  debtor_id: string
  invoice_id?: string | undefined
  credit_case_id?: string | undefined
}

/** What can be agreed on with a debtor, and booked for it by hand. */
export const agreementsQuery = ({ administration_id, debtor_id, invoice_id, credit_case_id }: AgreementScope) =>
  queryOptions({
    queryKey: ['agreements', administration_id, 'debtors', debtor_id, invoice_id ?? '', credit_case_id ?? ''],
    queryFn: () =>
      ask('agreements.show', {
        ...{ administration_id, debtor_id },
        ...(invoice_id === undefined ? {} : { invoice_id }),
        ...(credit_case_id === undefined ? {} : { credit_case_id }),
      }),
  })
