import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ask } from './client.ts'
import type { Operations } from './generated.ts'
import type { ReadBy, RecordKey } from './records.ts'

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

const readOrder = ({ administration_id, id }: RecordKey) =>
  ask('orders.show', {
    administration_id,
    id,
    fields: { only: ['id', 'filename', 'created_at', 'progress', 'document_url'] },
  })
export type Order = ReadBy<typeof readOrder>
export type OrderProgress = Order['progress']

export const orderQuery = (order: RecordKey) =>
  queryOptions({ queryKey: ['orders', order.administration_id, order.id], queryFn: () => readOrder(order) })

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

const readLine = ({ administration_id, id }: RecordKey) =>
  ask('lines_of_orders.show', {
    administration_id,
    id,
    fields: {
      only: [
        ...(['id', 'order_id', 'filename', 'order_line_identifier', 'product_identifier', 'claim'] as const),
        ...(['claim_status', 'claim_response_codes', 'invoice_identifier', 'invoice_id'] as const),
        ...(['credit_invoice_identifier', 'amount', 'credited_amount', 'credited_reimbursed_amount'] as const),
        ...(['rejected_amount', 'reimbursed_amount', 'customer', 'created_at', 'updated_at'] as const),
      ],
    },
  })
export type OrderLine = ReadBy<typeof readLine>

export const lineQuery = (line: RecordKey) =>
  queryOptions({ queryKey: ['order_lines', line.administration_id, line.id], queryFn: () => readLine(line) })

/** Which parts of the navigation have something to show. */
export const partsQuery = (id: string) =>
  queryOptions({
    queryKey: ['parts', id],
    queryFn: () => ask('overview.parts', { administration_id: id }),
    staleTime: 300_000,
  })
