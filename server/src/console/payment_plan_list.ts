import { type RawBuilder, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { refuse } from '../api/errors.ts'
import { date, dateTime, id, integer, listOf, money, oneOf, text } from '../api/field.ts'
import { shownMoment } from '../db/moments.ts'
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
import {
  next_day,
  type PlanFilter,
  plan_filter_fields,
  plansChosenBy,
  readPlanFilter,
  termCounts,
} from './payment_plan_filter.ts'
import { currencyOf, itemsOf, plan_items } from './payment_plan_items.ts'
import { plan_totals_fields, planTotals } from './payment_plan_totals.ts'
import { type PagePosition, pageOf } from './places.ts'
import { totalsCall } from './totals.ts'

const states = ['proposed', 'active', 'rejected', 'deactivated', 'finished'] as const

const since = sql`coalesce(r.proposed_at, r.created_at)`

/** What plans are ordered by. Amounts are compared as they stand: nearly all plans are in the currency of the books. */
const ordered_by = {
  next: { by: next_day, type: 'date', compared_as: 'text' },
  since: { by: since, type: 'timestamptz' },
  changed: { by: sql`r.updated_at`, type: 'timestamptz' },
  debtor: { by: sql`left(d.name, 200)`, type: 'text' },
  total: { by: sql`payment_plan_total(r.payment_terms)`, type: 'numeric' },
  amount: { by: sql`payment_plan_open(r.payment_terms)`, type: 'numeric' },
} as const

export type PlanOrder = OrderOf<typeof ordered_by>

const usual: Readonly<Record<PlanFilter['show'], PlanOrder>> = {
  ...{ running: 'next_asc', proposed: 'since_asc', ended: 'changed_desc' },
}

type Listed = {
  id: string
  state: (typeof states)[number]
  debtor_id: string
  debtor_name: string
  currency_code: string | null
  terms: number
  paid_terms: number
  late_terms: number
  total_amount: string
  open_amount: string
  next_due_date: string | null
  next_amount: string | null
  since: string
  place: string
}

/** Payment plans as somebody watches over them: of running ones, that with the oldest open term stands first. */
export const payment_plan_list_calls: Actions = {
  list: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/payment_plans',
    reach: 'member',
    description: 'Lists payment plans and how far they are.',
    body: {
      ...plan_filter_fields,
      order: oneOf(
        ordersOf(ordered_by),
        'By what, and in which direction; unless said, running ones by their next term, proposed ones by how long they ' +
          'wait, those that are over newest first.',
      ),
      ...page_fields,
    },
    answer: {
      payment_plans: listOf(
        {
          id: id('Identifier.').required(),
          state: oneOf(states, 'State of the plan.').required(),
          debtor_id: id('Debtor.').required(),
          debtor_name: text('Name of the debtor.').required(),
          currency_code: text('Currency of the amounts, ISO 4217; that of the administration unless counts.'),
          terms: integer('Terms.').required(),
          paid_terms: integer('Terms that are paid in full.').required(),
          late_terms: integer('Terms of a running plan that should have been paid by now.').required(),
          total_amount: money('What all terms add up to.').required(),
          open_amount: money('What is open of them.').required(),
          next_due_date: date('Day of the first term that is not paid.'),
          next_amount: money('What is open of that term.'),
          since: dateTime('When it was proposed or made, or of one that is over, when it last changed.').required(),
        },
        'Payment plans.',
      ).required(),
      cursor: next_cursor,
    },
    run: async ({ db, today, administration_id }, { order, cursor, per_page, ...asked }) => {
      const filter = readPlanFilter({ administration_id, today }, asked)
      const way = planWay(filter, order ?? null)
      const size = per_page ?? page_size
      const { rows } = await sql<Listed>`
        select r.id::text, ${state} as state, r.debtor_id::text, d.name as debtor_name, ${currencyOf(administration_id, 'r')},
               counts.terms, counts.paid_terms, case when r.active then counts.late_terms else 0 end as late_terms,
               counts.total_amount, counts.open_amount, counts.next_due_date, counts.next_amount,
               ${shownMoment(asked.show === 'ended' ? sql`r.updated_at` : since)} as since, ${placeIn(way)}
        from (${planPage(filter, way, startOf(way, cursor), size + 1)}) r ${ofDebtor(administration_id)}
        cross join lateral (${termCounts(today)}) counts
        order by ${orderBy(way, plan_id)}`.execute(db)
      const { page: payment_plans, cursor: next } = pageOf(rows, size)
      return { payment_plans, cursor: next }
    },
  }),

  totals: totalsCall({
    list: 'payment_plans',
    description: 'Adds up all payment plans of a list, and counts what it can be narrowed down to.',
    body: plan_filter_fields,
    answer: plan_totals_fields,
    run: ({ db, today, administration_id }, asked) =>
      planTotals(db, readPlanFilter({ administration_id, today }, asked)),
  }),

  items: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/payment_plans/{id}/items',
    reach: 'member',
    description: 'Lists the invoices and credit cases that a payment plan is about, also when it is not in force.',
    body: { id: id('Payment plan.').required() },
    answer: plan_items,
    run: async ({ db, administration_id }, { id: of_plan }) => {
      return (await itemsOf(db, administration_id, of_plan)) ?? refuse('not_found', 'There is no such payment plan.')
    },
  }),
}

const state = sql`case when r.deactivated_at is not null then 'deactivated' when r.rejected_at is not null then 'rejected'
  when r.active then 'active' when r.approved_at is null then 'proposed' else 'finished' end`

const plan_id = sql`r.id`
const ofDebtor = (administration_id: string): RawBuilder<unknown> =>
  sql`join debtors d on d.administration_id = ${administration_id}::bigint and d.id = r.debtor_id`

/** An order of the list, ready for its statement. */
export const planWay = ({ show }: Pick<PlanFilter, 'show'>, order: PlanOrder | null): Way =>
  wayOf(ordered_by, order ?? usual[show])

/** The plans of a page. */
export function planPage(
  filter: PlanFilter,
  way: Way,
  after: PagePosition | null,
  limit = page_size + 1,
): RawBuilder<unknown> {
  return sql`
    select r.* from payment_plans r ${way.name === 'debtor' ? ofDebtor(filter.administration_id) : sql``}
    where ${plansChosenBy(filter)} ${standsAfter(way, plan_id, after)}
    order by ${orderBy(way, plan_id)} limit ${limit}::integer`
}
