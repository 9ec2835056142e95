import { resource } from '../api/define.ts'
import { dateTime, expression, id, integer, jsonList, oneOf, text, textList } from '../api/field.ts'
import { after, anyOf, anyWordOf, exactId } from '../api/filters.ts'
import { problems } from '../webhooks/undelivered.ts'

export const webhook_statuses = ['active', 'paused', 'deactivated'] as const
export const delivery_statuses = ['waiting', 'delivered', 'failed', 'skipped'] as const

const ofLane = (column: string) =>
  expression((row) => `(select l.${column} from webhook_lanes l where l.webhook_id = ${row}.id)`)

const countOf = (status: string) =>
  expression(
    (row) => `(select count(*) from webhook_deliveries d where d.webhook_id = ${row}.id and d.status = '${status}')`,
  )

const days_of = expression(
  (row) =>
    `(select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'delivered', d.delivered, ` +
    `'failed_attempts', d.failed_attempts, 'answer_ms', d.answer_ms / greatest(1, d.delivered + d.failed_attempts), ` +
    `'answer_ms_max', d.answer_ms_max, 'delay_ms', d.delay_ms / greatest(1, d.delivered), ` +
    `'delay_ms_max', d.delay_ms_max) order by d.day), '[]') from (select * from webhook_days n ` +
    `where n.webhook_id = ${row}.id order by n.day desc limit 30) d)`,
)

/** What is shown of a webhook, whosever it is. */
export const webhook_fields = {
  url: text('Where events are sent.').required(),
  description: text('What it is for.'),
  events: textList('Names of the events that are sent; empty when all are.').required(),
  status: oneOf(
    webhook_statuses,
    'Whether events are sent; `deactivated` when a delivery failed ten times, until somebody activates it again.',
  ).required(),
  status_since: dateTime('Since when that is so.').required(),
  secret_renewed_at: dateTime('When its secret was made.').required(),
  previous_secret_until: dateTime('Until when requests are also signed with the secret before.').from({
    from: 'column',
    column: 'previous_until',
  }),
  failing_since: dateTime('Since when every attempt failed; empty while the last one did not.').from(
    ofLane('failing_since'),
  ),
  last_problem: oneOf(problems, 'Why the last attempt failed; empty when it did not.').from(ofLane('last_problem')),
  last_success_at: dateTime('When something last arrived.').from(ofLane('last_success_at')),
  last_failure_at: dateTime('When an attempt last failed.').from(ofLane('last_failure_at')),
  created_at: dateTime('When it was made.').required(),
  updated_at: dateTime('Last change.').required(),
  waiting_count: integer('Deliveries that wait for their next attempt.')
    .from(countOf('waiting'))
    .required()
    .onRequest(),
  days: jsonList(
    'The last 30 days on which something was sent, in UTC: how much arrived and failed, how long answers took, and how ' +
      'long after the event it was there, on average and at most.',
  )
    .from(days_of)
    .required()
    .onRequest(),
  failed_count: integer('Deliveries of the last 30 days that failed.').from(countOf('failed')).required().onRequest(),
}

export const webhooks = resource({
  name: 'webhooks',
  one: 'webhook',
  table: 'webhooks',
  description:
    'Addresses that events are sent to as they happen. Each request is signed; how a receiver checks that, and what ' +
    'it gets, is in the guide to webhooks. An answer of 2xx within 10 seconds takes an event; anything else is tried ' +
    'again, ten times over about 55 hours, and then the webhook is deactivated.',
  within: 'administration',
  reads: ['list', 'show'],
  document: false,
  fields: {
    id: id('Identifier.').required(),
    administration_id: id('Owning administration.').required(),
    ...webhook_fields,
  },
})

const attempts_of = expression(
  (row) =>
    `(select coalesce(jsonb_agg(jsonb_build_object('id', a.attempt_id, 'attempt', a.attempt, ` +
    `'attempted_at', to_char(a.attempted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), ` +
    `'duration_ms', a.duration_ms, 'url', a.url, 'problem', a.problem, 'answer_status', a.answer_status, ` +
    `'answer_type', a.answer_type, 'answer_body', a.answer_body) order by a.id), '[]') ` +
    `from webhook_attempts a where a.delivery_id = ${row}.id)`,
)

/** What is shown of a delivery, whosever the webhook is. */
export const delivery_fields = {
  id: id('Identifier.').required(),
  webhook_id: id('Webhook that it is for.').required(),
  event_id: text('The event, by the identifier that `webhook-id` carries.').required(),
  event_name: text('What happened; `webhook_test` or the name of an event for a test.').required(),
  event_time: dateTime('When it happened.').required(),
  resource_type: text('What kind of record it happened to.').required(),
  resource_id: id('The record that it happened to.').required(),
  status: oneOf(
    delivery_statuses,
    'What became of it; `skipped` when it is not to be sent any more, or may not be seen.',
  ).required(),
  attempts_count: integer('How often it was tried.').from({ from: 'column', column: 'attempts' }).required(),
  next_attempt_at: dateTime('When it is tried next.'),
  last_attempt_at: dateTime('When it was last tried.'),
  duration_ms: integer('How long the last attempt took, in milliseconds.'),
  answer_status: integer('Status of the last answer.'),
  problem: oneOf(problems, 'Why the last attempt failed.'),
  created_at: dateTime('When it was first tried.').required(),
  attempts: jsonList(
    'Each attempt, with the identifier of its header `X-DUNLIN-DELIVERY` and at most 4 kB of what was answered.',
  )
    .from(attempts_of)
    .required()
    .onRequest(),
}

export const webhook_deliveries = resource({
  name: 'webhook_deliveries',
  one: 'delivery',
  table: 'webhook_deliveries',
  description: 'What was sent to webhooks in the last 30 days, the newest first, and what was answered.',
  within: 'administration',
  reads: ['list', 'show'],
  permission: 'webhooks',
  document: false,
  newest_first: true,
  // Those of applications are nobody else's business.
  visible: (row, given) =>
    `exists (select from webhooks w where w.id = ${row}.webhook_id and w.administration_id = ${given('administration_id')})`,
  fields: { ...delivery_fields, administration_id: id('Owning administration.').required() },
  filters: {
    webhook_id: exactId('webhook_id', 'Only those of this webhook.'),
    statuses: anyWordOf('status', delivery_statuses, 'What became of them.'),
    event_names: anyOf('event_name', 'What happened.'),
    created_after: after('created_at', 'Only those first tried after this moment.'),
  },
})
