import { type Kysely, type RawBuilder, sql } from 'kysely'
import { integer, listOf, money, text } from '../api/field.ts'
import type { Tables } from '../db/schema.ts'
import { hasOpen } from '../follow_up/outstanding.ts'
import {
  chosenBy,
  type InvoiceFilter,
  invoiceMarks,
  isEverything,
  type Mark,
  marks,
  needsDebtor,
  unnarrowed,
} from './invoice_filter.ts'
import { type CountedMark, countedMarks, markColumns, markCounts } from './marks.ts'
import { countedBy, sums_of_listed } from './totals.ts'

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

/** What all invoices of a list come to, counted in one walk over them. */
export async function invoiceTotals(db: Kysely<Tables>, filter: InvoiceFilter): Promise<Totals> {
  const all = (show: 'open' | 'overdue') =>
    sql`(select count(*)::integer from invoices i where ${chosenBy({ ...unnarrowed(filter), show })})`
  const totals = await countedBy(
    db,
    sql<Totals>`
    with listed as materialized (${isEverything(filter) ? alive(filter) : listedBy(filter)})
    select count(*)::integer as invoices, count(distinct debtor_id)::integer as debtors,
           (count(*) filter (where held))::integer as held,
           round(avg(late) filter (where late > 0 and open_amount > 0))::integer as days_overdue,
           ${all('open')} as open_invoices, ${all('overdue')} as overdue_invoices,
           ${sums_of_listed} as sums,
           ${markCounts(marks)} as marks
    from listed`,
  )
  return isEverything(filter) ? { ...totals, ...(await countEverything(db, filter, totals)) } : totals
}

const columns = (filter: InvoiceFilter): RawBuilder<unknown> => sql`
  i.debtor_id, i.currency_code, i.open_amount, ${filter.today}::date - i.due_date as late,
  ${markColumns(invoiceMarks(filter))}`

const listedBy = (filter: InvoiceFilter): RawBuilder<unknown> => sql`
  select ${columns(filter)}
  from invoices i ${
    needsDebtor(filter)
      ? sql`join debtors d on d.administration_id = ${filter.administration_id}::bigint and d.id = i.debtor_id`
      : sql``
  }
  where ${chosenBy(filter)}`

/** Invoices of which anything is open, found by indexes that have no others. */
const alive = (filter: InvoiceFilter): RawBuilder<unknown> => sql`
  select ${columns(filter)}
  from (
    select * from invoices i
    where i.administration_id = ${filter.administration_id}::bigint and i.book_open_amount <> 0
    union all
    select * from invoices i
    where i.administration_id = ${filter.administration_id}::bigint and i.book_open_amount = 0
      and ${hasOpen('i')}
  ) i`

/**
 * Most of all invoices are settled: nothing of them is open, late or held. So they are only counted, by an index, and
 * what else they may have is counted where that is kept.
 */
async function countEverything(db: Kysely<Tables>, { administration_id }: InvoiceFilter, { marks: counted }: Totals) {
  const here = sql`administration_id = ${administration_id}::bigint`
  const { rows } = await sql<Record<'invoices' | 'debtors' | 'disputed' | 'promised' | 'in_case', number>>`
    select count(*)::integer as invoices, count(distinct debtor_id)::integer as debtors,
           (select count(distinct x.invoice_id) from disputes x where x.${here} and x.ended_at is null)::integer
             as disputed,
           (select count(distinct x.invoice_id) from promise_invoices x
              join promises p on p.${here} and p.id = x.promise_id and p.status = 'open'
            where x.${here})::integer as promised,
           (select count(*) from invoices c where c.${here} and c.active_credit_case_id is not null)::integer as in_case
    from invoices where ${here}`.execute(db)
  const [{ invoices, debtors, ...found } = { invoices: 0, debtors: 0, disputed: 0, promised: 0, in_case: 0 }] = rows
  const beside: Partial<Record<Mark, number>> = { ...found, not_in_case: invoices - found.in_case }
  return { invoices, debtors, marks: counted.map(({ mark, count }) => ({ mark, count: beside[mark] ?? count })) }
}
