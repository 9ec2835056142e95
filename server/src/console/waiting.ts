import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { Day } from '../domain/days.ts'
import { waiting_records } from '../follow_up/outbox/outbox.ts'

/** Nobody needs to know exactly how many more there are, and so the count costs the same however many they are. */
export const waiting_max = 100

type Waiting = { due_tasks: number; unread_messages: number; proposed_payment_plans: number; waiting_letters: number }

/** What waits for somebody in an administration. Each count reads an index, and no more of it than it tells of. */
export async function waitingIn(db: Kysely<Tables>, administration_id: string, today: Day): Promise<Waiting> {
  const count = (rows: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(select count(*)::integer from (select from ${rows} limit ${waiting_max}::integer) waiting)`
  const here = sql`administration_id = ${administration_id}::bigint`
  const { rows } = await sql<Waiting>`
    select ${count(sql`tasks where ${here} and completed_at is null and expiry_date <= ${today}::date`)} as due_tasks,
           ${count(sql`messages where ${here} and sender_type = 'debtor' and read_at is null`)} as unread_messages,
           ${count(sql`payment_plans where ${here} and active is not true and approved_at is null
             and rejected_at is null and deactivated_at is null`)} as proposed_payment_plans,
           ${count(sql`agenda_records r where r.${here} and ${waiting_records}`)} as waiting_letters`.execute(db)
  return rows[0] ?? { due_tasks: 0, unread_messages: 0, proposed_payment_plans: 0, waiting_letters: 0 }
}
