import { sql } from 'kysely'
import type { Change } from '../db/change.ts'
import type { Happening } from '../events/emit_many.ts'

type Followed = {
  id: string
  was_open: boolean
  is_open: boolean
  principal_was_open: boolean
  principal_is_open: boolean
}

/**
 * Brings the totals of credit cases up to what their invoices say. The total grows with principal that is open again
 * because money went back that came before the case. A case that is paid in full ends, and lets its
 * invoices go. When only its invoices are paid, it waits until somebody says what becomes of the costs. Returns the
 * events to emit.
 */
export async function followCases(context: Change, case_ids: readonly string[]): Promise<Happening[]> {
  if (case_ids.length === 0) return []
  const followed = await addUp(context, case_ids)
  await releaseInvoices(
    context,
    followed.filter(({ was_open, is_open }) => was_open && !is_open).map(({ id }) => id),
  )
  return followed.flatMap(eventOf)
}

function eventOf(one: Followed): Happening[] {
  const about = { resource_type: 'credit_case', resource_id: one.id } as const
  if (one.was_open && !one.is_open) return [{ event_name: 'case_paid', ...about }]
  if (!one.was_open && one.is_open) return [{ event_name: 'case_reopened', ...about }]
  if (one.principal_was_open && !one.principal_is_open) return [{ event_name: 'case_invoice_amount_paid', ...about }]
  return []
}

async function addUp({ db, administration_id, stamp, now }: Change, case_ids: readonly string[]): Promise<Followed[]> {
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
    set total_amount = greatest(c.total_amount - c.interest_costs - c.debt_collection_costs, summed.principal)
                       + summed.interest + summed.collection,
        open_amount = summed.principal + summed.costs_open,
        interest_costs = summed.interest, debt_collection_costs = summed.collection,
        open_interest_and_collection_costs = summed.costs_open,
        deactivated_at = case when summed.principal + summed.costs_open = 0
                              then coalesce(c.deactivated_at, ${now.toISOString()}::timestamptz)
                              when before.open <> 0 then c.deactivated_at end,
        principal_paid_at = case when summed.principal <> 0 then null
                                 when summed.costs_open <> 0
                                 then coalesce(c.principal_paid_at, ${now.toISOString()}::timestamptz)
                                 else c.principal_paid_at end,
        paused_at = case when summed.principal = 0 and summed.costs_open <> 0 and c.principal_paid_at is null
                         then coalesce(c.paused_at, ${now.toISOString()}::timestamptz)
                         when summed.principal <> 0 and c.paused_at = c.principal_paid_at then null
                         else c.paused_at end,
        updated_at = ${stamp}::timestamptz
    from summed join before on before.id = summed.id
    where c.administration_id = ${administration_id}::bigint and c.id = summed.id
      and (c.open_amount, c.interest_costs, c.debt_collection_costs, c.open_interest_and_collection_costs)
          is distinct from
          (summed.principal + summed.costs_open, summed.interest, summed.collection, summed.costs_open)
    returning c.id, before.open <> 0 as was_open, c.open_amount <> 0 as is_open,
              before.principal <> 0 as principal_was_open, summed.principal <> 0 as principal_is_open`.execute(db)
  return rows
}

/** The invoices of a case that ended name it no longer; of which invoices it was made stays known. */
export async function releaseInvoices(
  { db, administration_id, stamp }: Change,
  case_ids: readonly string[],
): Promise<void> {
  if (case_ids.length === 0) return
  await sql`
    insert into credit_case_invoices (administration_id, credit_case_id, invoice_id)
    select administration_id, active_credit_case_id, id from invoices
    where administration_id = ${administration_id}::bigint and active_credit_case_id = any(${case_ids}::bigint[])
    on conflict (administration_id, credit_case_id, invoice_id) do nothing`.execute(db)
  await sql`
    update invoices set active_credit_case_id = null, updated_at = ${stamp}::timestamptz
    where administration_id = ${administration_id}::bigint
      and active_credit_case_id = any(${case_ids}::bigint[])`.execute(db)
}

/**
 * Finds the cases that ended because they were paid and of which one of these invoices is open again, and gives them
 * their invoices back, except those that are in another case by now. What somebody ended stays ended.
 */
export async function reopenCases(context: Change, invoice_ids: readonly string[]): Promise<string[]> {
  if (invoice_ids.length === 0) return []
  const { db, administration_id, stamp } = context
  const { rows } = await sql<{ id: string }>`
    with opened as materialized (
      select distinct on (i.id) i.id, c.id as credit_case_id
      from invoices i
      join credit_case_invoices l on l.administration_id = ${administration_id}::bigint and l.invoice_id = i.id
      join credit_cases c on c.administration_id = ${administration_id}::bigint and c.id = l.credit_case_id
      where i.administration_id = ${administration_id}::bigint and i.id = any(${invoice_ids}::bigint[])
        and i.active_credit_case_id is null and c.deactivated_at is not null and c.open_amount = 0
        and (i.open_amount, i.interest_costs_open, i.debt_collection_costs_open) <> (0, 0, 0)
      order by i.id, c.id desc
    ), again as materialized (
      select distinct credit_case_id as id from opened
    ), taken as (
      update invoices i set active_credit_case_id = again.id, updated_at = ${stamp}::timestamptz
      from again join credit_case_invoices l
        on l.administration_id = ${administration_id}::bigint and l.credit_case_id = again.id
      where i.administration_id = ${administration_id}::bigint and i.id = l.invoice_id
        and i.active_credit_case_id is null
    )
    select id from again order by id`.execute(db)
  return rows.map(({ id }) => id)
}
