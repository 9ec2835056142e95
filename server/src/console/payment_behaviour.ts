import { sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { date, id, integer, listOf } from '../api/field.ts'

const quarters_shown = 8

type Quarter = { quarter: string; invoices: number; days: number | null }

/** How a debtor pays, over time. Reads the entries of one index that are about this debtor, and no invoice. */
export const payment_behaviour_calls: Actions = {
  show: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/payment_behaviour',
    reach: 'member',
    description: 'Shows for each quarter of two years how many days after the due date a debtor paid.',
    body: { debtor_id: id('Debtor.').required() },
    answer: {
      quarters: listOf(
        {
          quarter: date('First day of the quarter.').required(),
          invoices: integer('Invoices that were settled in it.').required(),
          days: integer('Days after the due date, weighted by amount; negative when early, empty without invoices.'),
        },
        'The last eight quarters, oldest first.',
      ).required(),
    },
    run: async ({ db, today, administration_id }, { debtor_id }) => {
      // The same invoices count as for the one figure of the debtor: debit, and settled within 60 days of the due date.
      const { rows } = await sql<Quarter>`
        with begun as (
          select date_trunc('quarter', ${today}::date::timestamp) as this_quarter
        ), quarters as (
          select (this_quarter - back * interval '3 months')::date as begins,
                 (this_quarter - (back - 1) * interval '3 months')::date as ends
          from begun, generate_series(0, ${quarters_shown - 1}::integer) back
        )
        select q.begins::text as quarter, count(i.payment_date)::integer as invoices,
               round(sum((i.payment_date - i.due_date) * i.book_total_amount)
                     / sum(i.book_total_amount))::integer as days
        from quarters q
        left join invoices i on i.administration_id = ${administration_id}::bigint
          and i.debtor_id = ${debtor_id}::bigint and i.open_amount = 0 and i.book_total_amount > 0
          and i.payment_date >= q.begins and i.payment_date < q.ends and i.payment_date <= i.due_date + 60
        group by q.begins order by q.begins`.execute(db)
      return { quarters: rows }
    },
  }),
}
