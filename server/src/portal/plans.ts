import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { Day } from '../domain/days.ts'
import { amountText, cents, sumOf } from '../domain/money.ts'
import { type PlanState, planState } from '../domain/payment_plan.ts'
import { owedOn, type Sum } from '../follow_up/owed.ts'
import type { PortalLink } from './links.ts'

/** A term as the debtor sees it. */
export type Term = {
  due_date: string
  total_amount: string
  open_amount: string
  payment_date: string | null
  overdue_since: string | null
}

/** A payment plan as the debtor sees it. */
export type Plan = {
  id: string
  state: PlanState
  proposed_by: 'debtor' | 'creditor' | null
  /** Why the creditor rejected it. */
  rejection_reason: string | null
  sum: Sum
  url: string | null
  terms: Term[]
}

type Row = Parameters<typeof planState>[0] & {
  id: string
  public_token: string | null
  proposed_by: Plan['proposed_by']
  rejection_reason: string | null
  currency_code: string
  terms: Term[]
}

/**
 * The plan that a page is of, and the plans that its invoices are in: those that run, and those that were proposed and
 * wait for an answer. The page of a debtor shows all of them.
 */
export async function plansOf(db: Kysely<Tables>, link: PortalLink, today: Day, base_url: string): Promise<Plan[]> {
  const { administration_id, debtor_id, family, id } = link
  const own_id = family === 'payment_plans' ? id : null
  const { rows } = await sql<Row>`
    with listed as (${owedOn(link, today)})
    select p.id::text, p.public_token, p.proposed_by, p.rejection_reason, p.active, p.approved_at,
           p.rejected_at, p.deactivated_at,
           coalesce(of_invoice.currency_code, of_case.currency_code, a.currency_code) as currency_code,
           terms.list as terms
    from payment_plans p join administrations a on a.id = p.administration_id
    left join lateral (
      select i.currency_code from payment_plan_invoices l
      join invoices i on i.administration_id = ${administration_id}::bigint and i.id = l.invoice_id
      where l.administration_id = ${administration_id}::bigint and l.payment_plan_id = p.id limit 1) of_invoice on true
    left join lateral (
      select c.currency_code from payment_plan_credit_cases l
      join credit_cases c on c.administration_id = ${administration_id}::bigint and c.id = l.credit_case_id
      where l.administration_id = ${administration_id}::bigint and l.payment_plan_id = p.id limit 1) of_case on true
    cross join lateral (
      select coalesce(json_agg(json_build_object(
        'due_date', t.due_date, 'total_amount', t.total_amount::text, 'open_amount', t.amount_due::text,
        'payment_date', t.payment_date,
        'overdue_since', case when t.amount_due > 0 and t.due_date < ${today}::date then t.due_date + 1 end)
        order by t.due_date, t.id), '[]') as list
      from payment_plan_terms t
      where t.administration_id = ${administration_id}::bigint and t.payment_plan_id = p.id) terms
    where p.administration_id = ${administration_id}::bigint and p.debtor_id = ${debtor_id}::bigint
      and (p.id = ${own_id}::bigint
        or (p.active or p.approved_at is null and p.rejected_at is null and p.deactivated_at is null)
          and (${family === 'debtors'}::boolean or p.id in (
            select plan_id from listed
            union all select l.payment_plan_id from payment_plan_invoices l join listed on listed.id = l.invoice_id
            where l.administration_id = ${administration_id}::bigint
            union all select l.payment_plan_id from payment_plan_credit_cases l
            join listed on listed.active_credit_case_id = l.credit_case_id
            where l.administration_id = ${administration_id}::bigint)))
    order by p.active desc nulls last, p.id`.execute(db)
  return rows.map(({ id, public_token, proposed_by, rejection_reason, currency_code, terms, ...marks }) => ({
    ...{ id, proposed_by, rejection_reason },
    state: planState(marks),
    sum: sumOfTerms(terms, currency_code),
    url: public_token === null ? null : `${base_url}/portal/${administration_id}/payment_plans/${public_token}`,
    terms,
  }))
}

/** Of a plan its terms are to be paid, whatever its invoices say. */
function sumOfTerms(terms: readonly Term[], currency_code: string): Sum {
  const total = (some: readonly Term[]): string => amountText(sumOf(some.map((one) => cents(one.open_amount))))
  const overdue = terms.filter((one) => one.overdue_since !== null)
  const next = terms.find((one) => one.overdue_since === null && cents(one.open_amount) > 0n)
  return {
    currency_code,
    now_amount: total(overdue),
    now_count: overdue.length,
    now_due_date: overdue[0]?.due_date ?? null,
    open_amount: total(terms),
    overdue_amount: total(overdue),
    since: overdue[0]?.overdue_since ?? null,
    due_amount: next?.open_amount ?? '0.00',
    due_date: next?.due_date ?? null,
    collected_amount: '0.00',
    collected_on: null,
    credit_amount: '0.00',
  }
}

/** What a plan asks for now: everything that is late, or else its next term. */
export const askedOf = ({ sum }: Plan): Sum => ({
  ...sum,
  open_amount: sum.since === null ? sum.due_amount : sum.overdue_amount,
})
