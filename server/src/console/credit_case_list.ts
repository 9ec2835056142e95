import { type RawBuilder, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { refuseParameters } from '../api/errors.ts'
import { dateTime, id, integer, listOf, money, oneOf, text } from '../api/field.ts'
import { shownMoment } from '../db/moments.ts'
import { type CaseStage, case_stage_names } from '../domain/case_stages.ts'
import { daysSince, stage, stage_since } from '../follow_up/case_stage.ts'
import { caseHoldReasons, holds_field, once } from '../follow_up/list_holds.ts'
import {
  asksBeside,
  type CaseFilter,
  case_filter_fields,
  caseJoins,
  casesChosenBy,
  type Here,
  readCaseFilter,
} from './credit_case_filter.ts'
import { case_totals_fields, caseTotals } from './credit_case_totals.ts'
import {
  next_cursor,
  type OrderOf,
  orderBy,
  ordersOf,
  page_fields,
  page_size,
  placeIn,
  standsAfter,
  startOf,
  type Way,
  wayOf,
} from './orderings.ts'
import { type PagePosition, pageOf } from './places.ts'
import { totalsCall } from './totals.ts'

/** What cases are ordered by. Amounts of several currencies are compared as they stand. */
const ordered_by = {
  since: { by: stage_since, type: 'timestamptz' },
  started: { by: sql`r.started_at`, type: 'timestamptz' },
  ended: { by: sql`r.deactivated_at`, type: 'timestamptz' },
  number: { by: sql`r.credit_case_number`, type: 'text' },
  debtor: { by: sql`left(d.name, 200)`, type: 'text' },
  total: { by: sql`r.total_amount`, type: 'numeric' },
  open: { by: sql`r.open_amount`, type: 'numeric' },
} as const

export type CaseOrder = OrderOf<typeof ordered_by>

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
    description: 'Lists credit cases and how far they are.',
    body: {
      ...case_filter_fields,
      order: oneOf(
        ordersOf(ordered_by),
        'By what, and in which direction; unless said, open ones by how long they are in their stage, others newest first.',
      ),
      ...page_fields,
    },
    answer: {
      credit_cases: listOf(listed, 'Credit cases.').required(),
      cursor: next_cursor,
    },
    run: async ({ db, today, administration_id }, { order, cursor, per_page, ...asked }) => {
      const filter = readCaseFilter({ administration_id, today }, asked)
      const way = caseWay(filter, order ?? null)
      const size = per_page ?? page_size
      const page = casePage(filter, way, startOf(way, cursor), size + 1)
      const { rows } = await sql<Listed & { place: string }>`
        select ${columns({ administration_id, today })}, ${placeIn(way)}
        from (${page}) r ${caseJoins(administration_id)}
        order by ${orderBy(way, case_id)}`.execute(db)
      const { page: credit_cases, cursor: next } = pageOf(rows, size)
      return { credit_cases: credit_cases.map(withDistinctHolds), cursor: next }
    },
  }),

  totals: totalsCall({
    list: 'credit_cases',
    description: 'Adds up all credit cases of a list, and counts what it can be narrowed down to.',
    body: case_filter_fields,
    answer: case_totals_fields,
    run: ({ db, today, administration_id }, asked) =>
      caseTotals(db, readCaseFilter({ administration_id, today }, asked)),
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
        select ${columns({ administration_id, today })} from credit_cases r ${caseJoins(administration_id)}
        where r.administration_id = ${administration_id}::bigint and r.debtor_id = ${debtor_id}::bigint
        order by r.id desc limit ${page_size}::integer`.execute(db)
      return { credit_cases: rows.map(withDistinctHolds) }
    },
  }),
}

const withDistinctHolds = <Row extends { holds: string[] }>(row: Row): Row => ({ ...row, holds: once(row.holds) })

const columns = ({ administration_id, today }: Here): RawBuilder<unknown> => sql`
  r.id::text, r.credit_case_number, r.debtor_id::text, d.name as debtor_name, ${stage} as stage,
  ${shownMoment(stage_since)} as stage_since, ${daysSince(stage_since, today)} as days_in_stage, r.currency_code,
  r.total_amount::text, r.open_amount::text, ${shownMoment('r.started_at')} as started_at,
  ${shownMoment('r.deactivated_at')} as deactivated_at, ${caseHoldReasons(administration_id)} as holds`

const case_id = sql`r.id`

/** An order of the list, ready for its statement. */
export function caseWay({ show }: Pick<CaseFilter, 'show'>, order: CaseOrder | null): Way {
  const way = wayOf(ordered_by, order ?? (show === 'open' ? 'since_asc' : 'ended_desc'))
  if (way.name === 'ended' && show === 'open') refuseParameters(['order: cases that are open have not ended'])
  return way
}

/** The cases of a page. */
export function casePage(
  filter: CaseFilter,
  way: Way,
  after: PagePosition | null,
  limit = page_size + 1,
): RawBuilder<unknown> {
  return sql`
    select r.* from credit_cases r ${way.name === 'debtor' || asksBeside(filter) ? caseJoins(filter.administration_id) : sql``}
    where ${casesChosenBy(filter)} ${standsAfter(way, case_id, after)}
    order by ${orderBy(way, case_id)} limit ${limit}::integer`
}
