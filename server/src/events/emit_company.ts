import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { type Actor, actorColumns } from '../domain/actor.ts'
import type { EventName } from './catalogue.ts'

/** Says that something happened to the account itself, which belongs to no administration; in the same transaction. */
export async function emitCompany(
  db: Kysely<Tables>,
  event_name: EventName,
  { company_id, actor, now }: { company_id: string; actor: Actor; now: Date },
): Promise<void> {
  // Events of one company are numbered in the order of their commits, and whoever follows them hears of it.
  await sql`select next_company_stamp(${company_id}::bigint)`.execute(db)
  await db
    .insertInto('company_events')
    .values({ company_id, event_name, event_time: now.toISOString(), ...actorColumns(actor) })
    .execute()
}
