import { type Kysely, sql } from 'kysely'
import { integer, listOf, money, text } from '../api/field.ts'
import type { Tables } from '../db/schema.ts'
import { type CountedMark, countedMarks, markColumns, markCounts } from './marks.ts'
import {
  type PlanFilter,
  type PlanMark,
  plan_marks,
  planMarks,
  plansChosenBy,
  readPlanFilter,
  termCounts,
} from './payment_plan_filter.ts'
import { currencyOf } from './payment_plan_items.ts'
import { countedBy, sums_of_listed } from './totals.ts'

export const plan_totals_fields = {
  payment_plans: integer('Plans of the list.').required(),
  debtors: integer('Debtors of these plans.').required(),
  running_plans: integer('All plans that are running, whatever the list shows.').required(),
  proposed_plans: integer('All plans that wait for a decision, whatever the list shows.').required(),
  late_terms: integer('Terms of running plans of the list that should have been paid by now.').required(),
  sums: listOf(
    {
      currency_code: text('Currency, ISO 4217; that of the administration unless given.'),
      open_amount: money('What is open of their terms in it.').required(),
    },
    'Open amounts, by currency. They are not added up over currencies.',
  ).required(),
  marks: countedMarks(plan_marks),
}

type Totals = {
  payment_plans: number
  debtors: number
  running_plans: number
  proposed_plans: number
  late_terms: number
  sums: { currency_code: string | null; open_amount: string }[]
  marks: CountedMark<PlanMark>[]
}

/** What all plans of a list come to. */
export async function planTotals(db: Kysely<Tables>, filter: PlanFilter): Promise<Totals> {
  const all = (show: 'running' | 'proposed') =>
    sql`(select count(*)::integer from payment_plans r where ${plansChosenBy(readPlanFilter(filter, { show }))})`
  return countedBy(
    db,
    sql<Totals>`
    with listed as materialized (
      select r.debtor_id, ${currencyOf(filter.administration_id, 'r')}, counts.open_amount::numeric as open_amount,
             case when r.active then counts.late_terms else 0 end as late_terms, ${markColumns(planMarks(filter.today))}
      from payment_plans r cross join lateral (${termCounts(filter.today)}) counts
      where ${plansChosenBy(filter)})
    select count(*)::integer as payment_plans, count(distinct debtor_id)::integer as debtors,
           ${all('running')} as running_plans, ${all('proposed')} as proposed_plans,
           coalesce(sum(late_terms), 0)::integer as late_terms,
           ${sums_of_listed} as sums,
           ${markCounts(plan_marks)} as marks
    from listed`,
  )
}
