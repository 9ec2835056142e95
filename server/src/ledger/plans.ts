import { sql } from 'kysely'
import type { Change } from '../db/change.ts'
import { asTable } from '../db/rows_as_table.ts'
import { cents } from '../domain/money.ts'
import { fillTerms, type Term } from '../domain/plan_terms.ts'
import type { Happening } from '../events/emit_many.ts'

/** Why something is blocked that a plan covers. */
export const covered_reason = 'payment_plan_active'

/** An invoice or a case that was touched, or an invoice and the case that it is in, and the day of its last payment. */
export type Touched = { invoice_id: string | null; case_id: string | null; day: string | null }

type Plan = { id: string; open: string; terms: Term[]; day: string | null }

/**
 * Lets the terms of active payment plans follow what is still open of their invoices and cases. A plan of which nothing
 * is open any more is finished: it covers nothing from then on. Returns the events to emit.
 */
export async function followPlans(context: Change, touched: readonly Touched[]): Promise<Happening[]> {
  if (touched.length === 0) return []
  const plans = await activePlans(context, touched)
  const followed = plans.map(({ id, open, terms, day }) => {
    const finished = cents(open) <= 0n
    return { id, finished, terms: fillTerms(terms, cents(open), day ?? context.today), before: terms }
  })
  const changed = followed.filter((plan) => plan.finished || isMoved(plan))
  if (changed.length === 0) return []
  await writeTerms(context, changed)
  const going_on = await finish(
    context,
    changed.filter((plan) => plan.finished).map(({ id }) => id),
  )
  const of_plans = changed.map(
    ({ id, finished }): Happening => ({
      event_name: finished ? 'payment_plan_finished' : 'payment_plan_updated',
      resource_type: 'payment_plan',
      resource_id: id,
    }),
  )
  return [...of_plans, ...going_on]
}

