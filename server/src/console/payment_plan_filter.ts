import { type RawBuilder, sql } from 'kysely'
import { oneOf, text } from '../api/field.ts'
import type { Day } from '../domain/days.ts'
import { debtorHas } from '../search/narrow.ts'
import { holdAll, type MarkConditions, marksField, readMarks, readSought } from './marks.ts'

const shows = ['running', 'proposed', 'ended'] as const

/** What plans can be narrowed down to besides, several at once. */
export const plan_marks = ['late', 'due_7', 'by_debtor', 'with_costs'] as const
export type PlanMark = (typeof plan_marks)[number]

/** What a list of plans can be asked for; its totals and its file take the same. */
export const plan_filter_fields = {
  show: oneOf(shows, 'Which plans.').required(),
  marks: marksField('plans', plan_marks),
  text: text('Only plans of debtors with each of these words in what is known of them.'),
}

export type PlanFilter = {
  administration_id: string
  today: Day
  show: (typeof shows)[number]
  marks: readonly PlanMark[]
  text: string
}

type Asked = { show: PlanFilter['show']; marks?: string | null; text?: string | null }

export const readPlanFilter = (here: { administration_id: string; today: Day }, asked: Asked): PlanFilter => ({
  ...{ ...here, show: asked.show, marks: readMarks(plan_marks, asked.marks), text: readSought(asked.text) },
})

/** The condition on the plan `r`. */
export function plansChosenBy({
  administration_id,
  today,
  show,
  marks,
  text: wanted,
}: PlanFilter): RawBuilder<unknown> {
  return sql`r.administration_id = ${administration_id}::bigint and ${shown[show]}
    ${holdAll(marks, planMarks(today))}
    ${wanted === '' ? sql`` : sql`and ${debtorHas(administration_id, sql`r.debtor_id`, wanted)}`}`
}

/** Plans `r` that wait for a decision. */
export const proposed_plans = sql`
  r.active is not true and r.approved_at is null and r.rejected_at is null and r.deactivated_at is null`

/** As the indexes tell them apart; what these states mean is described in domain/payment_plan.ts. */
const shown: Readonly<Record<PlanFilter['show'], RawBuilder<unknown>>> = {
  running: sql`r.active`,
  proposed: proposed_plans,
  ended: sql`r.active is not true
    and (r.approved_at is not null or r.rejected_at is not null or r.deactivated_at is not null)`,
}

/** The day of the first term that is not paid, as the index of running plans has it: a text. */
export const next_day = sql`coalesce(
  jsonb_path_query_first(r.payment_terms, '$[*] ? (@.payment_date == null).due_date') #>> '{}', '9999-12-31')`

/** The condition for each mark on the plan `r`. Days are texts in the terms, and such texts sort by day. */
export const planMarks = (today: Day): MarkConditions<PlanMark> => ({
  late: sql`(r.active and ${next_day} < ${today}::text)`,
  due_7: sql`(r.active is true and ${next_day} between ${today}::text and (${today}::date + 7)::text)`,
  by_debtor: sql`r.proposed_by = 'debtor'`,
  with_costs: sql`r.with_costs`,
})

/** How far the terms of `r` are. */
export const termCounts = (today: Day): RawBuilder<unknown> => sql`
  select count(*)::integer as terms, count(*) filter (where term.payment_date is not null)::integer as paid_terms,
         count(*) filter (where term.payment_date is null and term.due_date < ${today}::date)::integer as late_terms,
         coalesce(sum(term.total_amount), 0)::numeric(18,2)::text as total_amount,
         coalesce(sum(term.amount_due), 0)::numeric(18,2)::text as open_amount,
         (min(term.due_date) filter (where term.payment_date is null))::text as next_due_date,
         ((array_agg(term.amount_due order by term.due_date, term.id)
             filter (where term.payment_date is null))[1])::numeric(18,2)::text as next_amount
  from jsonb_to_recordset(r.payment_terms)
    as term (id bigint, total_amount numeric, amount_due numeric, due_date date, payment_date date)`
