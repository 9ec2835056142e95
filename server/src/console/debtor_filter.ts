import { type RawBuilder, sql } from 'kysely'
import { oneOf, text } from '../api/field.ts'
import type { Day } from '../domain/days.ts'
import { readSegments, type SegmentFilter, segment_fields, withinSegments } from '../reports/segments.ts'
import { debtorHas } from '../search/narrow.ts'
import { mailCameBack } from './bounced_addresses.ts'
import { holdAll, type MarkConditions, marksField, readMarks, readSought } from './marks.ts'

const shows = ['open', 'overdue', 'all'] as const

/** What debtors can be narrowed down to besides, several at once. */
export const debtor_marks = [
  ...(['late_30', 'paused', 'promised', 'disputed', 'in_plan', 'in_case', 'no_mail_address', 'mail_bounced'] as const),
] as const
export type DebtorMark = (typeof debtor_marks)[number]

const { country, party, category, label, owner } = segment_fields

/** What a list of debtors can be asked for; its totals and its file take the same. */
export const debtor_filter_fields = {
  show: oneOf(shows, 'Which debtors: of whom something is open, of whom something is overdue, or all.').required(),
  marks: marksField('debtors', debtor_marks),
  text: text('Only debtors with each of these words in what is known of them, or in a number of their invoices.'),
  ...{ country, party, category, label, owner },
}

export type DebtorFilter = {
  administration_id: string
  today: Day
  show: (typeof shows)[number]
  marks: readonly DebtorMark[]
  text: string
  segments: SegmentFilter
}

type Asked = Parameters<typeof readSegments>[1] & {
  show: (typeof shows)[number]
  marks?: string | null
  text?: string | null
}

export function readDebtorFilter(here: { administration_id: string; today: Day }, asked: Asked): DebtorFilter {
  return {
    ...{ ...here, show: asked.show, marks: readMarks(debtor_marks, asked.marks), text: readSought(asked.text) },
    segments: readSegments(here, asked),
  }
}

/** The condition on the debtor `d`. */
export function debtorsChosenBy(filter: DebtorFilter): RawBuilder<unknown> {
  const { administration_id, show, marks, text: wanted } = filter
  return sql`d.administration_id = ${administration_id}::bigint
    ${show === 'all' ? sql`` : sql`and ${owing(filter, show === 'overdue' ? 0 : null)}`}
    ${holdAll(marks, debtorMarks(filter))} ${withinSegments(filter.segments)}
    ${wanted === '' ? sql`` : sql`and ${debtorHas(administration_id, sql`d.id`, wanted)}`}`
}

type Here = Pick<DebtorFilter, 'administration_id' | 'today'>

/** The condition for each mark on the debtor `d`. Each is looked up in what was read once for the whole list. */
export const debtorMarks = (here: Here): MarkConditions<DebtorMark> => ({
  late_30: owing(here, 29),
  paused: sql`(d.paused_at is not null or d.reminding_paused_at is not null)`,
  promised: among(here, 'promises', sql`x.status = 'open'`),
  disputed: among(here, 'disputes', sql`x.ended_at is null`),
  in_plan: among(here, 'payment_plans', sql`x.active`),
  in_case: among(here, 'credit_cases', sql`x.deactivated_at is null`),
  no_mail_address: sql`coalesce(nullif(d.reminder_email_address, ''), nullif(d.primary_email_address, ''),
    nullif(d.invoice_email_address, '')) is null`,
  mail_bounced: mailCameBack(here.administration_id),
})

/** Debtors with something open, or owed for more than so many days after its due date. */
const owing = (here: Here, days: number | null): RawBuilder<unknown> =>
  among(
    here,
    'invoices',
    days === null
      ? sql`x.book_open_amount <> 0`
      : sql`x.book_open_amount > 0 and x.due_date < ${here.today}::date - ${days}::integer`,
  )

type Holder = 'invoices' | 'promises' | 'disputes' | 'payment_plans' | 'credit_cases'

const among = ({ administration_id }: Here, table: Holder, condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  d.id in (select x.debtor_id from ${sql.table(table)} x
    where x.administration_id = ${administration_id}::bigint and ${condition})`

/** What is open and overdue of debtors, each once; read from one index over what is open. */
export const sumsOfDebtors = ({ administration_id, today }: Here): RawBuilder<unknown> => sql`
  select i.debtor_id, ${debtorSums(today)} from invoices i
  where i.administration_id = ${administration_id}::bigint and i.book_open_amount <> 0 group by i.debtor_id`

/** A day after all others, for debtors of whom nothing is overdue. */
export const never = sql`date '9999-12-31'`

/** What the open invoices `i` of a debtor add up to, in the currency of the books. */
export const debtorSums = (today: Day): RawBuilder<unknown> => {
  const late = sql`i.book_open_amount > 0 and i.due_date < ${today}::date`
  return sql`
    coalesce(sum(i.book_open_amount), 0)::numeric(18,2) as open_amount,
    coalesce(sum(i.book_open_amount) filter (where ${late}), 0)::numeric(18,2) as overdue_amount,
    coalesce(min(i.due_date) filter (where ${late}), ${never}) as oldest_due_date,
    count(*) as open_invoices`
}
