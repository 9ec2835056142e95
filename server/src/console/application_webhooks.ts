import { type Actions, create, onOne } from '../api/actions.ts'
import type { PersonContext } from '../api/context.ts'
import { resource } from '../api/define.ts'
import { refuse, refuseParameters } from '../api/errors.ts'
import { dateTime, id, text } from '../api/field.ts'
import { anyIdOf, anyWordOf, exactId } from '../api/filters.ts'
import { audit } from '../auth/audit.ts'
import { missed_members, secret, testOf, webhook_members } from '../resources/webhooks.actions.ts'
import { delivery_fields, delivery_statuses, webhook_fields } from '../resources/webhooks.ts'
import { application_events, createWebhook, renewSecret, updateWebhook } from '../webhooks/subscribe.ts'
import {
  activateWebhook,
  pauseWebhook,
  replayEvents,
  resendDelivery,
  resendFailed,
  sendTest,
} from '../webhooks/verbs.ts'

const ofCompany = (application: string, company: string): string =>
  `exists (select from applications p where p.id = ${application} and p.company_id = ${company} and p.deleted_at is null)`

/** Where applications of the company get events, of everybody who is connected to them. */
export const application_webhooks = resource({
  name: 'application_webhooks',
  one: 'application webhook',
  table: 'webhooks',
  description: 'Webhooks of applications.',
  within: { reach: 'company', where: (row, company) => ofCompany(`${row}.application_id`, company) },
  reads: ['list', 'show'],
  filters: { application_id: anyIdOf('application_id', 'Only those of these applications.') },
  fields: { id: id('Identifier.').required(), application_id: id('Application.').required(), ...webhook_fields },
})

/** What was sent to them. */
export const application_deliveries = resource({
  name: 'application_deliveries',
  one: 'application delivery',
  table: 'webhook_deliveries',
  description: 'Deliveries to webhooks of applications.',
  within: {
    reach: 'company',
    where: (row, company) =>
      `exists (select from webhooks w where w.id = ${row}.webhook_id and ${ofCompany('w.application_id', company)})`,
  },
  reads: ['list', 'show'],
  newest_first: true,
  filters: {
    webhook_id: exactId('webhook_id', 'Only those of this webhook.'),
    statuses: anyWordOf('status', delivery_statuses, 'What became of them.'),
  },
  fields: { ...delivery_fields, administration_id: id('Administration in which it happened.') },
})

const moments = ({ now }: PersonContext) => ({ now, stamp: now.toISOString() })

export const application_webhook_actions: Actions = {
  create: create(application_webhooks, {
    description: 'Makes a webhook of an application, for everybody who is connected to it.',
    body: {
      ...webhook_members,
      application_id: id('Application.').required(),
      url: webhook_members.url.required(),
    },
    once: { secret },
    run: async (context, { application_id, url, events, description }) => {
      await checkApplication(context, application_id)
      const input = { url, events: events ?? [], description: description ?? null }
      const outside = { outgoing: context.outgoing, moments: moments(context) }
      const made = await createWebhook(context.db, { application_id }, input, outside)
      await note(context, 'webhook_created', application_id, { url })
      return { id: made.id, once: { secret: made.secret } }
    },
  }),

  update: onOne(application_webhooks, {
    method: 'PATCH',
    on_itself: true,
    description: 'Changes a webhook of an application.',
    body: webhook_members,
    run: async (context, webhook, body) => {
      const application_id = webhook.application_id ?? ''
      const input = {
        id: webhook.id,
        url: body.url ?? webhook.url,
        events: body.events === undefined ? webhook.events : (body.events ?? []),
        description: body.description === undefined ? webhook.description : body.description,
      }
      const outside = { outgoing: context.outgoing, moments: moments(context) }
      await updateWebhook(context.db, { application_id }, input, outside)
      await note(context, 'webhook_updated', application_id, { url: input.url })
    },
  }),

  renew_secret: onOne(application_webhooks, {
    method: 'POST',
    description: 'Gives a webhook another secret.',
    body: {},
    once: { secret },
    run: async (context, { id: webhook_id, application_id, url }) => {
      const outside = { outgoing: context.outgoing, moments: moments(context) }
      const renewed = await renewSecret(context.db, webhook_id, outside)
      await note(context, 'webhook_secret_renewed', application_id ?? '', { url })
      return { secret: renewed }
    },
  }),

  pause: onOne(application_webhooks, {
    method: 'PATCH',
    description: 'Sends nothing until it is activated again.',
    body: {},
    run: (context, { id: webhook_id }) => pauseWebhook(context.db, webhook_id, moments(context)),
  }),

  activate: onOne(application_webhooks, {
    method: 'PATCH',
    description: 'Sends again.',
    body: missed_members,
    run: (context, { id: webhook_id }, { replay_from, skip_missed }) =>
      activateWebhook(context.db, webhook_id, { replay_from: replay_from ?? null, skip_missed }, moments(context)),
  }),

  replay: onOne(application_webhooks, {
    method: 'POST',
    description: 'Sends everything again since a moment.',
    body: { replay_from: dateTime('The moment.').required() },
    run: ({ db, now }, { id: webhook_id }, { replay_from }) => replayEvents(db, webhook_id, replay_from, now),
  }),

  resend_failed: onOne(application_webhooks, {
    method: 'POST',
    description: 'Sends all again that failed.',
    body: {},
    run: ({ db, now }, { id: webhook_id }) => resendFailed(db, webhook_id, now),
  }),

  test: onOne(application_webhooks, {
    method: 'POST',
    description: 'Sends an event that did not happen.',
    body: { event_name: text('Which event.') },
    once: { delivery_id: text('The delivery.').required() },
    run: async ({ db, principal, now }, { id: webhook_id }, body) => {
      const event_name = testOf(body.event_name, application_events)
      return { delivery_id: await sendTest(db, webhook_id, { company_id: principal.company_id, event_name, now }) }
    },
  }),

  delete: onOne(application_webhooks, {
    method: 'DELETE',
    on_itself: true,
    answers: 'nothing',
    description: 'Removes a webhook of an application.',
    body: {},
    run: async (context, { id: webhook_id, application_id, url }) => {
      await context.db.deleteFrom('webhooks').where('id', '=', webhook_id).execute()
      await note(context, 'webhook_removed', application_id ?? '', { url })
    },
  }),
}

export const application_delivery_actions: Actions = {
  resend: onOne(application_deliveries, {
    method: 'POST',
    description: 'Sends a delivery again.',
    body: {},
    run: ({ db, now }, delivery) => resendDelivery(db, delivery, now),
  }),
}

/** Events go only to applications that may read them, so one that never asks for that would get none. */
async function checkApplication({ db, principal }: PersonContext, application_id: string): Promise<void> {
  const found = await db
    .selectFrom('applications')
    .select('permissions')
    .where('id', '=', application_id)
    .where('company_id', '=', principal.company_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (found === undefined) return refuse('not_found', 'There is no such application.')
  if (!found.permissions.includes('events:read'))
    refuseParameters(['application_id: the application needs the permission events:read to get events'])
}

const note = (
  { db, principal, address, now }: PersonContext,
  action: string,
  application_id: string,
  details: { readonly [name: string]: string },
) => {
  const { company_id, user_id } = principal
  return audit(db, { action, company_id, user_id, application_id, details, address, now })
}