/** A plan that comes into force after something was paid already has terms that say so. */
export async function followPlan(context: Change, plan_id: string): Promise<Happening[]> {
  const { db, administration_id } = context
  const itemsIn = async (table: 'invoices' | 'credit_cases'): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)}
      where administration_id = ${administration_id}::bigint
        and active_payment_plan_id = ${plan_id}::bigint`.execute(db)
    return rows.map(({ id }) => id)
  }
  const invoices = (await itemsIn('invoices')).map((invoice_id) => ({ invoice_id, case_id: null, day: null }))
  const cases = (await itemsIn('credit_cases')).map((case_id) => ({ invoice_id: null, case_id, day: null }))
  return followPlans(context, [...invoices, ...cases])
}

const isMoved = ({ before, terms }: { before: readonly Term[]; terms: readonly Term[] }): boolean =>
  terms.some((term, index) => term.amount_due !== before[index]?.amount_due)

/**
 * The active plans over what was touched, with what is open of all that they cover, and the day of the last payment on
 * it: other debtors may have paid on other days in the same write.
 */
async function activePlans({ db, administration_id }: Change, touched: readonly Touched[]): Promise<Plan[]> {
  const { rows } = await sql<Plan>`
    with touched as materialized (
      select * from ${asTable('one', touched, { invoice_id: 'bigint', case_id: 'bigint', day: 'date' })}
    ), planned as materialized (
      select i.active_payment_plan_id as id, touched.day from touched
      join invoices i on i.administration_id = ${administration_id}::bigint and i.id = touched.invoice_id
      where i.active_payment_plan_id is not null
      union all
      select c.active_payment_plan_id, touched.day from touched
      join credit_cases c on c.administration_id = ${administration_id}::bigint and c.id = touched.case_id
      where c.active_payment_plan_id is not null
    ), plans as materialized (
      select id, max(day) as day from planned group by id
    )
    select plans.id, plans.day::text as day, open.amount as open, terms.list as terms
    from plans
    join payment_plans p on p.administration_id = ${administration_id}::bigint and p.id = plans.id
    cross join lateral (
      select (
        coalesce((select sum(i.open_amount + case when p.with_costs then i.administration_costs_open
            + i.interest_costs_open + i.debt_collection_costs_open else 0 end) from invoices i
          where i.administration_id = ${administration_id}::bigint and i.active_payment_plan_id = plans.id), 0)
        + coalesce((select sum(c.open_amount) from credit_cases c
          where c.administration_id = ${administration_id}::bigint and c.active_payment_plan_id = plans.id), 0)
      )::numeric(18,2) as amount
    ) open
    cross join lateral (
      select jsonb_agg(jsonb_build_object('id', t.id::text, 'total_amount', t.total_amount::text,
               'amount_due', t.amount_due::text, 'payment_date', t.payment_date) order by t.due_date, t.id) as list
      from payment_plan_terms t
      where t.administration_id = ${administration_id}::bigint and t.payment_plan_id = plans.id
    ) terms
    where terms.list is not null
    order by plans.id`.execute(db)
  return rows
}

async function writeTerms(context: Change, plans: readonly { id: string; terms: readonly Term[] }[]): Promise<void> {
  const { db, administration_id } = context
  const terms = plans.flatMap((plan) => plan.terms)
  await sql`
    update payment_plan_terms t set amount_due = one.amount_due, payment_date = one.payment_date
    from ${asTable('one', terms, { id: 'bigint', amount_due: 'numeric', payment_date: 'date' })}
    where t.administration_id = ${administration_id}::bigint and t.id = one.id
      and (t.amount_due, t.payment_date) is distinct from (one.amount_due, one.payment_date)`.execute(db)
  await copyTerms(
    context,
    plans.map(({ id }) => id),
  )
}

/** Writes the copy of their terms that plans show, in the order in which they are due. */
export async function copyTerms({ db, administration_id, stamp }: Change, plan_ids: readonly string[]): Promise<void> {
  await sql`
    update payment_plans p set payment_terms = shown.terms, updated_at = ${stamp}::timestamptz
    from (
      select t.payment_plan_id as id, jsonb_agg(jsonb_build_object(
        'id', t.id::text, 'total_amount', t.total_amount::text, 'amount_due', t.amount_due::text,
        'due_date', t.due_date, 'payment_date', t.payment_date) order by t.due_date, t.id) as terms
      from payment_plan_terms t
      where t.administration_id = ${administration_id}::bigint and t.payment_plan_id = any(${plan_ids}::bigint[])
      group by t.payment_plan_id
    ) shown
    where p.administration_id = ${administration_id}::bigint and p.id = shown.id`.execute(db)
}

/**
 * Ends plans that are paid, and frees what they covered. Little is left to follow up: only what a credit note settles,
 * of which neither is paid. Returns the events of these.
 */
async function finish(context: Change, plan_ids: readonly string[]): Promise<Happening[]> {
  if (plan_ids.length === 0) return []
  const { db, administration_id } = context
  await sql`
    update payment_plans set active = false
    where administration_id = ${administration_id}::bigint and id = any(${plan_ids}::bigint[])`.execute(db)
  const freed = await freePlanned(context, plan_ids)
  return freed
    .filter(({ free, is_open }) => free && is_open)
    .map(({ id }) => ({ event_name: 'invoice_resumed', resource_type: 'invoice', resource_id: id }))
}

/** Frees what plans covered until now; returns the invoices among it, whether they go on, and are open. */
export async function freePlanned(
  { db, administration_id, stamp }: Change,
  plan_ids: readonly string[],
): Promise<{ id: string; free: boolean; is_open: boolean }[]> {
  const freed = (table: 'invoices' | 'credit_cases') => sql<{ id: string; free: boolean; is_open: boolean }>`
    with freed as (
      update ${sql.table(table)} t set
        active_payment_plan_id = null,
        block_reasons = array_remove(t.block_reasons, ${covered_reason}::text),
        blocked_at = case when array_remove(t.block_reasons, ${covered_reason}::text) <> '{}' then t.blocked_at end,
        updated_at = ${stamp}::timestamptz
      where t.administration_id = ${administration_id}::bigint
        and t.active_payment_plan_id = any(${plan_ids}::bigint[])
      returning t.id, t.blocked_at is null and t.paused_at is null as free, t.open_amount <> 0 as is_open
    )
    select id, free, is_open from freed order by id`
  const { rows } = await freed('invoices').execute(db)
  await freed('credit_cases').execute(db)
  return rows
}

/** Lets invoices and cases name a plan that is active now, and blocks them; returns the invoices that were free. */
export async function coverPlanned(
  { db, administration_id, stamp, now }: Change,
  plan_id: string,
): Promise<{ id: string }[]> {
  const covered = (table: string, links: string, key: string) => sql<{ id: string }>`
    with covered as materialized (
      select t.id, t.blocked_at is null as was_free
      from ${sql.table(links)} l
      join ${sql.table(table)} t on t.administration_id = ${administration_id}::bigint and t.id = l.${sql.ref(key)}
      where l.administration_id = ${administration_id}::bigint and l.payment_plan_id = ${plan_id}::bigint
    ), changed as (
      update ${sql.table(table)} t set
        active_payment_plan_id = ${plan_id}::bigint,
        block_reasons = array_append(array_remove(t.block_reasons, ${covered_reason}::text), ${covered_reason}::text),
        blocked_at = coalesce(t.blocked_at, ${now.toISOString()}::timestamptz),
        updated_at = ${stamp}::timestamptz
      from covered where t.administration_id = ${administration_id}::bigint and t.id = covered.id
    )
    select id from covered where was_free order by id`
  const { rows } = await covered('invoices', 'payment_plan_invoices', 'invoice_id').execute(db)
  await covered('credit_cases', 'payment_plan_credit_cases', 'credit_case_id').execute(db)
  return rows
}
