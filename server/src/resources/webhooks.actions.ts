import { type Actions, create, onOne } from '../api/actions.ts'
import { refuseParameters } from '../api/errors.ts'
import { boolean, dateTime, text, textList } from '../api/field.ts'
import { auditVerb } from '../auth/audit.ts'
import {
  administration_events,
  createWebhook,
  renewSecret,
  updateWebhook,
  type WebhookInput,
} from '../webhooks/subscribe.ts'
import {
  activateWebhook,
  pauseWebhook,
  replayEvents,
  resendDelivery,
  resendFailed,
  sendTest,
} from '../webhooks/verbs.ts'
import { webhook_deliveries, webhooks } from './webhooks.ts'

export const secret = text('Secret that requests are signed with, shown this once.').required()

export const webhook_members = {
  url: text('Where events are sent, https:// and reachable from outside.'),
  events: textList('Names of events; all unless given.'),
  description: text('What it is for.'),
}

export const test_event = 'webhook_test'

export const missed_members = {
  replay_from: dateTime('Sends everything since this moment, at most two years ago, whether it was delivered or not.'),
  skip_missed: boolean('Sends nothing of what happened meanwhile.').default(false),
}

export const webhook_actions: Actions = {
  create: create(webhooks, {
    description:
      'Makes a webhook that gets what happens from now on. The same request again makes another one, which gets ' +
      'everything as well.',
    body: { ...webhook_members, url: webhook_members.url.required() },
    once: { secret },
    example: { url: 'https://example.com/dunlin', events: ['invoice_paid', 'invoice_created'] },
    run: async (context, { url, events, description }) => {
      const { db, administration_id, outgoing, real_now, stamp } = context
      const input = { url, events: events ?? [], description: description ?? null }
      const moments = { now: real_now, stamp }
      const made = await createWebhook(db, { administration_id }, input, { outgoing, moments })
      await auditVerb(context, 'webhook_created', { url })
      return { id: made.id, once: { secret: made.secret } }
    },
  }),

  update: onOne(webhooks, {
    method: 'PATCH',
    on_itself: true,
    description: 'Changes a webhook. What is left out stays as it is; the same again changes nothing.',
    body: webhook_members,
    example: { events: [] },
    run: async (context, webhook, body) => {
      const { db, administration_id, outgoing, real_now, stamp } = context
      const input = {
        id: webhook.id,
        url: body.url ?? webhook.url,
        events: body.events === undefined ? webhook.events : (body.events ?? []),
        description: body.description === undefined ? webhook.description : body.description,
      }
      await updateWebhook(db, { administration_id }, input, { outgoing, moments: { now: real_now, stamp } })
      if (isChanged(webhook, input)) await auditVerb(context, 'webhook_updated', { url: input.url })
    },
  }),

  renew_secret: onOne(webhooks, {
    method: 'POST',
    description:
      'Gives a webhook another secret. For a day requests are signed with the one before as well, so that the ' +
      'receiver can be changed meanwhile. Renewed twice, only the last two count.',
    body: {},
    once: { secret },
    run: async (context, { id, url }) => {
      const { db, outgoing, real_now, stamp } = context
      const renewed = await renewSecret(db, id, { outgoing, moments: { now: real_now, stamp } })
      await auditVerb(context, 'webhook_secret_renewed', { url })
      return { secret: renewed }
    },
  }),

  pause: onOne(webhooks, {
    method: 'PATCH',
    description:
      'Sends nothing until the webhook is activated again; what happens meanwhile waits. One that is not active stays ' +
      'as it is.',
    body: {},
    run: ({ db, real_now, stamp }, { id }) => pauseWebhook(db, id, { now: real_now, stamp }),
  }),

  activate: onOne(webhooks, {
    method: 'PATCH',
    description:
      'Activates a webhook that was paused or deactivated. It goes on where it stopped, unless the body says what ' +
      'else becomes of the events in between.',
    body: missed_members,
    example: { skip_missed: true },
    run: ({ db, real_now, stamp }, { id }, { replay_from, skip_missed }) =>
      activateWebhook(db, id, { replay_from: replay_from ?? null, skip_missed }, { now: real_now, stamp }),
  }),

  replay: onOne(webhooks, {
    method: 'POST',
    description:
      'Sends everything again that happened since a moment, whether it was delivered or not. Receivers know by ' +
      '`webhook-id` what they have already.',
    body: { replay_from: dateTime('The moment, at most two years ago.').required() },
    example: { replay_from: '2026-11-01T00:00:00Z' },
    run: ({ db, real_now }, { id }, { replay_from }) => replayEvents(db, id, replay_from, real_now),
  }),

  resend_failed: onOne(webhooks, {
    method: 'POST',
    description: 'Sends all deliveries of the last 30 days again that failed, each once.',
    body: {},
    run: ({ db, real_now }, { id }) => resendFailed(db, id, real_now),
  }),

  test: onOne(webhooks, {
    method: 'POST',
    description:
      'Sends an event that did not happen, also while the webhook is not active: `webhook_test`, or the example of ' +
      'any other. It is tried once; what came of it is among the deliveries.',
    body: { event_name: text('Which event; `webhook_test` unless given.') },
    once: { delivery_id: text('The delivery, for whoever wants to know what came of it.').required() },
    example: { event_name: 'invoice_paid' },
    run: async ({ db, administration_id, real_now }, { id }, body) => {
      const event_name = testOf(body.event_name, administration_events)
      return { delivery_id: await sendTest(db, id, { administration_id, event_name, now: real_now }) }
    },
  }),

  remove: onOne(webhooks, {
    method: 'POST',
    answers: 'nothing',
    description: 'Removes a webhook, with everything that is known about its deliveries.',
    body: {},
    run: async (context, { id, url }) => {
      await context.db.deleteFrom('webhooks').where('id', '=', id).execute()
      await auditVerb(context, 'webhook_removed', { url })
    },
  }),
}

/** Whether a change changes anything. Events are a set. */
function isChanged(one: WebhookInput, other: WebhookInput): boolean {
  const said = ({ url, events, description }: WebhookInput): string =>
    JSON.stringify([url, [...new Set(events)].sort(), description])
  return said(one) !== said(other)
}

/** The event that a test shall be like. */
export function testOf(given: string | null | undefined, possible: readonly string[]): string {
  if (given === undefined || given === null || given === test_event) return test_event
  return possible.includes(given) ? given : refuseParameters([`event_name: ${given.slice(0, 60)} is no event`])
}

export const webhook_delivery_actions: Actions = {
  resend: onOne(webhook_deliveries, {
    method: 'POST',
    description:
      'Sends a delivery again, now and once, also while the webhook is not active. Asked for twice before it went ' +
      'out, it goes out once.',
    body: {},
    run: ({ db, real_now }, delivery) => resendDelivery(db, delivery, real_now),
  }),
}
