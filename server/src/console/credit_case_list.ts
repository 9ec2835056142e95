import { type RawBuilder, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { refuseParameters } from '../api/errors.ts'
import { dateTime, id, integer, listOf, money, oneOf, text } from '../api/field.ts'
import { momentText, shownMoment } from '../db/moments.ts'
import { type CaseStage, case_stage_names } from '../domain/case_stages.ts'
import type { Day } from '../domain/days.ts'
import { daysSince, stage, stage_since } from '../follow_up/case_stage.ts'
import { case_holds, holds_field, once } from '../follow_up/list_holds.ts'
import { type PagePosition, pageOf, readPosition } from './places.ts'

const shows = ['open', 'ended'] as const
const page_size = 50
type Show = (typeof shows)[number]

type Listed = {
  id: string
  credit_case_number: string
  debtor_id: string
  debtor_name: string
  stage: CaseStage
  stage_since: string
  days_in_stage: number
  currency_code: string
  total_amount: string
  open_amount: string
  started_at: string
  deactivated_at: string | null
  holds: string[]
}

const listed = {
  id: id('Identifier.').required(),
  credit_case_number: text('Number of the case as people see it.').required(),
  debtor_id: id('Debtor.').required(),
  debtor_name: text('Name of the debtor.').required(),
  stage: oneOf(case_stage_names, 'How far the case is.').required(),
  stage_since: dateTime('When it came into that stage.').required(),
  days_in_stage: integer('Days since then.').required(),
  currency_code: text('Currency of the amounts, ISO 4217.').required(),
  total_amount: money('Total of the case.').required(),
  open_amount: money('What is open of it, costs and interest included.').required(),
  started_at: dateTime('When the case began.').required(),
  deactivated_at: dateTime('When it ended.'),
  holds: holds_field,
}

/** Credit cases as somebody watches over them: of open ones, that which lies still the longest stands first. */
export const credit_case_list_calls: Actions = {
  list: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/credit_cases',
    reach: 'member',
    description:
      'Lists credit cases and how far they are: open ones by how long they are in their stage, others newest first.',
    body: {
      show: oneOf(shows, 'Which cases.').required(),
      stage: oneOf(case_stage_names, 'Only open cases in this stage.'),
      cursor: text('Goes on after the last case of the page before.'),
    },
    answer: {
      credit_cases: listOf(listed, 'Credit cases.').required(),
      cursor: text('Where the next page begins; empty on the last one.'),
    },
    run: async ({ db, today, administration_id }, { show, stage: in_stage = null, cursor }) => {
      if (in_stage !== null && show === 'ended') refuseParameters(['stage: only open cases are listed by stage'])
      const page = casePage({ administration_id, show, in_stage, after: readPosition(cursor, 'timestamptz') })
      const { by, way } = ordering[show]
      const { rows } = await sql<Listed & { place: string }>`
        select ${columns(today)}, ${momentText(by)} as place from (${page}) r ${joins}
        order by ${by} ${way}, r.id ${way}`.execute(db)
      const { page: credit_cases, cursor: next } = pageOf(rows, page_size)
      return { credit_cases: credit_cases.map(withDistinctHolds), cursor: next }
    },
  }),

  of_debtor: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/debtors/{debtor_id}/credit_cases',
    reach: 'member',
    description: `Lists the credit cases of a debtor, newest first, at most ${page_size}.`,
    body: { debtor_id: id('Debtor.').required() },
    answer: { credit_cases: listOf(listed, 'Credit cases.').required() },
    run: async ({ db, today, administration_id }, { debtor_id }) => {
      const { rows } = await sql<Listed>`
        select ${columns(today)} from credit_cases r ${joins}
        where r.administration_id = ${administration_id}::bigint and r.debtor_id = ${debtor_id}::bigint
        order by r.id desc limit ${page_size}::integer`.execute(db)
      return { credit_cases: rows.map(withDistinctHolds) }
    },
  }),
}

const withDistinctHolds = <Row extends { holds: string[] }>(row: Row): Row => ({ ...row, holds: once(row.holds) })

const columns = (today: Day): RawBuilder<unknown> => sql`
  r.id::text, r.credit_case_number, r.debtor_id::text, d.name as debtor_name, ${stage} as stage,
  ${shownMoment(stage_since)} as stage_since, ${daysSince(stage_since, today)} as days_in_stage, r.currency_code,
  r.total_amount::text, r.open_amount::text, ${shownMoment('r.started_at')} as started_at,
  ${shownMoment('r.deactivated_at')} as deactivated_at, ${case_holds} as holds`

const joins = sql`
  join debtors d on d.administration_id = r.administration_id and d.id = r.debtor_id
  join administrations a on a.id = r.administration_id`

const ordering: Readonly<Record<Show, { by: RawBuilder<unknown>; way: RawBuilder<unknown> }>> = {
  open: { by: stage_since, way: sql`asc` },
  ended: { by: sql`r.deactivated_at`, way: sql`desc` },
}

type Wanted = { administration_id: string; show: Show; in_stage: CaseStage | null; after: PagePosition | null }

/** The rows of a page, and one more. */
export function casePage({ administration_id, show, in_stage, after }: Wanted): RawBuilder<unknown> {
  const { by, way } = ordering[show]
  const than = show === 'open' ? sql`>` : sql`<`
  return sql`
    select r.* from credit_cases r
    where r.administration_id = ${administration_id}::bigint
      and r.deactivated_at is ${show === 'open' ? sql`null` : sql`not null`}
      ${in_stage ? sql`and ${stage} = ${in_stage}::text` : sql``}
      ${after ? sql`and (${by}, r.id) ${than} (${after.value}::timestamptz, ${after.id}::bigint)` : sql``}
    order by ${by} ${way}, r.id ${way} limit ${page_size + 1}::integer`
}
