import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { ask } from './client.ts'
import { ConsoleError } from './console_error.ts'
import type { Operations } from './generated.ts'
import { type ReadBy, type RecordKey, rows_of_file } from './records.ts'

export type TaskChoice = Omit<Operations['task_list.list']['takes'], 'administration_id' | 'cursor' | 'per_page'>
export type TaskShow = TaskChoice['show']
export type TaskOwner = TaskChoice['whose']
export type TaskTotals = Operations['task_list.totals']['answers']
export type TaskMark = TaskTotals['marks'][number]['mark']
export type ListedTask = Operations['task_list.list']['answers']['tasks'][number]
export type CompletedTask = Operations['tasks.mark_completed']['answers']
export type ShownTask = Operations['task_list.show']['answers']
export type ListedMessage = Operations['message_list.list']['answers']['messages'][number]
export type ShownMessage = Operations['message_list.show']['answers']
export type PlanChoice = Omit<
  Operations['payment_plan_list.list']['takes'],
  'administration_id' | 'cursor' | 'per_page'
>
export type PlanShow = PlanChoice['show']
export type PlanTotals = Operations['payment_plan_list.totals']['answers']
export type PlanMark = PlanTotals['marks'][number]['mark']
export type ListedPlan = Operations['payment_plan_list.list']['answers']['payment_plans'][number]
export type PlanState = ListedPlan['state']
export type PlanItems = Operations['payment_plan_list.items']['answers']
export type PlanVerb = 'approve' | 'reject' | 'deactivate'

export const taskListQuery = (administration_id: string, choice: TaskChoice) =>
  infiniteQueryOptions({
    queryKey: ['tasks', administration_id, 'list', choice],
    queryFn: ({ pageParam: cursor }) => ask('task_list.list', { administration_id, ...choice, cursor }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  })

export async function readTasks(administration_id: string, choice: TaskChoice, cursor: string) {
  const page = await ask('task_list.list', { administration_id, ...choice, cursor, per_page: rows_of_file })
  return { rows: page.tasks, cursor: page.cursor }
}

export const taskTotalsQuery = (administration_id: string, { order: _, ...filter }: TaskChoice) =>
  queryOptions({
    queryKey: ['tasks', administration_id, 'totals', filter],
    queryFn: () => ask('task_list.totals', { administration_id, ...filter }),
  })

export const taskQuery = ({ administration_id, id }: RecordKey) =>
  queryOptions({
    queryKey: ['tasks', administration_id, id],
    queryFn: () => ask('task_list.show', { administration_id, id }),
  })

/** Who can be given a task, and days to put it off to. */
export const taskChoicesQuery = (administration_id: string) =>
  queryOptions({
    queryKey: ['tasks', administration_id, 'choices'],
    queryFn: () => ask('task_list.choices', { administration_id }),
  })

/** What came from strangers, and nobody has said yet whose it is. */
export const unassignedQuery = (administration_id: string) =>
  infiniteQueryOptions({
    queryKey: ['messages', administration_id, 'unassigned'],
    queryFn: ({ pageParam: cursor }) => ask('message_list.list', { administration_id, cursor, unassigned: true }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  })

export const inboxQuery = (administration_id: string) =>
  queryOptions({
    queryKey: ['inbox', administration_id],
    queryFn: () => ask('message_list.inbox', { administration_id }),
  })

export type MessageSubject = { debtor_id: string } | { invoice_id: string }

export const assignMessage = (message: RecordKey, subject: MessageSubject): Promise<unknown> =>
  ask('messages.assign', { ...message, ...subject })

export const discardMessage = (message: RecordKey): Promise<unknown> => ask('messages.discard', message)

export const messageQuery = ({ administration_id, id }: RecordKey) =>
  queryOptions({
    queryKey: ['messages', administration_id, id],
    queryFn: () => ask('message_list.show', { administration_id, id }),
  })

export const planListQuery = (administration_id: string, choice: PlanChoice) =>
  infiniteQueryOptions({
    queryKey: ['payment_plans', administration_id, 'list', choice],
    queryFn: ({ pageParam: cursor }) => ask('payment_plan_list.list', { administration_id, ...choice, cursor }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  })

export async function readPlans(administration_id: string, choice: PlanChoice, cursor: string) {
  const page = await ask('payment_plan_list.list', { administration_id, ...choice, cursor, per_page: rows_of_file })
  return { rows: page.payment_plans, cursor: page.cursor }
}

export const planTotalsQuery = (administration_id: string, { order: _, ...filter }: PlanChoice) =>
  queryOptions({
    queryKey: ['payment_plans', administration_id, 'totals', filter],
    queryFn: () => ask('payment_plan_list.totals', { administration_id, ...filter }),
  })

const readPlan = ({ administration_id, id }: RecordKey) =>
  ask('payment_plans.show', {
    administration_id,
    id,
    fields: {
      only: [
        ...(['id', 'debtor_id', 'active', 'auto_activated', 'payment_terms', 'reason', 'proposed_at'] as const),
        ...(['approved_at', 'rejected_at', 'rejected_by_user', 'deactivated_at', 'created_at'] as const),
        ...(['updated_at', 'public_url', 'proposed_by'] as const),
      ],
    },
  })
export type PaymentPlan = ReadBy<typeof readPlan>

export const planQuery = (plan: RecordKey) =>
  queryOptions({
    queryKey: ['records', 'payment_plans', plan.administration_id, plan.id],
    queryFn: () => readPlan(plan),
  })

export const plansOfQuery = (administration_id: string, debtor_numbers: string) =>
  queryOptions({
    queryKey: ['records', 'payment_plans', administration_id, 'of', debtor_numbers],
    queryFn: () =>
      ask('payment_plans.list', {
        administration_id,
        debtor_numbers,
        per_page: 100,
        fields: {
          only: [
            ...(['id', 'debtor_id', 'active', 'payment_terms', 'approved_at', 'rejected_at'] as const),
            ...(['deactivated_at', 'created_at'] as const),
          ],
        },
      }),
  })

export const planItemsQuery = ({ administration_id, id }: RecordKey) =>
  queryOptions({
    queryKey: ['records', 'payment_plans', administration_id, id, 'items'],
    queryFn: () => ask('payment_plan_list.items', { administration_id, id }),
  })

/** Marks a message as read or unread. The answer says for each message what went wrong with it. */
export async function markMessage({ administration_id, id }: RecordKey, is_read: boolean): Promise<void> {
  const { errors } = await ask('messages.update', { administration_id, messages: [{ id, read: is_read }] })
  const message = errors[id]?.join(' ')
  if (message) throw new ConsoleError({ code: 'not_found', status: 404, message })
}

type Decisions = Pick<PaymentPlan, 'active' | 'approved_at' | 'rejected_at' | 'deactivated_at'>

/** In which state a plan is; the same as domain/payment_plan.ts of the service says. */
export function planState({ active, approved_at, rejected_at, deactivated_at }: Decisions): PlanState {
  if (deactivated_at !== null) return 'deactivated'
  if (rejected_at !== null) return 'rejected'
  if (active === true) return 'active'
  return approved_at === null ? 'proposed' : 'finished'
}

const touched = new Set<unknown>([
  ...[
    'tasks',
    'messages',
    'conversations',
    'payment_plans',
    'records',
    'timeline',
    'debtor_facts',
    'overview',
    'parts',
  ],
  ...['today', 'agreements'],
])

/** What was read of records is old after some work on them, and so are the counts. */
export const workDone = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => touched.has(queryKey[0]) })
