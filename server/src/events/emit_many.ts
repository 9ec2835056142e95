import { sql } from 'kysely'
import type { Context } from '../api/context.ts'
import type { EventName } from './catalogue.ts'
import { contexts } from './contexts.ts'

/** Something that happened to a record; `details` stand beside the record in the payload. */
export type Happening = {
  event_name: EventName
  resource_type: 'credit_case' | 'debtor' | 'invoice'
  resource_id: string
  details?: { readonly [member: string]: string }
}

/**
 * Says what happened to many records in one statement, each with its record as it is now. It comes last in a
 * transaction, so that the payload shows what the commit leaves.
 */
export async function emitMany(context: Context, happenings: readonly Happening[]): Promise<void> {
  if (happenings.length === 0) return
  const told = happenings.map((one, place) => ({ ...one, place }))
  await sql`
    with told as materialized (
      select * from json_to_recordset(${JSON.stringify(told)}::json) as happening
        (place integer, event_name text, resource_type text, resource_id bigint, details jsonb)
    ), ${contexts(context.administration_id)}
    insert into events (administration_id, event_name, event_time, resource_type, resource_id, context)
    select ${context.administration_id}::bigint, event_name, ${context.stamp}::timestamptz, resource_type, resource_id,
           coalesce(kept.context, '{}') || coalesce(details, '{}')
    from told left join kept using (resource_type, resource_id)
    order by place`.execute(context.db)
}
