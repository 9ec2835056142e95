import { queryOptions } from '@tanstack/react-query'
import { ask } from './client.ts'
import type { Operations } from './generated.ts'

export type FlowList = Operations['flow_versions.list']['answers']
export type ShownFlow = Operations['flow_versions.show']['answers']
export type FlowProblem = ShownFlow['problems'][number]
export type DryRunState = Operations['dry_runs.show']['answers']
export type DryRunResult = NonNullable<DryRunState['result']>
export type DryRunPurpose = DryRunState['purpose']

export type Channel = 'mail' | 'post'
export type CountedFrom = 'invoice_date' | 'due_date' | 'previous'

export type FlowStep = {
  readonly step: string
  readonly day: number
  readonly from: CountedFrom
  readonly channels: readonly Channel[]
  readonly term_days: number | null
  readonly fee: string
  readonly approval: boolean
  readonly text: string | null
}

/** A flow as the service keeps it; `docs/flow.schema.json` says what each member means. */
export type Flow = {
  readonly code: string
  readonly name: string
  readonly for: {
    readonly payment_conditions: 'any' | readonly string[]
    readonly party: 'any' | 'business' | 'consumer'
    readonly payment_methods: 'any' | readonly string[]
  }
  readonly fallback: boolean
  readonly minimum_amount: string
  readonly bundle: 'none' | 'final' | 'reminders'
  readonly minimum_interval: number
  readonly steps: readonly FlowStep[]
  readonly case_steps: readonly FlowStep[]
  readonly end: 'none' | 'task' | 'collectable' | 'case_approval' | 'case'
}

/** The service only keeps what it could read as a flow. */
export const flowIn = (definition: unknown): Flow => definition as Flow

export const flowsQuery = (administration_id: string) =>
  queryOptions({
    queryKey: ['flow_versions', administration_id],
    queryFn: () => ask('flow_versions.list', { administration_id }),
  })

export const flowQuery = (administration_id: string, code: string) =>
  queryOptions({
    queryKey: ['flow_versions', administration_id, code],
    queryFn: () => ask('flow_versions.show', { administration_id, code }),
  })

const under_way: readonly string[] = ['waiting', 'running']
const look_ms = 400

/** Asks again and again until it is done. */
export const dryRunQuery = (administration_id: string, id: string | null) =>
  queryOptions({
    queryKey: ['dry_runs', administration_id, id],
    queryFn: () => ask('dry_runs.show', { administration_id, id: id ?? '' }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data && !under_way.includes(state.data.status) ? false : look_ms),
    staleTime: Number.POSITIVE_INFINITY,
  })
