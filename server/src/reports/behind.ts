import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { Day } from '../domain/days.ts'
import { type AgeName, dueAt } from './ages.ts'
import { expectedParts, type Ground, grounds } from './forecast.ts'
import { openOn } from './open_on.ts'
import { type SegmentFilter, withinSegments } from './segments.ts'

/** A place in a list: what comes after it is asked for. */
type Page = { after: { value: string; id: string } | null; limit: number }

export type BehindInvoice = {
  id: string
  invoice_id: string
  invoice_number: string
  debtor_id: string
  debtor_name: string
  due_date: string
  currency_code: string
  amount: string
  ground: Ground | null
  day: string | null
  place: string
}

/** The invoices behind a figure of the ageing of a day: what was owed on it, of one age or of all. */
export async function owedOn(
  db: Kysely<Tables>,
  filter: SegmentFilter,
  { day, age, ...page }: { day: Day; age: AgeName | null } & Page,
): Promise<BehindInvoice[]> {
  return listed(db, page, {
    beginning: sql``,
    rows: sql`
      select i.id, i.id as invoice_id, i.invoice_number, i.debtor_id, d.name as debtor_name, i.due_date,
             i.currency_code, i.open_then as amount, null::text as ground, null::date as day
      from (${openOn(filter, day)}) i
      join debtors d on d.administration_id = ${filter.administration_id}::bigint and d.id = i.debtor_id
      where i.open_then > 0 ${withinSegments(filter)} ${age === null ? sql`` : sql`and ${dueAt(age, day)}`}`,
  })
}

/** The invoices behind a week of the forecast, or behind what is in none. For two reasons an invoice has two rows. */
export async function expectedIn(
  db: Kysely<Tables>,
  filter: SegmentFilter,
  { week, ...page }: { week: string } & Page,
): Promise<BehindInvoice[]> {
  const place = sql`coalesce(array_position(${[...grounds]}::text[], p.ground), 0)`
  return listed(db, page, {
    beginning: expectedParts(filter),
    rows: sql`
      select p.invoice_id * ${grounds.length + 1}::integer + ${place} as id, p.invoice_id, i.invoice_number,
             i.debtor_id, d.name as debtor_name, i.due_date, i.currency_code,
             sum(p.amount)::numeric(18,2) as amount, p.ground, min(p.day) as day
      from parts p
      join invoices i on i.administration_id = ${filter.administration_id}::bigint and i.id = p.invoice_id
      join debtors d on d.administration_id = ${filter.administration_id}::bigint and d.id = i.debtor_id
      where p.week = ${week}::text
      group by p.invoice_id, p.ground, i.invoice_number, i.debtor_id, d.name, i.due_date, i.currency_code`,
  })
}

async function listed(
  db: Kysely<Tables>,
  { after, limit }: Page,
  { beginning, rows: of }: { beginning: RawBuilder<unknown>; rows: RawBuilder<unknown> },
): Promise<BehindInvoice[]> {
  const { rows } = await sql<BehindInvoice>`
    ${beginning}
    select r.id, r.invoice_id::text, r.invoice_number, r.debtor_id::text, r.debtor_name, r.due_date::text,
           r.currency_code, r.amount, r.ground, r.day::text, r.amount::text as place
    from (${of}) r
    ${after === null ? sql`` : sql`where (r.amount, r.id) < (${after.value}::numeric, ${after.id}::bigint)`}
    order by r.amount desc, r.id desc limit ${limit}::integer`.execute(db)
  return rows
}
