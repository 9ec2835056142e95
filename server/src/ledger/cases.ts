import { sql } from 'kysely'
import type { Context } from '../api/context.ts'
import type { Happening } from '../events/emit_many.ts'

type Followed = {
  id: string
  was_open: boolean
  is_open: boolean
  principal_was_open: boolean
  principal_is_open: boolean
}

/** Brings the totals of credit cases up to what their invoices say, and tells which were paid or opened again. */
export async function followCases(context: Context, case_ids: readonly string[]): Promise<Happening[]> {
  if (case_ids.length === 0) return []
  const { db, administration_id, stamp } = context
  const { rows } = await sql<Followed>`
    with summed as materialized (
      select active_credit_case_id as id, sum(open_amount) as principal, sum(interest_costs_total) as interest,
             sum(debt_collection_costs_total) as collection,
             sum(interest_costs_open + debt_collection_costs_open) as costs_open
      from invoices
      where administration_id = ${administration_id}::bigint and active_credit_case_id = any(${case_ids}::bigint[])
      group by active_credit_case_id
    ), before as materialized (
      select c.id, c.open_amount as open, c.open_amount - c.open_interest_and_collection_costs as principal
      from credit_cases c join summed on c.administration_id = ${administration_id}::bigint and c.id = summed.id
    )
    update credit_cases c
    set total_amount = c.total_amount + summed.interest + summed.collection - c.interest_costs
                       - c.debt_collection_costs,
        open_amount = summed.principal + summed.costs_open,
        interest_costs = summed.interest, debt_collection_costs = summed.collection,
        open_interest_and_collection_costs = summed.costs_open, updated_at = ${stamp}::timestamptz
    from summed join before on before.id = summed.id
    where c.administration_id = ${administration_id}::bigint and c.id = summed.id
      and (c.open_amount, c.interest_costs, c.debt_collection_costs, c.open_interest_and_collection_costs)
          is distinct from
          (summed.principal + summed.costs_open, summed.interest, summed.collection, summed.costs_open)
    returning c.id, before.open <> 0 as was_open, c.open_amount <> 0 as is_open,
              before.principal <> 0 as principal_was_open, summed.principal <> 0 as principal_is_open`.execute(db)
  return rows.flatMap(eventOf)
}

function eventOf(one: Followed): Happening[] {
  const told = { resource_type: 'credit_case', resource_id: one.id } as const
  if (one.was_open && !one.is_open) return [{ event_name: 'case_paid', ...told }]
  if (!one.was_open && one.is_open) return [{ event_name: 'case_reopened', ...told }]
  if (one.principal_was_open && !one.principal_is_open) return [{ event_name: 'case_invoice_amount_paid', ...told }]
  return []
}
