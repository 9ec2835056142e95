import { sql } from 'kysely'
import type { Context } from '../api/context.ts'
import type { EventName } from './catalogue.ts'
import { type ContextType, contexts } from './contexts.ts'

/** Something that happened to a record; `more` stands beside what every event about such a record tells. */
export type NewEvent = { event_name: EventName; resource_id: string; more?: { readonly [name: string]: unknown } }

type Place = Pick<Context, 'db' | 'administration_id' | 'stamp'>

/** Says that something happened: a row in the same transaction, so that nothing is said of what was rolled back. */
export async function emit(
  context: Place,
  event_name: EventName,
  resource_type: ContextType,
  resource_id: string,
): Promise<void> {
  await emitMany(context, resource_type, [{ event_name, resource_id }])
}

/** Says many things about records of one family, in one statement, each with the record as it is now. */
export async function emitMany(
  { db, administration_id, stamp }: Place,
  resource_type: ContextType,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return
  const { table, debtor, sql: context } = contexts[resource_type]
  const told = JSON.stringify(events.map((event, n) => ({ ...event, n })))
  await sql`
    insert into events (administration_id, event_name, event_time, resource_type, resource_id, context)
    select ${administration_id}::bigint, told.event_name, ${stamp}::timestamptz, ${resource_type}::text,
           told.resource_id, ${sql.raw(context)} || coalesce(told.more, '{}')
    from jsonb_to_recordset(${told}::jsonb) as told (n integer, event_name text, resource_id bigint, more jsonb)
    join administrations a on a.id = ${administration_id}::bigint
    join ${sql.table(table)} r on r.administration_id = ${administration_id}::bigint and r.id = told.resource_id
    left join debtors d on d.administration_id = ${administration_id}::bigint and d.id = ${sql.raw(debtor)}
    order by told.n`.execute(db)
}
