import { type Kysely, sql } from 'kysely'
import { integer, listOf, money, oneOf, text } from '../api/field.ts'
import type { Tables } from '../db/schema.ts'
import { segmentOf } from '../reports/segments.ts'
import {
  type DebtorFilter,
  type DebtorMark,
  debtor_marks,
  debtorMarks,
  debtorsChosenBy,
  sumsOfDebtors,
} from './debtor_filter.ts'
import { type CountedMark, countedMarks, markColumns, markCounts } from './marks.ts'
import { countedBy } from './totals.ts'

const listed_segments = ['owner', 'label'] as const
/** The most values of a segment that are listed: those of most debtors. */
const values_max = 12

export const debtor_totals_fields = {
  debtors: integer('Debtors of the list.').required(),
  open_invoices: integer('Their invoices of which something is open.').required(),
  open_amount: money('What is open of them, in the currency of the books.').required(),
  overdue_amount: money('What is overdue of it.').required(),
  open_debtors: integer('All debtors of whom something is open, whatever the list shows.').required(),
  overdue_debtors: integer('All debtors of whom something is overdue, whatever the list shows.').required(),
  marks: countedMarks(debtor_marks),
  segments: listOf(
    {
      segment: oneOf(listed_segments, 'What debtors are grouped by.').required(),
      value: text('Relation manager or label.').required(),
      count: integer('Debtors that would be left.').required(),
    },
    `Relation managers and labels of the list, those of most debtors first, at most ${values_max} of each.`,
  ).required(),
}

type Totals = {
  debtors: number
  open_invoices: number
  open_amount: string
  overdue_amount: string
  open_debtors: number
  overdue_debtors: number
  marks: CountedMark<DebtorMark>[]
  segments: { segment: (typeof listed_segments)[number]; value: string; count: number }[]
}

/** What all debtors of a list come to, counted in one walk over them and one over what is open. */
export async function debtorTotals(db: Kysely<Tables>, filter: DebtorFilter): Promise<Totals> {
  return countedBy(
    db,
    sql<Totals>`
    with f as materialized (${sumsOfDebtors(filter)}),
    listed as materialized (
      select d.id, ${segmentOf.owner} as owner, f.open_invoices, f.open_amount, f.overdue_amount,
             ${markColumns(debtorMarks(filter))}
      from debtors d left join f on f.debtor_id = d.id
      where ${debtorsChosenBy(filter)}),
    valued as (
      select 'owner' as segment, owner as value, count(*) as count from listed where owner is not null group by owner
      union all
      select 'label', l.name, count(*) from listed
      join debtor_labels l on l.administration_id = ${filter.administration_id}::bigint and l.debtor_id = listed.id
      group by l.name),
    ranked as (select *, row_number() over (partition by segment order by count desc, value) as rank from valued)
    select count(*)::integer as debtors, coalesce(sum(open_invoices), 0)::integer as open_invoices,
           coalesce(sum(open_amount), 0)::numeric(18,2)::text as open_amount,
           coalesce(sum(overdue_amount), 0)::numeric(18,2)::text as overdue_amount,
           (select count(*) from f)::integer as open_debtors,
           (select count(*) from f where overdue_amount > 0)::integer as overdue_debtors,
           ${markCounts(debtor_marks)} as marks,
           coalesce((select json_agg(json_build_object('segment', segment, 'value', value, 'count', count)
                                     order by segment desc, rank)
                     from ranked where rank <= ${values_max}::integer), '[]') as segments
    from listed`,
  )
}
