import { type RawBuilder, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { refuse, refuseParameters } from '../api/errors.ts'
import { boolean, date, id, integer, listOf, money, oneOf, text } from '../api/field.ts'
import { pageOf, readPlace } from './places.ts'

const shows = ['open', 'overdue', 'paid', 'all'] as const
const orders = ['due_date_asc', 'due_date_desc', 'amount_desc'] as const
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
  paused: boolean
  place: string
}

/** Invoices as a credit controller goes through them. Every order of every choice is the order of an index. */
export const invoice_list_calls: Actions = {
  list: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/invoices',
    reach: 'person',
    description: 'Lists invoices with the names of their debtors and how long they are overdue.',
    body: {
      administration_id: id('Administration.').required(),
      show: oneOf(shows, 'Which invoices.').required(),
      order: oneOf(
        orders,
        'By due date, or by open amount; paid ones have no open amount to be ordered by.',
      ).required(),
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
          days_overdue: integer('Days since the due date, while something is open; else 0.').required(),
          total_amount: money('Total, in the currency of the invoice.').required(),
          open_amount: money('Open part, in the currency of the invoice.').required(),
          currency_code: text('Currency, ISO 4217.').required(),
          paused: boolean('Whether its follow-up is paused.').required(),
        },
        'Invoices.',
      ).required(),
      cursor: text('Where the next page begins; empty on the last one.'),
    },
    run: async ({ db, principal, now }, { administration_id, show, order, cursor }) => {
      if (!principal.administrations.has(administration_id)) refuse('forbidden', 'Access to administration denied')
      if (order === 'amount_desc' && (show === 'paid' || show === 'all')) {
        refuseParameters(['order: by amount there are only open and overdue invoices'])
      }
      const today = sql`(select (${now.toISOString()}::timestamptz at time zone timezone)::date from administrations
                         where id = ${administration_id}::bigint)`
      const { column, type, downwards } = ordering[order]
      const way = downwards ? sql`desc` : sql`asc`
      const { rows } = await sql<Listed>`
        select i.id::text, i.invoice_number, i.debtor_id::text, d.name as debtor_name, i.due_date::text,
               case when i.open_amount = 0 then 0 else greatest(0, ${today} - i.due_date) end as days_overdue,
               i.total_amount::text, i.open_amount::text, i.currency_code, i.paused_at is not null as paused,
               i.${sql.ref(column)}::text as place
        from (
          select * from invoices
          where administration_id = ${administration_id}::bigint and ${chosen(show, today)}
            ${goingOn(cursor, { column, type, downwards })}
          order by ${sql.ref(column)} ${way}, id ${way} limit ${page_size + 1}::integer
        ) i
        join debtors d on d.administration_id = i.administration_id and d.id = i.debtor_id
        order by i.${sql.ref(column)} ${way}, i.id ${way}`.execute(db)
      const { page: invoices, cursor: next } = pageOf(rows, page_size)
      return { invoices, cursor: next }
    },
  }),
}

type Ordering = { column: 'due_date' | 'book_open_amount'; type: 'date' | 'numeric'; downwards: boolean }

/** Amounts of several currencies are compared in that of the books. */
const ordering: Readonly<Record<Order, Ordering>> = {
  due_date_asc: { column: 'due_date', type: 'date', downwards: false },
  due_date_desc: { column: 'due_date', type: 'date', downwards: true },
  amount_desc: { column: 'book_open_amount', type: 'numeric', downwards: true },
}

function chosen(show: Show, today: RawBuilder<unknown>): RawBuilder<unknown> {
  switch (show) {
    case 'open':
      return sql`open_amount <> 0`
    case 'overdue':
      return sql`open_amount <> 0 and due_date < ${today}`
    case 'paid':
      return sql`open_amount = 0`
    case 'all':
      return sql`true`
  }
}

function goingOn(cursor: string | null | undefined, { column, type, downwards }: Ordering): RawBuilder<unknown> {
  const place = readPlace(cursor, type)
  if (place === null) return sql``
  const than = downwards ? sql`<` : sql`>`
  return sql`and (${sql.ref(column)}, id) ${than} (${place.value}::${sql.raw(type)}, ${place.id}::bigint)`
}
