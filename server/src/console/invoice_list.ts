import { type RawBuilder, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { refuseParameters } from '../api/errors.ts'
import { date, id, integer, listOf, money, oneOf, text } from '../api/field.ts'
import type { Day } from '../domain/days.ts'
import { holds_field, invoice_holds, once } from '../follow_up/list_holds.ts'
import { ages, dueAt } from './ages.ts'
import { type PagePosition, pageOf, readPosition } from './places.ts'

const shows = ['open', 'overdue', ...ages, 'credit', 'unsettled', 'paid', 'all'] as const
const orders = ['due_date_asc', 'due_date_desc', 'amount_desc', 'newest'] as const
type Show = (typeof shows)[number]
type Order = (typeof orders)[number]
const page_size = 50

type Listed = {
  id: string
  invoice_number: string
  debtor_id: string
  debtor_name: string
  due_date: string
  days_overdue: number
  total_amount: string
  open_amount: string
  currency_code: string
  holds: string[]
  place: string
}

/** Invoices as a credit controller goes through them. Every order of every choice is the order of an index. */
export const invoice_list_calls: Actions = {
  list: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/invoices',
    reach: 'member',
    description: 'Lists invoices with the names of their debtors and how long they are overdue.',
    body: {
      show: oneOf(
        shows,
        'Which invoices: what is owed, also by how long it is overdue; credit notes; others.',
      ).required(),
      order: oneOf(
        orders,
        'By due date; by open amount, which only what is open or overdue has; those of one debtor newest first.',
      ).required(),
      debtor_id: id('Only invoices of this debtor.'),
      cursor: text('Goes on after the last invoice of the page before.'),
    },
    answer: {
      invoices: listOf(
        {
          id: id('Identifier.').required(),
          invoice_number: text('Number that the debtor sees.').required(),
          debtor_id: id('Debtor.').required(),
          debtor_name: text('Name of the debtor.').required(),
          due_date: date('Last day to pay.').required(),
          days_overdue: integer('Days since the due date, while something is owed; else 0.').required(),
          total_amount: money('Total, in the currency of the invoice.').required(),
          open_amount: money('Open part, in the currency of the invoice.').required(),
          currency_code: text('Currency, ISO 4217.').required(),
          holds: holds_field,
        },
        'Invoices.',
      ).required(),
      cursor: text('Where the next page begins; empty on the last one.'),
    },
    run: async ({ db, today, administration_id }, { show, order, debtor_id = null, cursor }) => {
      if (order === 'amount_desc' && show !== 'open' && show !== 'overdue') {
        refuseParameters(['order: by amount there are only open and overdue invoices'])
      }
      if (show === 'unsettled' && debtor_id === null) refuseParameters(['show: unsettled ones are those of one debtor'])
      if ((order === 'newest') !== (debtor_id !== null)) {
        refuseParameters(['order: newest is the order of the invoices of one debtor, and of nothing else'])
      }
      const { column, type, downwards } = ordering[order]
      const way = downwards ? sql`desc` : sql`asc`
      const page = invoicePage({ administration_id, show, order, debtor_id, today, after: readPosition(cursor, type) })
      const { rows } = await sql<Listed>`
        select i.id::text, i.invoice_number, i.debtor_id::text, d.name as debtor_name, i.due_date::text,
               case when i.open_amount <= 0 then 0 else greatest(0, ${today}::date - i.due_date) end as days_overdue,
               i.total_amount::text, i.open_amount::text, i.currency_code, ${invoice_holds} as holds,
               i.${sql.ref(type === 'date' ? 'due_date' : 'book_open_amount')}::text as place
        from (${page}) i
        join debtors d on d.administration_id = i.administration_id and d.id = i.debtor_id
        order by i.${sql.ref(column)} ${way}, i.id ${way}`.execute(db)
      const { page: invoices, cursor: next } = pageOf(rows, page_size)
      return { invoices: invoices.map((one) => ({ ...one, holds: once(one.holds) })), cursor: next }
    },
  }),
}

type Wanted = {
  administration_id: string
  show: Show
  order: Order
  debtor_id: string | null
  today: Day
  after: PagePosition | null
}

/** The rows of a page, and one more. */
export function invoicePage({ administration_id, show, order, debtor_id, today, after }: Wanted): RawBuilder<unknown> {
  const { column, downwards } = ordering[order]
  const way = downwards ? sql`desc` : sql`asc`
  return sql`
    select * from invoices
    where administration_id = ${administration_id}::bigint and ${chosen(show, today)}
      ${debtor_id === null ? sql`` : sql`and debtor_id = ${debtor_id}::bigint`}
      ${goingOn(after, ordering[order])}
    order by ${sql.ref(column)} ${way}, id ${way} limit ${page_size + 1}::integer`
}

type Ordering = { column: 'due_date' | 'book_open_amount' | 'id'; type: 'date' | 'numeric'; downwards: boolean }

/** Amounts of several currencies are compared in that of the books. */
const ordering: Readonly<Record<Order, Ordering>> = {
  due_date_asc: { column: 'due_date', type: 'date', downwards: false },
  due_date_desc: { column: 'due_date', type: 'date', downwards: true },
  amount_desc: { column: 'book_open_amount', type: 'numeric', downwards: true },
  newest: { column: 'id', type: 'date', downwards: true },
}

/** A credit note is open, but nobody owes it: it is never overdue, and stands apart. */
function chosen(show: Show, today: Day): RawBuilder<unknown> {
  switch (show) {
    case 'open':
      return sql`open_amount > 0`
    case 'overdue':
      return sql`open_amount > 0 and due_date < ${today}::date`
    case 'credit':
      return sql`open_amount < 0`
    case 'unsettled':
      return sql`open_amount <> 0`
    case 'paid':
      return sql`open_amount = 0`
    case 'all':
      return sql`true`
    default:
      return sql`open_amount > 0 and ${dueAt(show, today)}`
  }
}

function goingOn(place: PagePosition | null, { column, type, downwards }: Ordering): RawBuilder<unknown> {
  if (place === null) return sql``
  const than = downwards ? sql`<` : sql`>`
  if (column === 'id') return sql`and id ${than} ${place.id}::bigint`
  return sql`and (${sql.ref(column)}, id) ${than} (${place.value}::${sql.raw(type)}, ${place.id}::bigint)`
}
