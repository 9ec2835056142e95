import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { Day } from '../domain/days.ts'
import { waiting_records } from '../follow_up/outbox/outbox.ts'
import { fromStranger } from './message_list.ts'

/** Nobody needs to know exactly how many more there are, and so the count costs the same however many they are. */
export const waiting_max = 100

/** Lists are longer than what waits, and their length is said exactly where it costs nothing to speak of. */
export const listed_max = 10_000

type Waiting = {
  due_tasks: number
  open_conversations: number
  proposed_payment_plans: number
  waiting_letters: number
}
type Listed = { debtors: number; open_invoices: number; running_cases: number; running_payment_plans: number }

/** What waits for somebody in an administration. Each count reads an index, and no more of it than it counts. */
export async function waitingIn(db: Kysely<Tables>, administration_id: string, today: Day): Promise<Waiting> {
  const count = countUpTo(waiting_max)
  const here = sql`administration_id = ${administration_id}::bigint`
  const { rows } = await sql<Waiting>`
    select ${count(sql`tasks where ${here} and completed_at is null and expiry_date <= ${today}::date`)} as due_tasks,
           least(${count(sql`conversations where ${here} and state = 'open'`)}
             + ${count(unreadStrangers(administration_id))}, ${waiting_max}::integer) as open_conversations,
           ${count(sql`payment_plans where ${here} and active is not true and approved_at is null
             and rejected_at is null and deactivated_at is null`)} as proposed_payment_plans,
           ${count(sql`agenda_records r where r.${here} and ${waiting_records}`)} as waiting_letters`.execute(db)
  return rows[0] ?? { due_tasks: 0, open_conversations: 0, proposed_payment_plans: 0, waiting_letters: 0 }
}

/** How long the lists are that stand in the navigation. Each count reads an index, and no more of it than it says. */
export async function listedIn(db: Kysely<Tables>, administration_id: string): Promise<Listed> {
  const count = countUpTo(listed_max)
  const here = sql`administration_id = ${administration_id}::bigint`
  const { rows } = await sql<Listed>`
    select ${count(sql`debtors where ${here}`)} as debtors,
           ${count(sql`invoices where ${here} and open_amount > 0`)} as open_invoices,
           ${count(sql`credit_cases where ${here} and deactivated_at is null`)} as running_cases,
           ${count(sql`payment_plans where ${here} and active`)} as running_payment_plans`.execute(db)
  return rows[0] ?? { debtors: 0, open_invoices: 0, running_cases: 0, running_payment_plans: 0 }
}

/** What strangers wrote and nobody has read; it waits in the inbox beside the conversations. */
export const unreadStrangers = (administration_id: string): RawBuilder<unknown> => sql`
  messages m where m.administration_id = ${administration_id}::bigint and m.sender_type = 'debtor'
    and m.read_at is null and ${fromStranger(administration_id)}`

export const countUpTo =
  (max: number) =>
  (rows: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(select count(*)::integer from (select from ${rows} limit ${max}::integer) counted)`
