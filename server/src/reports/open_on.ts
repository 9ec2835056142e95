import { type RawBuilder, sql } from 'kysely'
import type { Day } from '../domain/days.ts'

/**
 * Invoices that were open on a day, and how much of them (`open_then`). Today that is what the books say now. A day in
 * the past is rebuilt: of the invoices of that day or before, what is open now and all that came in since. Payments
 * count by their own day, and what carries a day to come has been entered, and so counts as of today.
 */
export function openOn(
  { administration_id, today }: { administration_id: string; today: Day },
  day: Day,
): RawBuilder<unknown> {
  const columns = sql`i.administration_id, i.id, i.debtor_id, i.invoice_number, i.invoice_date, i.due_date, i.flow_code,
    i.currency_code, i.active_credit_case_id, i.total_amount`
  const now = sql`
    select ${columns}, i.open_amount as open_then from invoices i
    where i.administration_id = ${administration_id}::bigint and i.open_amount <> 0`
  if (day >= today) return now
  // Most of what was open then is paid by now, and found by what was paid since; what is open still is in an index.
  return sql`
    select ${columns}, now.open_then
    from (
      select invoice_id, sum(amount) as open_then
      from (
        select o.id as invoice_id, o.open_amount as amount from invoices o
        where o.administration_id = ${administration_id}::bigint and o.open_amount <> 0
        union all
        select p.invoice_id, p.total_amount from payments p
        where p.administration_id = ${administration_id}::bigint and p.cost_type = 'principal'
          and p.payment_date > ${day}::date
      ) moved
      group by invoice_id
      having sum(amount) <> 0
    ) now
    join invoices i on i.administration_id = ${administration_id}::bigint and i.id = now.invoice_id
    where i.invoice_date <= ${day}::date`
}
