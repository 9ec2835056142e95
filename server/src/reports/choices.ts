import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { type Segment, segmentOf } from './segments.ts'

/** More values than this are found by typing, not by reading. */
const values_max = 100

export type Choices = {
  currencies: { currency_code: string; invoices: number }[]
  values: { segment: Segment; value: string | null; debtors: number }[]
}

/** What reports can be narrowed down to: currencies by how many invoices have them, and the values of segments. */
export async function choicesOf(db: Kysely<Tables>, administration_id: string): Promise<Choices> {
  const here = sql`${administration_id}::bigint`
  const currencies = await sql<Choices['currencies'][number]>`
    select currency_code, count(*)::integer as invoices from invoices
    where administration_id = ${here} group by 1 order by 2 desc, 1`.execute(db)
  const of_debtors = (['country', 'party', 'category', 'owner'] as const).map(
    (segment) => sql`
      select ${sql.lit(segment)} as segment, ${segmentOf[segment]} as value, count(*)::integer as debtors
      from debtors d where d.administration_id = ${here} group by 2`,
  )
  const values = await sql<Choices['values'][number]>`
    select segment, value, debtors from (
      select *, row_number() over (partition by segment order by debtors desc, value) as place
      from (
        ${sql.join(of_debtors, sql` union all `)}
        union all
        select 'label', l.name, count(*)::integer from debtor_labels l where l.administration_id = ${here} group by 2
        union all
        select 'flow', i.flow_code, count(distinct i.debtor_id)::integer from invoices i
        where i.administration_id = ${here} and i.open_amount <> 0 group by 2
      ) found
    ) ranked where place <= ${values_max}::integer order by segment, debtors desc, value`.execute(db)
  return { currencies: currencies.rows, values: values.rows }
}
