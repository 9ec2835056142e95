import { type Kysely, sql } from 'kysely'
import { integer, listOf, money, text } from '../api/field.ts'
import type { Tables } from '../db/schema.ts'
import { chosenBy, type InvoiceFilter, invoiceMarks, type Mark, marks, unnarrowed } from './invoice_filter.ts'
import { type CountedMark, countedMarks, markColumns, markCounts } from './marks.ts'

export const totals_fields = {
  invoices: integer('Invoices of the list.').required(),
  debtors: integer('Debtors of these invoices.').required(),
  held: integer('Invoices of the list that something holds.').required(),
  days_overdue: integer('Days that what is overdue is late on average, rounded; empty when nothing is.'),
  open_invoices: integer('All invoices of which something is open, whatever the list shows.').required(),
  overdue_invoices: integer('All invoices that are overdue, whatever the list shows.').required(),
  sums: listOf(
    {
      currency_code: text('Currency, ISO 4217.').required(),
      open_amount: money('What is open in it.').required(),
    },
    'Open amounts, by currency. They are not added up over currencies.',
  ).required(),
  marks: countedMarks(marks),
}

type Totals = {
  invoices: number
  debtors: number
  held: number
  days_overdue: number | null
  open_invoices: number
  overdue_invoices: number
  sums: { currency_code: string; open_amount: string }[]
  marks: CountedMark<Mark>[]
}

/** What all invoices of a list come to. One walk over them tells everything. */
export async function invoiceTotals(db: Kysely<Tables>, filter: InvoiceFilter): Promise<Totals> {
  const all = (show: 'open' | 'overdue') =>
    sql`(select count(*)::integer from invoices i where ${chosenBy({ ...unnarrowed(filter), show })})`
  const { rows } = await sql<Totals>`
    with listed as (
      select i.debtor_id, i.currency_code, i.open_amount, ${filter.today}::date - i.due_date as late,
             ${markColumns(invoiceMarks(filter))}
      from invoices i join debtors d on d.administration_id = ${filter.administration_id}::bigint and d.id = i.debtor_id
      where ${chosenBy(filter)})
    select count(*)::integer as invoices, count(distinct debtor_id)::integer as debtors,
           (count(*) filter (where held))::integer as held,
           round(avg(late) filter (where late > 0 and open_amount > 0))::integer as days_overdue,
           ${all('open')} as open_invoices, ${all('overdue')} as overdue_invoices,
           coalesce((select json_agg(s order by s.currency_code) from (
             select currency_code, sum(open_amount)::numeric(18,2)::text as open_amount
             from listed group by currency_code having sum(open_amount) <> 0) s), '[]') as sums,
           ${markCounts(marks)} as marks
    from listed`.execute(db)
  const [totals] = rows
  if (!totals) throw new Error('A count always has a row.')
  return totals
}
