import { type Kysely, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { refuse } from '../api/errors.ts'
import { id, text } from '../api/field.ts'
import { momentText } from '../db/moments.ts'
import type { Tables } from '../db/schema.ts'
import { renderWith } from '../resources/event_payloads.ts'
import { type Item, renderPortion, type Webhook } from '../webhooks/portion.ts'

const body = { delivery_id: id('The delivery.').required() }
const answer = { body: text('What would be sent now; empty when the event may not be seen, or is not kept any more.') }

/** What is sent is not kept, so that names and addresses stand in one place: it is written as it would be sent now. */
export const webhook_request_calls: Actions = {
  show: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/webhook_requests/{delivery_id}',
    reach: 'member',
    description: 'What a webhook of an administration is sent.',
    body,
    answer,
    run: async ({ db, administration_id, base_url, now }, { delivery_id }) =>
      written(db, { delivery_id, owner: sql`w.administration_id = ${administration_id}::bigint`, base_url, now }),
  }),

  of_application: call({
    method: 'GET',
    path: '/console/application_requests/{delivery_id}',
    reach: 'company',
    description: 'What a webhook of an application is sent.',
    body,
    answer,
    run: async ({ db, principal, base_url, now }, { delivery_id }) => {
      const owner = sql`w.application_id in (
        select p.id from applications p where p.company_id = ${principal.company_id}::bigint and p.deleted_at is null)`
      return written(db, { delivery_id, owner, base_url, now })
    },
  }),
}

type Wanted = { delivery_id: string; owner: ReturnType<typeof sql>; base_url: string; now: Date }

async function written(db: Kysely<Tables>, { delivery_id, owner, base_url, now }: Wanted) {
  const { rows } = await sql<Item & Pick<Webhook, 'application_id'>>`
    select d.id::text as delivery_id, null as feed_id, d.administration_id::text, d.company_id::text,
           d.event_place::text, d.event_id::text, d.event_name, ${momentText('d.event_time')} as event_time, d.resource_type, d.resource_id::text,
           d.attempts, d.by_hand, w.application_id::text
    from webhook_deliveries d join webhooks w on w.id = d.webhook_id
    where d.id = ${delivery_id}::bigint and ${owner}`.execute(db)
  const [found] = rows
  if (found === undefined) return refuse('not_found', 'There is no such delivery.')
  const render = renderWith({ db, base_url: () => base_url, now: () => now })
  const bodies = await renderPortion(db, render, found, [found])
  return { body: bodies.get(found) ?? null }
}
