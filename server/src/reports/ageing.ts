import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { Day } from '../domain/days.ts'
import { cents } from '../domain/money.ts'
import type { AgeName } from './ages.ts'
import { openOn } from './open_on.ts'
import { type Segment, type SegmentFilter, segmentOf, withinSegments } from './segments.ts'

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

/** Amounts by age, and what is below zero apart. */
const by_age = sql`
  count(*) filter (where amount > 0)::integer as invoices,
  ${sumWhere('days <= 0')} as not_due, ${sumWhere('days between 1 and 30')} as days_1_30,
  ${sumWhere('days between 31 and 60')} as days_31_60, ${sumWhere('days between 61 and 90')} as days_61_90,
  ${sumWhere('days > 90')} as days_over_90, ${sumWhere('true')} as total,
  count(*) filter (where amount < 0)::integer as credit_notes,
  (coalesce(sum(amount) filter (where amount < 0), 0))::numeric(18,2)::text as credit_amount`

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
  const { rows } = await sql<Summed>`
    with whole as materialized (
      select i.debtor_id, ${by === 'label' ? sql`null::text` : segmentOf[by]} as segment, i.open_then as amount,
             ${day}::date - i.due_date as days
      from (${openOn(filter, day)}) i
      join debtors d on d.administration_id = ${filter.administration_id}::bigint and d.id = i.debtor_id
      where true ${withinSegments(filter)}
    ), parts as (${by === 'label' ? labelled(filter) : sql`select segment, amount, days from whole`})
    select false as everything, segment, ${by_age} from parts
    group by segment having count(*) filter (where amount > 0) > 0
    union all
    select true, null, ${by_age} from whole`.execute(db)
  const found = rows.find(({ everything }) => everything)
  if (!found) throw new Error('A sum always has a row.')
  const { credit_notes, credit_amount, everything: _, segment: __, ...together } = found
  const parts = rows
    .filter(({ everything }) => !everything)
    .map(({ credit_notes: _, credit_amount: __, everything: ___, ...part }) => part)
    .sort((one, other) => Number(cents(other.total) - cents(one.total)))
  const shown = parts.slice(0, segments_max)
  return { segments: shown, left_off: parts.length - shown.length, together, credit_notes, credit_amount }
}

type Summed = Ageing['segments'][number] & { everything: boolean; credit_notes: number; credit_amount: string }

/** A debtor with several labels is part of each. */
const labelled = ({ administration_id }: SegmentFilter): RawBuilder<unknown> => sql`
  select l.name as segment, whole.amount, whole.days from whole
  left join debtor_labels l on l.administration_id = ${administration_id}::bigint and l.debtor_id = whole.debtor_id`
