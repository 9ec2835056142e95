import { CompiledQuery, type Kysely, sql } from 'kysely'
import { selectIds } from '../api/select.ts'
import { permission_names } from '../auth/permissions.ts'
import { calendarOf } from '../db/change.ts'
import { momentText } from '../db/moments.ts'
import type { Tables } from '../db/schema.ts'
import { todayIn } from '../domain/days.ts'
import type { Render } from '../webhooks/portion.ts'
import { renderTest } from '../webhooks/test_event.ts'
import { events } from './events.ts'

export type PayloadNeeds = { db: Kysely<Tables>; base_url: () => string; now: () => Date }

type Shown = { event_id: string; event_name: string; event_time: string; step: string | null; context: object }

/** An event as receivers of webhooks get it. */
export const payloadOf = ({ event_id, event_name, event_time, step, context }: Shown): string =>
  JSON.stringify({ event: { id: event_id, event_name, event_time, ...(step === null ? {} : { step }), context } })

/**
 * Events of an administration as they are sent, by their place in its order. They show what the list of events shows
 * with these permissions; what may not be seen is left out.
 */
export async function renderEvents(
  { db, base_url, now }: PayloadNeeds,
  administration_id: string,
  places: readonly string[],
  permissions: readonly string[] | null,
): Promise<Map<string, string>> {
  const at = now()
  const calendar = await calendarOf(db, administration_id)
  const asking = {
    ...{ owner_id: administration_id, base_url: base_url(), now: at, today: () => todayIn(calendar, at) },
    ...{ link_key: null, permissions: new Set(permissions ?? permission_names) },
  }
  const { text, values } = selectIds(events, asking, [...places])
  const { rows } = await db.executeQuery<{ id: string; document: string }>(CompiledQuery.raw(text, values))
  return new Map(rows.map(({ id, document }) => [id, payloadOf(JSON.parse(document))]))
}

/** Events of an account, for applications that it is connected to. */
export async function renderCompanyEvents(
  { db }: Pick<PayloadNeeds, 'db'>,
  company_id: string,
  places: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<Shown & { place: string }>`
    select e.id::text as place, e.event_id::text, e.event_name, ${momentText('e.event_time')} as event_time, null as step,
           e.context || jsonb_build_object(
             'resource_type', 'company', 'id', c.id, 'name', c.name, 'status', c.status, 'trial', c.trial,
             'trial_ends_on', c.trial_ends_on) as context
    from company_events e join companies c on c.id = e.company_id
    where e.company_id = ${company_id}::bigint and e.id = any(${places}::bigint[])`.execute(db)
  return new Map(rows.map(({ place, ...shown }) => [place, payloadOf(shown)]))
}

/** How everything is written that is sent to webhooks. */
export const renderWith = (needs: PayloadNeeds): Render => ({
  administration: (id, places, permissions) => renderEvents(needs, id, places, permissions),
  company: (id, places) => renderCompanyEvents(needs, id, places),
  test: renderTest,
})
