import { type RawBuilder, sql } from 'kysely'
import type { Change } from '../db/change.ts'
import { boundTo } from '../db/here.ts'
import { asTable } from '../db/rows_as_table.ts'
import { actorColumns } from '../domain/actor.ts'
import type { EventName } from './catalogue.ts'
import { type ContextType, contexts } from './contexts.ts'

/** Something that happened to a record; `details` stand beside the record in the payload. */
export type Happening = {
  event_name: EventName
  resource_type: ContextType
  resource_id: string
  /** What was done, for events about a step. */
  step?: string
  details?: { readonly [member: string]: unknown }
}

/**
 * Says what happened to many records in one statement, each with its record as it is now. It comes last in a
 * transaction, so that the payload shows what the commit leaves.
 */
export async function emitMany(
  { db, administration_id, stamp, actor }: Pick<Change, 'db' | 'administration_id' | 'stamp' | 'actor'>,
  happenings: readonly Happening[],
): Promise<void> {
  if (happenings.length === 0) return
  const { actor_user_id, actor_service } = actorColumns(actor)
  const numbered = happenings.map((one, place) => ({ ...one, place }))
  const types = [...new Set(happenings.map((one) => one.resource_type))]
  const shown = sql.join(
    types.map((type) => contextsOf(type, administration_id)),
    sql` union all `,
  )
  await sql`
    with happened as materialized (
      select place, event_name, resource_type, resource_id, step, details
      from ${asTable('happening', numbered, {
        ...{ place: 'integer', event_name: 'text', resource_type: 'text', resource_id: 'bigint', step: 'text' },
        ...{ details: 'jsonb' },
      })}
    ), shown as materialized (${shown})
    insert into events (administration_id, event_name, event_time, step, resource_type, resource_id, context,
                        actor_user_id, actor_service)
    select ${administration_id}::bigint, event_name, ${stamp}::timestamptz, step, resource_type, resource_id,
           shown.context || coalesce(details, '{}'), ${actor_user_id}::bigint, ${actor_service}::text
    from happened join shown using (resource_type, resource_id)
    order by place`.execute(db)
}

/** The payloads about records of one type, each made once however much happened to it. */
function contextsOf(type: ContextType, administration_id: string): RawBuilder<unknown> {
  const { table, context } = contexts[type]
  return sql`
    select ${type}::text as resource_type, r.id as resource_id, ${boundTo(context, administration_id)} as context
    from (select distinct resource_id from happened where resource_type = ${type}::text) wanted
    join ${sql.table(table)} r on r.administration_id = ${administration_id}::bigint and r.id = wanted.resource_id`
}
