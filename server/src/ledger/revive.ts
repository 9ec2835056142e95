import { sql } from 'kysely'
import type { Change } from '../db/change.ts'
import type { Happening } from '../events/emit_many.ts'
import { coverPlanned } from './plans.ts'

/**
 * Brings plans back into force that were finished by a payment by hand on these invoices, or on invoices of a case,
 * which is undone now: what was agreed on holds again. What the books say was paid finished a plan for good. The newest
 * plan goes first, and one of which something is in another plan stays as it is. Returns the events to emit; its
 * terms follow with those of all plans.
 */
export async function revivePlans(change: Change, invoice_ids: readonly string[]): Promise<Happening[]> {
  if (invoice_ids.length === 0) return []
  const { db, administration_id } = change
  const { rows } = await sql<{ id: string }>`
    with undone as materialized (
      select i.id, i.active_credit_case_id from invoices i
      where i.administration_id = ${administration_id}::bigint and i.id = any(${invoice_ids}::bigint[])
        and exists (select from payments y where y.administration_id = ${administration_id}::bigint
          and y.invoice_id = i.id
          and y.booking_id is not null)
    )
    select p.id::text from payment_plans p
    where p.administration_id = ${administration_id}::bigint and not p.active and p.approved_at is not null
      and p.id in (
        select x.payment_plan_id from payment_plan_invoices x
        join undone on x.administration_id = ${administration_id}::bigint and x.invoice_id = undone.id
        union
        select x.payment_plan_id from payment_plan_credit_cases x
        join undone on x.administration_id = ${administration_id}::bigint
          and x.credit_case_id = undone.active_credit_case_id)
      -- One that a person ended has something left to pay.
      and not exists (select from payment_plan_terms t
        where t.administration_id = ${administration_id}::bigint and t.payment_plan_id = p.id and t.amount_due > 0)
    order by p.id desc`.execute(db)
  const happened: Happening[] = []
  for (const { id } of rows) {
    if (!(await revive(change, id))) continue
    for (const invoice of await coverPlanned(change, id))
      happened.push({ event_name: 'invoice_blocked', resource_type: 'invoice', resource_id: invoice.id })
  }
  return happened
}

async function revive({ db, administration_id }: Change, plan_id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update payment_plans p set active = true
    where p.administration_id = ${administration_id}::bigint and p.id = ${plan_id}::bigint
      and not exists (select from payment_plan_invoices y
        join invoices o on o.administration_id = ${administration_id}::bigint and o.id = y.invoice_id
        where y.administration_id = ${administration_id}::bigint and y.payment_plan_id = p.id
          and o.active_payment_plan_id is not null)
      and not exists (select from payment_plan_credit_cases y
        join credit_cases o on o.administration_id = ${administration_id}::bigint and o.id = y.credit_case_id
        where y.administration_id = ${administration_id}::bigint and y.payment_plan_id = p.id
          and o.active_payment_plan_id is not null)`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}
