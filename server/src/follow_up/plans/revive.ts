import { sql } from 'kysely'
import type { Change } from '../../db/change.ts'
import { emitMany } from '../../events/emit_many.ts'
import { followPlan } from '../../ledger/plans.ts'
import { blockPlanItems } from './items.ts'

/**
 * Brings plans back into force that were finished by a payment on these invoices which is taken back: what was agreed
 * on holds again. A plan of which something is in another one by now stays as it is.
 */
export async function revivePlans(change: Change, invoice_ids: readonly string[]): Promise<void> {
  const { db, administration_id } = change
  const { rows } = await sql<{ id: string }>`
    select distinct on (i.id) p.id::text
    from invoices i
    join payment_plan_invoices x on x.administration_id = i.administration_id and x.invoice_id = i.id
    join payment_plans p on p.administration_id = i.administration_id and p.id = x.payment_plan_id
    where i.administration_id = ${administration_id}::bigint and i.id = any(${[...invoice_ids]}::bigint[])
      and p.active = false and p.approved_at is not null
      -- One that a person ended has something left to pay.
      and not exists (select from payment_plan_terms t
        where t.administration_id = p.administration_id and t.payment_plan_id = p.id and t.amount_due > 0)
      and not exists (select from payment_plan_invoices y
        join invoices o on o.administration_id = y.administration_id and o.id = y.invoice_id
        where y.administration_id = p.administration_id and y.payment_plan_id = p.id
          and o.active_payment_plan_id is not null)
    order by i.id, p.id desc`.execute(db)
  for (const id of new Set(rows.map((row) => row.id))) {
    await sql`
      update payment_plans set active = true
      where administration_id = ${administration_id}::bigint and id = ${id}::bigint`.execute(db)
    await blockPlanItems(change, id)
    await emitMany(change, await followPlan(change, id))
  }
}
