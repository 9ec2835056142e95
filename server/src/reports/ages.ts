import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { Day } from '../domain/days.ts'

/** How long ago something should have been paid, in days after the due date. */
export const ages = ['not_due', 'days_1_30', 'days_31_60', 'days_61_90', 'days_over_90'] as const
export type AgeName = (typeof ages)[number]
export type Age = { age: AgeName; invoices: number; amount: string }

const days: Readonly<Record<AgeName, { from: number | null; to: number | null }>> = {
  not_due: { from: null, to: 0 },
  days_1_30: { from: 1, to: 30 },
  days_31_60: { from: 31, to: 60 },
  days_61_90: { from: 61, to: 90 },
  days_over_90: { from: 91, to: null },
}

/** Which due dates belong to an age: a range, so that an index by due date reads nothing else. */
export function dueAt(age: AgeName, today: Day): RawBuilder<unknown> {
  const { from, to } = days[age]
  return sql`true ${from === null ? sql`` : sql`and due_date <= ${today}::date - ${from}::integer`}
    ${to === null ? sql`` : sql`and due_date >= ${today}::date - ${to}::integer`}`
}

/** What is owed by age. Days are added up in the order of their index, and only then told apart. */
export async function byAge(
  db: Kysely<Tables>,
  { administration_id, today }: { administration_id: string; today: Day },
): Promise<Age[]> {
  const { rows } = await sql<Age>`
    select case when days <= 0 then 'not_due' when days <= 30 then 'days_1_30' when days <= 60 then 'days_31_60'
                when days <= 90 then 'days_61_90' else 'days_over_90' end as age,
           sum(invoices)::integer as invoices, sum(amount)::numeric(18,2)::text as amount
    from (select ${today}::date - due_date as days, count(*) as invoices, sum(book_open_amount) as amount
          from invoices
          where administration_id = ${administration_id}::bigint and open_amount > 0
          group by due_date) open
    group by 1`.execute(db)
  return ages.map((age) => rows.find((one) => one.age === age) ?? { age, invoices: 0, amount: '0.00' })
}

/** What debtors have to their credit. It is not theirs who owe, and so it stands apart. */
export async function creditOf(
  db: Kysely<Tables>,
  administration_id: string,
): Promise<{ credit_notes: number; credit_amount: string }> {
  const { rows } = await sql<{ credit_notes: number; credit_amount: string }>`
    select count(*)::integer as credit_notes, coalesce(sum(book_open_amount), 0)::numeric(18,2)::text as credit_amount
    from invoices where administration_id = ${administration_id}::bigint and open_amount < 0`.execute(db)
  return rows[0] ?? { credit_notes: 0, credit_amount: '0.00' }
}
