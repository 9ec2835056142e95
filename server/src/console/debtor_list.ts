import { type RawBuilder, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { id, integer, listOf, money, oneOf, text } from '../api/field.ts'
import { holds_field } from '../follow_up/list_holds.ts'
import { segmentOf } from '../reports/segments.ts'
import {
  type DebtorFilter,
  debtor_filter_fields,
  debtorSums,
  debtorsChosenBy,
  never,
  readDebtorFilter,
  sumsOfDebtors,
} from './debtor_filter.ts'
import { debtor_totals_fields, debtorTotals } from './debtor_totals.ts'
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

/** What debtors `d` are ordered by, some of it by what they owe, `f`. The beginning of a text is enough, and quick. */
const ordered_by = {
  name: { by: sql`left(d.name, 200)`, type: 'text' },
  number: { by: sql`d.debtor_number`, type: 'text' },
  city: { by: sql`left(d.postal_address_city, 200)`, type: 'text' },
  owner: { by: sql`left(coalesce(d.relation_manager, ''), 200)`, type: 'text' },
  invoices: { by: sql`coalesce(f.open_invoices, 0)`, type: 'bigint' },
  late: { by: sql`coalesce(f.oldest_due_date, ${never})`, type: 'date' },
  overdue: { by: sql`coalesce(f.overdue_amount, 0.00)`, type: 'numeric' },
  open: { by: sql`coalesce(f.open_amount, 0.00)`, type: 'numeric' },
} as const
const by_sums: readonly string[] = ['invoices', 'late', 'overdue', 'open']

export type DebtorOrder = OrderOf<typeof ordered_by>

type Listed = {
  id: string
  name: string
  debtor_number: string
  city: string
  owner: string | null
  open_invoices: number
  days_overdue: number
  overdue_amount: string
  open_amount: string
  holds: string[]
  place: string
}

/** Debtors as a credit controller goes through them. */
export const debtor_list_calls: Actions = {
  list: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/debtors',
    reach: 'member',
    description: 'Lists debtors with what is open and overdue of them, in the currency of the books.',
    body: {
      ...debtor_filter_fields,
      order: oneOf(ordersOf(ordered_by), 'By what, and in which direction.').required(),
      ...page_fields,
    },
    answer: {
      debtors: listOf(
        {
          id: id('Identifier.').required(),
          name: text('Name.').required(),
          debtor_number: text('Number.').required(),
          city: text('City.').required(),
          owner: text('Relation manager.'),
          open_invoices: integer('Invoices of which something is open.').required(),
          days_overdue: integer('Days since the oldest of them was due; 0 when nothing is overdue.').required(),
          overdue_amount: money('What is overdue.').required(),
          open_amount: money('What is open.').required(),
          holds: holds_field,
        },
        'Debtors.',
      ).required(),
      cursor: next_cursor,
    },
    run: async ({ db, today, administration_id }, { order, cursor, per_page, ...asked }) => {
      const filter = readDebtorFilter({ administration_id, today }, asked)
      const way = wayOf(ordered_by, order)
      const size = per_page ?? page_size
      const page = debtorPage(filter, way, startOf(way, cursor), size + 1)
      const { rows } = await sql<Listed>`
        select d.id::text, d.name, d.debtor_number, d.postal_address_city as city,
               ${segmentOf.owner} as owner, f.open_invoices::integer,
               greatest(0, ${today}::date - f.oldest_due_date) as days_overdue,
               f.overdue_amount::text, f.open_amount::text, ${placeIn(way)},
               array_remove(array[case when d.paused_at is not null then 'debtor_paused' end,
                 case when d.reminding_paused_at is not null then 'debtor_reminding_paused' end], null) as holds
        from (${page}) d
        cross join lateral (select ${debtorSums(today)} from invoices i
          where i.administration_id = ${administration_id}::bigint and i.debtor_id = d.id and i.book_open_amount <> 0) f
        order by ${orderBy(way, debtor_id)}`.execute(db)
      const { page: debtors, cursor: next } = pageOf(rows, size)
      return { debtors, cursor: next }
    },
  }),

  totals: totalsCall({
    list: 'debtors',
    description: 'Adds up all debtors of a list, and counts what it can be narrowed down to.',
    body: debtor_filter_fields,
    answer: debtor_totals_fields,
    run: ({ db, today, administration_id }, asked) =>
      debtorTotals(db, readDebtorFilter({ administration_id, today }, asked)),
  }),
}

const debtor_id = sql`d.id`

/** The debtors of a page. By what they owe they are ordered after one look at all that is open. */
export function debtorPage(
  filter: DebtorFilter,
  way: Way,
  after: PagePosition | null,
  limit = page_size + 1,
): RawBuilder<unknown> {
  const sums = by_sums.includes(way.name) ? sql`left join (${sumsOfDebtors(filter)}) f on f.debtor_id = d.id` : sql``
  return sql`
    select d.* from debtors d ${sums}
    where ${debtorsChosenBy(filter)} ${standsAfter(way, debtor_id, after)}
    order by ${orderBy(way, debtor_id)} limit ${limit}::integer`
}

/** An order of the list, ready for its statement. */
export const debtorWay = (order: DebtorOrder): Way => wayOf(ordered_by, order)
