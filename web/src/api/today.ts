import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ask } from './client.ts'
import type { Operations } from './generated.ts'

export type TodayTab = Operations['today.list']['takes']['tab']
export type TodayList = Operations['today.list']['answers']
export type TodayDebtor = TodayList['debtors'][number]
export type TodayPanel = Operations['today.show']['answers']
export type TodayInvoice = TodayPanel['invoices'][number]
export type CallOutcome = Operations['today.what_follows']['takes']['outcome']
export type RecordedCall = Operations['today_verbs.record_call']['takes']
export type DisputeReason = NonNullable<RecordedCall['reason']>
export type Following = Operations['today.what_follows']['answers']

export const todayQuery = (administration_id: string, tab: TodayTab) =>
  queryOptions({
    queryKey: ['today', administration_id, 'list', tab],
    queryFn: () => ask('today.list', { administration_id, tab }),
  })

export const todayPanelQuery = (administration_id: string, debtor_id: string) =>
  queryOptions({
    queryKey: ['today', administration_id, 'debtor', debtor_id],
    queryFn: () => ask('today.show', { administration_id, debtor_id }),
  })

export type Supposed = { outcome: CallOutcome; invoice_ids: string[]; promised_on: string }

/** What the engine would do after a call that ended like this. */
export const followingQuery = (administration_id: string, debtor_id: string, supposed: Supposed) =>
  queryOptions({
    queryKey: ['today', administration_id, 'following', debtor_id, supposed],
    queryFn: () => ask('today.what_follows', { administration_id, debtor_id, ...supposed }),
  })

const touched = new Set<unknown>([
  'today',
  'tasks',
  'parts',
  'records',
  'timeline',
  'debtor_facts',
  'outbox',
  'overview',
])

/** What was read of debtors is old after a call, and so are the counts. */
export const todayChanged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => touched.has(queryKey[0]) })
