import { type Kysely, type RawBuilder, sql } from 'kysely'
import { invoicesOfCase, invoicesOfCases } from '../db/case_invoices.ts'
import type { Tables } from '../db/schema.ts'
import type { Day } from '../domain/days.ts'
import { outstanding } from './outstanding.ts'

/** Records of which it can be asked what is owed. */
export type OwedFamily = 'debtors' | 'invoices' | 'credit_cases' | 'payment_plans'

/** A record, and the debtor that it is about. */
export type OwedOf = { administration_id: string; family: OwedFamily; id: string; debtor_id: string }

/**
 * What is to be paid of one currency; currencies are never added up. Apart from it are what is collected from the
 * account of the debtor, who would pay it twice, and what the debtor has to its credit, which only the creditor can
 * set off.
 */
export type Sum = {
  currency_code: string
  /** What is due or overdue, of how many invoices, and the day of the oldest; what is disputed is not asked for. */
  now_amount: string
  now_count: number
  now_due_date: string | null
  open_amount: string
  overdue_amount: string
  since: string | null
  due_amount: string
  due_date: string | null
  collected_amount: string
  collected_on: string | null
  credit_amount: string
}

/** Which invoices a record stands for, as a condition on `i`. Of a debtor these are what was sent and is open. */
const chosen: Readonly<Record<OwedFamily, (of: OwedOf) => RawBuilder<unknown>>> = {
  debtors: ({ id }) => sql`i.debtor_id = ${id}::bigint and i.sent_at is not null
    and (i.open_amount <> 0 or ${outstanding('i')} <> i.open_amount)`,
  invoices: ({ id }) => sql`i.id = ${id}::bigint`,
  credit_cases: ({ administration_id, id }) =>
    sql`i.id in (${invoicesOfCase({ administration_id, credit_case_id: id })})`,
  payment_plans: ({ administration_id, id }) => sql`i.id in (
    select invoice_id from payment_plan_invoices
    where administration_id = ${administration_id}::bigint and payment_plan_id = ${id}::bigint
    union ${invoicesOfCases(
      administration_id,
      sql`in (select p.credit_case_id from payment_plan_credit_cases p
        where p.administration_id = ${administration_id}::bigint and p.payment_plan_id = ${id}::bigint)`,
    )})`,
}

/**
 * The invoices that a record stands for, each with what is open of it, since when it is overdue, and the running plan
 * that it is in, by itself or with its case. What is in a running plan is paid by the terms of that plan and not apart.
 * What is overdue was not collected, so that the debtor has to act.
 */
export function owedOn(of: OwedOf, today: Day): RawBuilder<unknown> {
  const { administration_id, debtor_id, family, id } = of
  const credit_case_id = family === 'credit_cases' ? id : null
  return sql`
    select i.*, open.amount as owed, p.id as plan_id, dispute.id as dispute_id, ask.asked,
           ask.asked and i.due_date <= ${today}::date and dispute.id is null as due_now,
           free.owes and free.in_time and i.payment_method = 'direct_debit' as collected,
           case when free.owes and not free.in_time then i.due_date + 1 end as overdue_since
    from invoices i
    left join credit_cases c on c.administration_id = ${administration_id}::bigint
      and c.id = coalesce(i.active_credit_case_id, ${credit_case_id}::bigint)
    left join payment_plans p on p.administration_id = ${administration_id}::bigint and p.active
      and p.id = coalesce(i.active_payment_plan_id, c.active_payment_plan_id)
    left join disputes dispute on dispute.administration_id = ${administration_id}::bigint
      and dispute.invoice_id = i.id and dispute.ended_at is null
    cross join lateral (
      select ${outstanding('i')} as amount) open
    cross join lateral (
      select p.id is null and open.amount > 0 as owes, i.due_date >= ${today}::date as in_time) free
    cross join lateral (
      select free.owes and (not free.in_time or i.payment_method <> 'direct_debit') as asked) ask
    where i.administration_id = ${administration_id}::bigint and i.debtor_id = ${debtor_id}::bigint
      and ${chosen[family](of)}`
}

/** What is to be paid of all invoices that a record stands for. */
export async function sumsOf(db: Kysely<Tables>, of: OwedOf, today: Day): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    with listed as (${owedOn(of, today)}), dated as (
      select *, min(due_date) filter (where asked and overdue_since is null) over (partition by currency_code) as next
      from listed
    ), summed as (
      select currency_code, min(due_date) as first, min(next) as due_date, min(overdue_since) as since,
             coalesce(sum(owed) filter (where due_now), 0)::numeric(18,2) as now_amount,
             count(*) filter (where due_now)::integer as now_count,
             min(due_date) filter (where due_now) as now_due_date,
             coalesce(sum(owed) filter (where asked), 0)::numeric(18,2) as open_amount,
             coalesce(sum(owed) filter (where overdue_since is not null), 0)::numeric(18,2) as overdue_amount,
             coalesce(sum(owed) filter (where asked and due_date = next), 0)::numeric(18,2) as due_amount,
             coalesce(sum(owed) filter (where collected), 0)::numeric(18,2) as collected_amount,
             min(due_date) filter (where collected) as collected_on,
             coalesce(- sum(owed) filter (where plan_id is null and owed < 0), 0)::numeric(18,2) as credit_amount
      from dated group by currency_code
    )
    select currency_code, now_amount::text, now_count, now_due_date::text, open_amount::text,
           overdue_amount::text, since::text, due_amount::text, due_date::text, collected_amount::text,
           collected_on::text, credit_amount::text
    from summed where open_amount <> 0 or collected_amount <> 0 or credit_amount <> 0
    order by first, currency_code`.execute(db)
  return rows
}
