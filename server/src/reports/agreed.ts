import { type RawBuilder, sql } from 'kysely'
import type { Day } from '../domain/days.ts'

/**
 * What is agreed about open invoices, as statements of a `with`: for each invoice the parts of it that were promised or
 * are terms of a plan (`agreed`: invoice_id, ground, day, amount). What is agreed and what is open are laid side by
 * side, each in the order of its days, and a part is where the two meet: the first term pays the oldest invoice. A day
 * that is over counts as today. An invoice with a promise is not asked for by its plan as well, and what is disputed is
 * not expected at all.
 */
export function agreedParts({
  administration_id,
  today,
}: {
  administration_id: string
  today: Day
}): RawBuilder<unknown> {
  const here = sql`${administration_id}::bigint`
  return sql`
    disputed as materialized (
      select invoice_id from disputes where administration_id = ${here} and ended_at is null
    ), promised as materialized (
      select 'promise' as ground, p.id as agreement_id, greatest(p.promised_on, ${today}::date) as day,
             0::numeric as low, p.amount - coalesce(came.amount, 0) as high
      from promises p
      left join lateral (
        select - sum(e.amount) as amount
        from promise_invoices x
        join ledger_entries e on e.administration_id = ${here} and e.invoice_id = x.invoice_id
          and e.kind = 'payment' and e.created_at > p.created_at
        where x.administration_id = ${here} and x.promise_id = p.id
      ) came on true
      where p.administration_id = ${here} and p.status = 'open'
    ), promised_invoices as materialized (
      select x.promise_id, x.invoice_id from promised p
      join promise_invoices x on x.administration_id = ${here} and x.promise_id = p.agreement_id
    ), terms as (
      select 'plan' as ground, t.payment_plan_id as agreement_id, greatest(t.due_date, ${today}::date) as day,
             sum(t.amount_due) over (partition by t.payment_plan_id order by t.due_date, t.id) - t.amount_due as low,
             sum(t.amount_due) over (partition by t.payment_plan_id order by t.due_date, t.id) as high
      from payment_plans p
      join payment_plan_terms t on t.administration_id = ${here} and t.payment_plan_id = p.id and t.amount_due > 0
      where p.administration_id = ${here} and p.active
    ), planned_invoices as (
      select i.active_payment_plan_id as payment_plan_id, i.id as invoice_id from invoices i
      where i.administration_id = ${here} and i.active_payment_plan_id is not null
      union
      select c.active_payment_plan_id, i.id from credit_cases c
      join invoices i on i.administration_id = ${here} and i.active_credit_case_id = c.id
      where c.administration_id = ${here} and c.active_payment_plan_id is not null
    ), members as (
      select 'promise' as ground, promise_id as agreement_id, invoice_id from promised_invoices
      union all
      select 'plan', payment_plan_id, invoice_id from planned_invoices n
      where not exists (select from promised_invoices x where x.invoice_id = n.invoice_id)
    ), asked as (
      select m.ground, m.agreement_id, i.id as invoice_id,
             sum(i.open_amount) over (partition by m.ground, m.agreement_id order by i.due_date, i.id)
               - i.open_amount as low,
             sum(i.open_amount) over (partition by m.ground, m.agreement_id order by i.due_date, i.id) as high
      from members m
      join invoices i on i.administration_id = ${here} and i.id = m.invoice_id and i.open_amount > 0
      where not exists (select from disputed x where x.invoice_id = i.id)
    ), agreed as materialized (
      select a.invoice_id, a.ground, t.day, least(a.high, t.high) - greatest(a.low, t.low) as amount
      from asked a
      join (select * from promised union all select * from terms) t
        on t.ground = a.ground and t.agreement_id = a.agreement_id and t.low < a.high and t.high > a.low
    )`
}
