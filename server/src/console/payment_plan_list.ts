import { type RawBuilder, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { refuse } from '../api/errors.ts'
import { date, dateTime, id, integer, listOf, money, oneOf, text } from '../api/field.ts'
import { momentText, shownMoment } from '../db/moments.ts'
import type { Day } from '../domain/days.ts'
import { currencyOf, itemsOf, plan_items } from './payment_plan_items.ts'
import { type PagePosition, type PositionType, pageOf, readPosition } from './places.ts'

const shows = ['running', 'proposed', 'ended'] as const
const states = ['proposed', 'active', 'rejected', 'deactivated', 'finished'] as const
const page_size = 50
type Show = (typeof shows)[number]

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
    description:
      'Lists payment plans and how far they are: running ones by their next term, proposed ones by how long they ' +
      'wait, those that are over newest first.',
    body: {
      show: oneOf(shows, 'Which plans.').required(),
      cursor: text('Goes on after the last plan of the page before.'),
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
      cursor: text('Where the next page begins; empty on the last one.'),
    },
    run: async ({ db, today, administration_id }, { show, cursor }) => {
      const { by, type, way } = ordering[show]
      const rows_of_page = planPage({ administration_id, show, after: readPosition(cursor, type) })
      const { rows } = await sql<Listed>`
        select r.id::text, ${state} as state, r.debtor_id::text, d.name as debtor_name, ${currencyOf('r')},
               counts.terms, counts.paid_terms, case when r.active then counts.late_terms else 0 end as late_terms,
               counts.total_amount, counts.open_amount, counts.next_due_date, counts.next_amount,
               ${shownMoment(show === 'ended' ? sql`r.updated_at` : since)} as since,
               ${type === 'date' ? by : momentText(by)} as place
        from (${rows_of_page}) r
        join debtors d on d.administration_id = r.administration_id and d.id = r.debtor_id
        cross join lateral (${termCounts(today)}) counts
        order by ${by} ${way}, r.id ${way}`.execute(db)
      const { page: payment_plans, cursor: next } = pageOf(rows, page_size)
      return { payment_plans, cursor: next }
    },
  }),

  items: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/payment_plans/{id}/items',
    reach: 'member',
    description: 'Tells which invoices and credit cases a payment plan is about, also one that is not in force.',
    body: { id: id('Payment plan.').required() },
    answer: plan_items,
    run: async ({ db, administration_id }, { id: plan_id }) => {
      return (await itemsOf(db, administration_id, plan_id)) ?? refuse('not_found', 'There is no such payment plan.')
    },
  }),
}

/** The day of the first term that is not paid, as the index of running plans has it. */
const next_day = sql`coalesce(
  jsonb_path_query_first(r.payment_terms, '$[*] ? (@.payment_date == null).due_date') #>> '{}', '9999-12-31')`
const since = sql`coalesce(r.proposed_at, r.created_at)`

const ordering: Readonly<Record<Show, { by: RawBuilder<unknown>; type: PositionType; way: RawBuilder<unknown> }>> = {
  running: { by: next_day, type: 'date', way: sql`asc` },
  proposed: { by: since, type: 'timestamptz', way: sql`asc` },
  ended: { by: sql`r.updated_at`, type: 'timestamptz', way: sql`desc` },
}

/** As the indexes tell them apart; what these states mean is described in domain/payment_plan.ts. */
const chosen: Readonly<Record<Show, RawBuilder<unknown>>> = {
  running: sql`r.active`,
  proposed: sql`r.active is not true and r.approved_at is null and r.rejected_at is null and r.deactivated_at is null`,
  ended: sql`r.active is not true
    and (r.approved_at is not null or r.rejected_at is not null or r.deactivated_at is not null)`,
}

const state = sql`case when r.deactivated_at is not null then 'deactivated' when r.rejected_at is not null then 'rejected'
  when r.active then 'active' when r.approved_at is null then 'proposed' else 'finished' end`

type Wanted = { administration_id: string; show: Show; after: PagePosition | null }

/** The rows of a page, and one more. */
export function planPage({ administration_id, show, after }: Wanted): RawBuilder<unknown> {
  const { by, type, way } = ordering[show]
  const than = show === 'ended' ? sql`<` : sql`>`
  // Days stand as texts in the terms.
  const value = after && (type === 'date' ? sql`${after.value}::text` : sql`${after.value}::timestamptz`)
  return sql`
    select r.* from payment_plans r
    where r.administration_id = ${administration_id}::bigint and ${chosen[show]}
      ${after ? sql`and (${by}, r.id) ${than} (${value}, ${after.id}::bigint)` : sql``}
    order by ${by} ${way}, r.id ${way} limit ${page_size + 1}::integer`
}

/** How far the terms of `r` are. */
const termCounts = (today: Day): RawBuilder<unknown> => sql`
  select count(*)::integer as terms, count(*) filter (where term.payment_date is not null)::integer as paid_terms,
         count(*) filter (where term.payment_date is null and term.due_date < ${today}::date)::integer as late_terms,
         coalesce(sum(term.total_amount), 0)::numeric(18,2)::text as total_amount,
         coalesce(sum(term.amount_due), 0)::numeric(18,2)::text as open_amount,
         (min(term.due_date) filter (where term.payment_date is null))::text as next_due_date,
         ((array_agg(term.amount_due order by term.due_date, term.id)
             filter (where term.payment_date is null))[1])::numeric(18,2)::text as next_amount
  from jsonb_to_recordset(r.payment_terms)
    as term (id bigint, total_amount numeric, amount_due numeric, due_date date, payment_date date)`
