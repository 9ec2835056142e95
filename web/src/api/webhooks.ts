import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ask } from './client.ts'
import type { ReadBy } from './records.ts'

/** Whose webhooks are meant: those of an administration, or of an application. */
export type WebhookOwner = { administration_id: string } | { application_id: string }

export type WebhookInput = { url: string; events: string[]; description: string }
export type Missed = { replay_from?: string; skip_missed?: boolean }

const shown = [
  ...(['id', 'url', 'description', 'events', 'status', 'status_since', 'failing_since', 'last_problem'] as const),
  ...(['last_success_at', 'last_failure_at', 'secret_renewed_at', 'previous_secret_until'] as const),
  ...(['waiting_count', 'failed_count', 'days'] as const),
] as const

const readWebhooks = async (owner: WebhookOwner) => {
  const asked = { per_page: 100, fields: { only: shown } } as const
  const { data } =
    'administration_id' in owner
      ? await ask('webhooks.list', { ...owner, ...asked })
      : await ask('application_webhooks.list', { ...owner, ...asked })
  return data
}
export type Webhook = ReadBy<typeof readWebhooks>[number]

const keyOf = (owner: WebhookOwner): string[] =>
  'administration_id' in owner ? ['webhooks', owner.administration_id] : ['application_webhooks', owner.application_id]

export const webhooksQuery = (owner: WebhookOwner) =>
  queryOptions({ queryKey: keyOf(owner), queryFn: () => readWebhooks(owner) })

/** How one does is looked at again, because something may be on its way. */
export const webhookQuery = (owner: WebhookOwner, id: string) =>
  queryOptions({
    queryKey: [...keyOf(owner), id],
    queryFn: (): Promise<Webhook> =>
      'administration_id' in owner
        ? ask('webhooks.show', { ...owner, id, fields: { only: shown } })
        : ask('application_webhooks.show', { id, fields: { only: shown } }),
    refetchInterval: 5_000,
  })

export type DeliveryStatus = 'waiting' | 'delivered' | 'failed' | 'skipped'

const readDeliveries = (owner: WebhookOwner, filters: { webhook_id: string; statuses: string; cursor: string }) =>
  'administration_id' in owner
    ? ask('webhook_deliveries.list', { ...owner, ...filters })
    : ask('application_deliveries.list', filters)
export type Delivery = ReadBy<typeof readDeliveries>['data'][number]

export const deliveriesQuery = (owner: WebhookOwner, webhook_id: string, status: DeliveryStatus | '') =>
  infiniteQueryOptions({
    queryKey: [...keyOf(owner), webhook_id, 'deliveries', status],
    queryFn: ({ pageParam: cursor }) => readDeliveries(owner, { webhook_id, statuses: status, cursor }),
    initialPageParam: '',
    getNextPageParam: (page) => page.pagination?.cursor ?? null,
    refetchInterval: 5_000,
  })

export type Attempt = {
  id: string
  attempt: number
  attempted_at: string
  duration_ms: number
  url: string
  problem: string | null
  answer_status: number | null
  answer_type: string | null
  answer_body: string | null
}

/** What was sent and answered, each time. */
export const attemptsQuery = (owner: WebhookOwner, id: string) =>
  queryOptions({
    queryKey: [...keyOf(owner), 'attempts', id],
    queryFn: async () => {
      const fields = { only: ['attempts'] } as const
      const [shown, { body }] = await ('administration_id' in owner
        ? Promise.all([
            ask('webhook_deliveries.show', { ...owner, id, fields }),
            ask('webhook_requests.show', { ...owner, delivery_id: id }),
          ])
        : Promise.all([
            ask('application_deliveries.show', { id, fields }),
            ask('webhook_requests.of_application', { delivery_id: id }),
          ]))
      // The service writes each attempt with these members.
      return { attempts: shown.attempts as unknown as Attempt[], body }
    },
  })

/** What can be done with webhooks, whosever they are. */
export function webhookVerbs(owner: WebhookOwner) {
  if ('administration_id' in owner)
    return {
      create: async (body: WebhookInput) => (await ask('webhooks.create', { ...owner, ...body })).secret,
      update: async (id: string, body: WebhookInput) => void (await ask('webhooks.update', { ...owner, id, ...body })),
      pause: async (id: string) => void (await ask('webhooks.pause', { ...owner, id })),
      activate: async (id: string, missed: Missed) =>
        void (await ask('webhooks.activate', { ...owner, id, ...missed })),
      replay: async (id: string, replay_from: string) =>
        void (await ask('webhooks.replay', { ...owner, id, replay_from })),
      test: async (id: string, event_name: string) => void (await ask('webhooks.test', { ...owner, id, event_name })),
      renewSecret: async (id: string) => (await ask('webhooks.renew_secret', { ...owner, id })).secret,
      remove: async (id: string) => void (await ask('webhooks.remove', { ...owner, id })),
      resendFailed: async (id: string) => void (await ask('webhooks.resend_failed', { ...owner, id })),
      resend: async (id: string) => void (await ask('webhook_deliveries.resend', { ...owner, id })),
    }
  return {
    create: async (body: WebhookInput) => (await ask('application_webhooks.create', { ...owner, ...body })).secret,
    update: async (id: string, body: WebhookInput) => void (await ask('application_webhooks.update', { id, ...body })),
    pause: async (id: string) => void (await ask('application_webhooks.pause', { id })),
    activate: async (id: string, missed: Missed) =>
      void (await ask('application_webhooks.activate', { id, ...missed })),
    replay: async (id: string, replay_from: string) =>
      void (await ask('application_webhooks.replay', { id, replay_from })),
    test: async (id: string, event_name: string) => void (await ask('application_webhooks.test', { id, event_name })),
    renewSecret: async (id: string) => (await ask('application_webhooks.renew_secret', { id })).secret,
    remove: async (id: string) => void (await ask('application_webhooks.delete', { id })),
    resendFailed: async (id: string) => void (await ask('application_webhooks.resend_failed', { id })),
    resend: async (id: string) => void (await ask('application_deliveries.resend', { id })),
  }
}
