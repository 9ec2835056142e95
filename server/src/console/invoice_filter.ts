import { type Kysely, type RawBuilder, sql } from 'kysely'
import { id, oneOf, text } from '../api/field.ts'
import type { Tables } from '../db/schema.ts'
import type { Day } from '../domain/days.ts'
import { invoiceIsHeld } from '../follow_up/list_holds.ts'
import { ages, dueAt } from '../reports/ages.ts'
import {
  asksDebtor,
  narrows,
  readSegments,
  type SegmentFilter,
  segment_fields,
  withinSegments,
} from '../reports/segments.ts'
import { type Few, findFew, invoiceHas, isAmong } from '../search/narrow.ts'
import { holdAll, type MarkConditions, marksField, readMarks, readSought } from './marks.ts'

const shows = ['open', 'overdue', ...ages, 'credit', 'unsettled', 'paid', 'all'] as const

/** What invoices can be narrowed down to besides, several at once. */
export const marks = ['late_7', 'held', 'disputed', 'promised', 'in_case', 'not_in_case'] as const
export type Mark = (typeof marks)[number]

/** What a list of invoices can be asked for; its totals and its file take the same. */
export const invoice_filter_fields = {
  show: oneOf(shows, 'Which invoices: what is owed, also by how long it is overdue; credit notes; others.').required(),
  marks: marksField('invoices', marks),
  text: text(
    'Only invoices of this amount, or with each of these words in a number or in what is known of the debtor.',
  ),
  debtor_id: id('Only invoices of this debtor.'),
  ...segment_fields,
}

export type InvoiceFilter = {
  administration_id: string
  today: Day
  show: (typeof shows)[number]
  marks: readonly Mark[]
  text: string
  /** Where alone the text can be found, if that was looked for. */
  few: Few | null
  debtor_id: string | null
  segments: SegmentFilter
}

type Asked = Parameters<typeof readSegments>[1] & {
  show: (typeof shows)[number]
  marks?: string | null
  text?: string | null
  debtor_id?: string | null
}
export type Here = { administration_id: string; today: Day }

export function readFilter({ administration_id, today }: Here, asked: Asked): InvoiceFilter {
  return {
    ...{ administration_id, today, show: asked.show, marks: readMarks(marks, asked.marks) },
    ...{ text: readSought(asked.text), few: null, debtor_id: asked.debtor_id ?? null },
    segments: readSegments({ administration_id, today }, asked),
  }
}

/** The same filter, knowing what its text finds when that is little. */
export async function withFew(db: Kysely<Tables>, filter: InvoiceFilter): Promise<InvoiceFilter> {
  return filter.text === '' ? filter : { ...filter, few: await findFew(db, filter.administration_id, filter.text) }
}

/** Whether a filter needs the debtor `d` of an invoice `i`. */
export const needsDebtor = ({ segments }: InvoiceFilter): boolean => asksDebtor(segments)

/** The condition on the invoice `i`, and where it is needed on its debtor `d`. */
export function chosenBy(filter: InvoiceFilter): RawBuilder<unknown> {
  const { administration_id, today, show, marks: named, text: wanted, debtor_id } = filter
  return sql`i.administration_id = ${administration_id}::bigint and ${shown(show, today)}
    ${debtor_id === null ? sql`` : sql`and i.debtor_id = ${debtor_id}::bigint`}
    ${holdAll(named, invoiceMarks({ administration_id, today }))}
    ${withinSegments(filter.segments)}
    ${filter.few === null ? sql`` : sql`and ${isAmong(filter.few)}`}
    ${wanted === '' ? sql`` : sql`and ${invoiceHas(administration_id, wanted)}`}`
}

/** Whether a filter leaves nothing out. */
export const isEverything = ({ show, marks: named, text: wanted, debtor_id, segments }: InvoiceFilter): boolean =>
  show === 'all' && named.length === 0 && wanted === '' && debtor_id === null && !narrows(segments)

/** The same list with nothing that narrows it down, so that it can be counted without its debtors. */
export const unnarrowed = (filter: InvoiceFilter): InvoiceFilter => ({
  ...filter,
  ...{ marks: [], text: '', few: null, segments: readSegments(filter, {}) },
})

/** A credit note is open, but nobody owes it: it is never overdue, and stands apart. */
function shown(show: InvoiceFilter['show'], today: Day): RawBuilder<unknown> {
  switch (show) {
    case 'open':
      return sql`i.open_amount > 0`
    case 'overdue':
      return sql`i.open_amount > 0 and i.due_date < ${today}::date`
    case 'credit':
      return sql`i.open_amount < 0`
    case 'unsettled':
      return sql`i.open_amount <> 0`
    case 'paid':
      return sql`i.open_amount = 0`
    case 'all':
      return sql`true`
    default:
      return sql`i.open_amount > 0 and ${dueAt(show, today)}`
  }
}

/** The condition for each mark on the invoice `i`. */
export const invoiceMarks = ({ administration_id, today }: Here): MarkConditions<Mark> => ({
  late_7: sql`(i.open_amount > 0 and i.due_date <= ${today}::date - 7)`,
  held: sql`${invoiceIsHeld(administration_id)}`,
  disputed: sql`exists (select from disputes x
    where x.administration_id = ${administration_id}::bigint and x.invoice_id = i.id and x.ended_at is null)`,
  promised: sql`exists (select from promise_invoices x
    join promises p on p.administration_id = ${administration_id}::bigint and p.id = x.promise_id and p.status = 'open'
    where x.administration_id = ${administration_id}::bigint and x.invoice_id = i.id)`,
  in_case: sql`i.active_credit_case_id is not null`,
  not_in_case: sql`i.active_credit_case_id is null`,
})
