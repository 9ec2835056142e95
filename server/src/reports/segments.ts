import { type RawBuilder, sql } from 'kysely'
import { oneOf, text } from '../api/field.ts'
import { cutText } from '../domain/cut_text.ts'
import type { Day } from '../domain/days.ts'

/** What debtors and their invoices can be told apart by. */
export const segments = ['country', 'party', 'flow', 'category', 'label', 'owner'] as const
export type Segment = (typeof segments)[number]

/** In a filter: those of which it is not known, or that have none. */
export const no_value = '-'

const values_length_max = 200

/** What every report and the list of invoices can be narrowed down to. */
export const segment_fields = {
  country: text(`Only debtors in this country, ISO 3166; ${no_value} for those without one.`),
  party: text(`Only debtors that are business or consumer; ${no_value} for those of which it is not known.`),
  flow: text(`Only invoices that follow this flow; ${no_value} for those that follow none yet.`),
  category: text(`Only debtors of this category; ${no_value} for those without one.`),
  label: text(`Only debtors with this label; ${no_value} for those without one.`),
  owner: text(`Only debtors of this relation manager; ${no_value} for those without one.`),
  currency_code: text('Only invoices in this currency, ISO 4217.'),
}

export const cases_field = oneOf(['with', 'without'], 'Whether invoices in a credit case count; with, unless said.')

export type SegmentFilter = {
  administration_id: string
  today: Day
  values: Readonly<Partial<Record<Segment, string>>>
  currency_code: string | null
  without_cases: boolean
}

type Asked = { [One in Segment | 'currency_code']?: string | null } & { cases?: 'with' | 'without' | null }

export function readSegments(
  { administration_id, today }: { administration_id: string; today: Day },
  asked: Asked,
): SegmentFilter {
  const given = segments.flatMap((segment) => {
    const value = beginningOf(asked[segment], values_length_max)
    return value === '' ? [] : [[segment, value] as const]
  })
  const currency_code = beginningOf(asked.currency_code, 3) || null
  return {
    ...{ administration_id, today, currency_code },
    values: Object.fromEntries(given),
    without_cases: asked.cases === 'without',
  }
}

const beginningOf = (words: string | null | undefined, letters: number): string =>
  cutText((words ?? '').replaceAll('\0', ''), letters)

/** What a segment says of the invoice `i` of debtor `d`; labels are rows of their own, `l`. */
export const segmentOf: Readonly<Record<Segment, RawBuilder<string | null>>> = {
  country: sql`coalesce(d.country_code, nullif(d.postal_address_country_code, ''))`,
  party: sql`case when d.is_company then 'business' when not d.is_company then 'consumer' end`,
  flow: sql`i.flow_code`,
  category: sql`nullif(d.category, '')`,
  label: sql`l.name`,
  owner: sql`nullif(d.relation_manager, '')`,
}

/** The labels of debtor `d`, where they tell invoices apart: one with several labels counts under each of them. */
export const labelsFor = (administration_id: string, by: Segment | null): RawBuilder<unknown> =>
  by === 'label'
    ? sql`left join debtor_labels l on l.administration_id = ${administration_id}::bigint and l.debtor_id = d.id`
    : sql``

/** The condition on the invoice `i` and its debtor `d`, each part behind an `and`. */
export function withinSegments(filter: SegmentFilter): RawBuilder<unknown> {
  const { administration_id, values, currency_code, without_cases } = filter
  const parts = segments.flatMap((segment) => {
    const value = values[segment]
    return value === undefined ? [] : [sql`and ${isIn(administration_id, segment, value)}`]
  })
  return sql`${parts.reduce((all, one) => sql`${all} ${one}`, sql``)}
    ${currency_code === null ? sql`` : sql`and i.currency_code = ${currency_code}::text`}
    ${without_cases ? sql`and i.active_credit_case_id is null` : sql``}`
}

/** Whether a filter leaves any invoice out. */
export const narrows = ({ values, currency_code, without_cases }: SegmentFilter): boolean =>
  Object.keys(values).length > 0 || currency_code !== null || without_cases

/** Whether a filter asks for something that only the debtor `d` has. */
export const asksDebtor = ({ values }: Pick<SegmentFilter, 'values'>): boolean =>
  segments.some((segment) => segment !== 'flow' && values[segment] !== undefined)

function isIn(administration_id: string, segment: Segment, value: string): RawBuilder<unknown> {
  if (segment !== 'label') {
    return value === no_value ? sql`${segmentOf[segment]} is null` : sql`${segmentOf[segment]} = ${value}::text`
  }
  const own = sql`select from debtor_labels x where x.administration_id = ${administration_id}::bigint
    and x.debtor_id = d.id`
  return value === no_value ? sql`not exists (${own})` : sql`exists (${own} and x.name = ${value}::text)`
}
