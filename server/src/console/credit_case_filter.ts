import { type RawBuilder, sql } from 'kysely'
import { refuseParameters } from '../api/errors.ts'
import { oneOf, text } from '../api/field.ts'
import { type CaseStage, case_stage_names } from '../domain/case_stages.ts'
import type { Day } from '../domain/days.ts'
import { daysSince, stage, stage_since } from '../follow_up/case_stage.ts'
import { caseHoldReasons } from '../follow_up/list_holds.ts'
import { debtorHas } from '../search/narrow.ts'
import { anywhere } from '../search/plain.ts'
import { holdAll, type MarkConditions, marksField, readMarks, readSought } from './marks.ts'

const shows = ['open', 'ended'] as const

/** What cases can be narrowed down to besides, several at once. */
export const case_marks = ['still_30', 'held', 'paused', 'in_plan', 'disputed'] as const
export type CaseMark = (typeof case_marks)[number]

/** What a list of cases can be asked for; its totals and its file take the same. */
export const case_filter_fields = {
  show: oneOf(shows, 'Which cases.').required(),
  stage: oneOf(case_stage_names, 'Only open cases in this stage.'),
  marks: marksField('cases', case_marks),
  text: text('Only cases with this in their number, or with each of these words in what is known of the debtor.'),
}

export type CaseFilter = {
  administration_id: string
  today: Day
  show: (typeof shows)[number]
  in_stage: CaseStage | null
  marks: readonly CaseMark[]
  text: string
}

export type Here = Pick<CaseFilter, 'administration_id' | 'today'>
type Asked = {
  show: CaseFilter['show']
  stage?: CaseStage | null
  marks?: string | null
  text?: string | null
}

export function readCaseFilter(here: Here, asked: Asked): CaseFilter {
  if (asked.stage && asked.show === 'ended') refuseParameters(['stage: only open cases are listed by stage'])
  return {
    ...{ ...here, show: asked.show, in_stage: asked.stage ?? null },
    ...{ marks: readMarks(case_marks, asked.marks), text: readSought(asked.text) },
  }
}

/** Whether a filter needs the debtor `d` and the administration `a` of a case. */
export const asksBeside = ({ marks }: CaseFilter): boolean => marks.includes('held') || marks.includes('still_30')

/** Debtor `d` and administration `a` of the case `r`. */
export const caseJoins = (administration_id: string): RawBuilder<unknown> => sql`
  join debtors d on d.administration_id = ${administration_id}::bigint and d.id = r.debtor_id
  join administrations a on a.id = ${administration_id}::bigint`

/** The condition on the case `r`. */
export function casesChosenBy({ administration_id, today, ...filter }: CaseFilter): RawBuilder<unknown> {
  const { show, in_stage, marks, text: wanted } = filter
  const sought = sql`(r.credit_case_number like ${anywhere(wanted)}::text or r.case_number like ${anywhere(wanted)}::text
    or ${debtorHas(administration_id, sql`r.debtor_id`, wanted)})`
  return sql`r.administration_id = ${administration_id}::bigint
    and r.deactivated_at is ${show === 'open' ? sql`null` : sql`not null`}
    ${in_stage ? sql`and ${stage} = ${in_stage}::text` : sql``}
    ${holdAll(marks, caseMarks({ administration_id, today }))}
    ${wanted === '' ? sql`` : sql`and ${sought}`}`
}

/** The condition for each mark on the case `r`. */
export const caseMarks = ({ administration_id, today }: Here): MarkConditions<CaseMark> => ({
  still_30: sql`(r.deactivated_at is null and ${daysSince(stage_since, today)} >= 30)`,
  held: sql`cardinality(${caseHoldReasons(administration_id)}) > 0`,
  paused: sql`(r.deactivated_at is null and r.paused_at is not null)`,
  in_plan: sql`r.active_payment_plan_id is not null`,
  disputed: sql`exists (select from invoices i
    join disputes x on x.administration_id = ${administration_id}::bigint and x.invoice_id = i.id and x.ended_at is null
    where i.administration_id = ${administration_id}::bigint and i.active_credit_case_id = r.id)`,
})
