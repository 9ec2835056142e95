import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ask } from './client.ts'
import type { Operations, Order, OrderLine } from './generated.ts'
import type { Place } from './records.ts'

export type { Order, OrderLine }
export type OrderProgress = Order['progress']
export type ClaimStatus = NonNullable<Operations['lines_of_orders.list']['takes']['claim_status']>

const claim_statuses: Readonly<Record<ClaimStatus, true>> = {
  action_required: true,
  auto_resubmit: true,
  draft: true,
  failed: true,
  processed: true,
  submitted: true,
}

export const isClaimStatus = (text: string | undefined): text is ClaimStatus =>
  text !== undefined && Object.hasOwn(claim_statuses, text)

export const ordersQuery = (administration_id: string) =>
  infiniteQueryOptions({
    queryKey: ['orders', administration_id],
    queryFn: ({ pageParam: cursor }) => ask('orders.list', { administration_id, per_page: 50, cursor }),
    initialPageParam: '',
    getNextPageParam: (page) => page.pagination?.cursor ?? null,
  })

export const orderQuery = ({ administration_id, id }: Place) =>
  queryOptions({
    queryKey: ['orders', administration_id, id],
    queryFn: () =>
      ask('orders.show', {
        administration_id,
        id,
        fields: { only: ['id', 'filename', 'created_at', 'progress', 'document_url'] },
      }),
  })

export const linesQuery = (administration_id: string, order_ids: string, claim_status: ClaimStatus | null) =>
  infiniteQueryOptions({
    queryKey: ['order_lines', administration_id, order_ids, claim_status],
    queryFn: ({ pageParam: cursor }) =>
      ask('lines_of_orders.list', {
        administration_id,
        order_ids,
        ...(claim_status ? { claim_status } : {}),
        per_page: 50,
        cursor,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.pagination?.cursor ?? null,
  })

const line_fields = [
  ...['id', 'order_id', 'filename', 'order_line_identifier', 'product_identifier', 'claim', 'claim_status'],
  ...['claim_response_codes', 'invoice_identifier', 'invoice_id', 'credit_invoice_identifier', 'amount'],
  ...['credited_amount', 'credited_reimbursed_amount', 'rejected_amount', 'reimbursed_amount', 'customer'],
  ...['created_at', 'updated_at'],
]
export const lineQuery = ({ administration_id, id }: Place) =>
  queryOptions({
    queryKey: ['order_lines', administration_id, id],
    queryFn: () => ask('lines_of_orders.show', { administration_id, id, fields: { only: line_fields } }),
  })

/** Which parts of the navigation have something to show. */
export const partsQuery = (id: string) =>
  queryOptions({
    queryKey: ['parts', id],
    queryFn: () => ask('overview.parts', { administration_id: id }),
    staleTime: 300_000,
  })
