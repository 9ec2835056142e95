import { type Kysely, sql } from 'kysely'
import { integer, listOf, money, oneOf, text } from '../api/field.ts'
import type { Tables } from '../db/schema.ts'
import { type CaseStage, case_stage_names } from '../domain/case_stages.ts'
import { stage } from '../follow_up/case_stage.ts'
import {
  type CaseFilter,
  type CaseMark,
  case_marks,
  caseJoins,
  caseMarks,
  casesChosenBy,
} from './credit_case_filter.ts'
import { type CountedMark, countedMarks, markColumns, markCounts } from './marks.ts'
import { countedBy, sums_of_listed } from './totals.ts'

export const case_totals_fields = {
  credit_cases: integer('Cases of the list.').required(),
  debtors: integer('Debtors of these cases.').required(),
  open_cases: integer('All cases that are open, whatever the list shows.').required(),
  sums: listOf(
    {
      currency_code: text('Currency, ISO 4217.').required(),
      open_amount: money('What is open in it, costs and interest included.').required(),
    },
    'Open amounts, by currency. They are not added up over currencies.',
  ).required(),
  stages: listOf(
    {
      stage: oneOf(case_stage_names, 'How far cases are.').required(),
      count: integer('Open cases in it.').required(),
    },
    'Open cases of the list by stage, whichever stage it is narrowed down to.',
  ).required(),
  marks: countedMarks(case_marks),
}

type Totals = {
  credit_cases: number
  debtors: number
  open_cases: number
  sums: { currency_code: string; open_amount: string }[]
  stages: { stage: CaseStage; count: number }[]
  marks: CountedMark<CaseMark>[]
}

/** What all cases of a list come to. */
export async function caseTotals(db: Kysely<Tables>, filter: CaseFilter): Promise<Totals> {
  const chosen = filter.in_stage === null ? sql`true` : sql`stage = ${filter.in_stage}::text`
  const totals = await countedBy(
    db,
    sql<Totals>`
    with staged as materialized (
      select r.debtor_id, r.currency_code, r.open_amount, ${stage} as stage, ${markColumns(caseMarks(filter))}
      from credit_cases r ${caseJoins(filter.administration_id)}
      where ${casesChosenBy({ ...filter, in_stage: null })}),
    listed as (select * from staged where ${chosen})
    select count(*)::integer as credit_cases, count(distinct debtor_id)::integer as debtors,
           (select count(*) from credit_cases
            where administration_id = ${filter.administration_id}::bigint and deactivated_at is null
           )::integer as open_cases,
           ${sums_of_listed} as sums,
           coalesce((select json_agg(json_build_object('stage', stage, 'count', count)) from (
             select stage, count(*) as count from staged group by stage) s), '[]') as stages,
           ${markCounts(case_marks)} as marks
    from listed`,
  )
  return { ...totals, stages: filter.show === 'open' ? totals.stages : [] }
}
