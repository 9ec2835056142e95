import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { Day } from '../domain/days.ts'
import type { AgeName } from './ages.ts'
import { openOn } from './open_on.ts'
import { labelsFor, type Segment, type SegmentFilter, segmentOf, withinSegments } from './segments.ts'

/** More segments than somebody reads are left off; what they come to is part of the whole all the same. */
export const segments_max = 200

export type AgeAmounts = Record<AgeName | 'total', string> & { invoices: number }
export type Ageing = {
  segments: (AgeAmounts & { segment: string | null })[]
  left_off: number
  together: AgeAmounts
  credit_notes: number
  credit_amount: string
}

/** Amounts by age of the rows of `r`. */
const by_age = sql`
  count(*) filter (where amount > 0)::integer as invoices,
  ${sumWhere('days <= 0')} as not_due, ${sumWhere('days between 1 and 30')} as days_1_30,
  ${sumWhere('days between 31 and 60')} as days_31_60, ${sumWhere('days between 61 and 90')} as days_61_90,
  ${sumWhere('days > 90')} as days_over_90, ${sumWhere('true')} as total`

/** The condition is one of those above. */
function sumWhere(condition: string): RawBuilder<unknown> {
  return sql`(coalesce(sum(amount) filter (where amount > 0 and ${sql.raw(condition)}), 0))::numeric(18,2)::text`
}

/** What was owed on a day by how long it was overdue, for each segment and together; credit stands apart. */
export async function ageingOn(
  db: Kysely<Tables>,
  filter: SegmentFilter,
  { day, by }: { day: Day; by: Segment },
): Promise<Ageing> {
  const { rows } = await sql<Ageing['segments'][number]>`
    ${openRows(filter, day, by)}
    select segment, ${by_age} from r
    group by segment having count(*) filter (where amount > 0) > 0
    order by sum(amount) filter (where amount > 0) desc, segment`.execute(db)
  const whole = await sql<AgeAmounts & Pick<Ageing, 'credit_notes' | 'credit_amount'>>`
    ${openRows(filter, day, null)}
    select ${by_age}, count(*) filter (where amount < 0)::integer as credit_notes,
           coalesce(sum(amount) filter (where amount < 0), 0)::numeric(18,2)::text as credit_amount
    from r`.execute(db)
  const [found] = whole.rows
  if (!found) throw new Error('A sum always has a row.')
  const { credit_notes, credit_amount, ...together } = found
  const shown = rows.slice(0, segments_max)
  return { segments: shown, left_off: rows.length - shown.length, together, credit_notes, credit_amount }
}

/** What was open on a day: its segment, amount, and days after the due date. */
function openRows(filter: SegmentFilter, day: Day, by: Segment | null): RawBuilder<unknown> {
  return sql`with r as (
    select ${by === null ? sql`null::text` : segmentOf[by]} as segment, i.open_then as amount,
           ${day}::date - i.due_date as days
    from (${openOn(filter, day)}) i
    join debtors d on d.administration_id = ${filter.administration_id}::bigint and d.id = i.debtor_id
    ${labelsFor(by)}
    where true ${withinSegments(filter)})`
}
