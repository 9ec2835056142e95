import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { type Fragment, pick, token } from './chance.ts'
import { debtorIdentifier, debtorNumber } from './debtors.ts'
import { paid_terms, phase_paid, phase_paused, phase_planned } from './facts.ts'
import * as g from './ground.ts'
import { plan_reasons } from './texts.ts'
import { case_labels } from './words.ts'

// Cases and plans are few, so these statements take an administration at once.

const of = (ground: g.DemoAdministration): Fragment => sql`administration_id = ${ground.administration_id}::bigint`

/** Interest on every invoice of a case, and the collection costs of the case on its oldest invoice. */
export async function chargeCases(db: Kysely<Tables>, ground: g.DemoAdministration): Promise<void> {
  await sql`
    with charged as (
      select n, row_number() over (partition by case_id order by n) = 1 as oldest,
             sum(total - part) over (partition by case_id) as principal,
             round((total - part) * case when company then 0.1015 else 0.04 end
               * (coalesce(rest_at, ${ground.now})::date - due_date) / 365, 2) as interest
      from demo_invoice_facts where ${of(ground)} and case_id is not null
    )
    update demo_invoice_facts facts
    set interest = charged.interest,
        collection_costs = case when oldest then ${collectionCosts(sql`principal`)} else 0 end
    from charged where facts.${of(ground)} and facts.n = charged.n`.execute(db)
}

/** The Dutch scale: 15 % of the first 2,500, 10 % of the next 2,500, 5 % of the next 5,000, then 1 %; at least 40. */
const collectionCosts = (principal: Fragment): Fragment => sql`
  greatest(40, round(
    0.15 * least(${principal}, 2500) + 0.10 * least(greatest(${principal} - 2500, 0), 2500)
    + 0.05 * least(greatest(${principal} - 5000, 0), 5000) + 0.01 * greatest(${principal} - 10000, 0), 2))`

const terms_paid = sql`(${[...paid_terms]}::integer[])[1 + plan_state]`
/** The day on which a term, from 1 to 4, is due. */
export const termDay = (start: Fragment, term: Fragment): Fragment =>
  sql`(${start}::date + 14 + 30 * ((${term})::integer - 1))`

/** What was paid on plans: the terms that were paid, on the oldest invoice first. */
export async function settlePlans(db: Kysely<Tables>, ground: g.DemoAdministration): Promise<void> {
  await sql`
    with summed as (
      select n, plan_state, plan_start, total,
             sum(total) over (partition by plan_id order by n) - total as before,
             sum(total + interest + collection_costs) over (partition by plan_id) as plan_total
      from demo_invoice_facts where ${of(ground)} and plan_id is not null
    ), divided as (
      select *, round(plan_total / 4, 2) as quarter from summed
    ), allocated as (
      select *, greatest(0, least(total,
                  case when ${terms_paid} = 4 then plan_total else ${terms_paid} * quarter end - before)) as paid
      from divided
    )
    update demo_invoice_facts facts
    set plan_before = before, plan_quarter = quarter, plan_total = allocated.plan_total,
        open = facts.total - paid, book_open = facts.total - paid,
        rest_at = case when paid = facts.total
          then ${termDay(sql`allocated.plan_start`, sql`least(4, ceil((before + facts.total) / quarter))`)}
               + interval '6 hours' end,
        blocked_at = case when paid = facts.total then null else blocked_at end,
        block_reasons = case when paid = facts.total then '{}' else block_reasons end
    from allocated where facts.${of(ground)} and facts.n = allocated.n`.execute(db)
}

/** The terms as the plan shows them. */
const terms = sql`
  (select jsonb_agg(jsonb_build_object(
            'id', (id * 4 + term)::text,
            'total_amount', amount::text,
            'amount_due', (case when term <= terms_paid then 0.00 else amount end)::text,
            'due_date', due_date::text,
            'payment_date', case when term <= terms_paid then due_date::text end) order by term)
   from (
     select term, case when term = 4 then plan_total - 3 * plan_quarter else plan_quarter end as amount,
            ${termDay(sql`plan_start`, sql`term`)} as due_date
     from generate_series(1, 4) term
   ) listed)`

export async function insertPlans(db: Kysely<Tables>, ground: g.DemoAdministration): Promise<void> {
  const user = g.person(ground, sql`id::integer`)
  const proposed = sql`(plan_state in (0, 2) or d % 32 = 3)`
  await sql`
    insert into payment_plans (
      administration_id, id, debtor_id, debtor_number, debtor_identifier, active, auto_activated, payment_terms,
      reason, proposed_at, proposed_by, approved_at, rejected_at, rejected_by_user_id, rejected_by_user_name,
      rejected_by_user_email_address, deactivated_at, public_token, created_at, updated_at)
    select
      ${ground.administration_id}::bigint, id, debtor_id, ${debtorNumber(ground, sql`d`)},
      ${debtorIdentifier(ground, sql`d`)},
      case when plan_state in (1, 5, 6) then true when plan_state in (3, 4) then false end,
      ${proposed} and plan_state = 1, ${terms},
      case when ${proposed} then ${pick(plan_reasons, sql`d / 16`)} end,
      case when ${proposed} then plan_start end, case when ${proposed} then 'debtor' end,
      case when plan_state not in (0, 2) then plan_start + interval '3 hours' end,
      rejected_at, case when rejected_at is not null then ${user.id} end,
      case when rejected_at is not null then ${user.name} end,
      case when rejected_at is not null then ${user.email_address} end,
      deactivated_at, ${token}, plan_start,
      greatest(plan_start + interval '3 hours', rejected_at, deactivated_at,
        case when terms_paid > 0 then ${termDay(sql`plan_start`, sql`terms_paid`)} + interval '6 hours' end)
    from (
      select *, ${terms_paid} as terms_paid,
        case when plan_state = 2 then plan_start + interval '47 hours' end as rejected_at,
        case when plan_state = 3 then plan_start + interval '50 days' end as deactivated_at
      from (
        select plan_id as id, min(d) as d, min(debtor_id) as debtor_id, min(plan_state) as plan_state,
               min(plan_start) as plan_start, min(plan_total) as plan_total, min(plan_quarter) as plan_quarter
        from demo_invoice_facts where ${of(ground)} and plan_id is not null group by plan_id
      ) grouped
    ) plans`.execute(db)
  await sql`
    insert into payment_plan_terms (
      administration_id, id, payment_plan_id, total_amount, amount_due, due_date, payment_date)
    select plans.administration_id, term.id, plans.id, total_amount, amount_due, due_date, payment_date
    from payment_plans plans
    cross join jsonb_to_recordset(payment_terms)
      as term (id bigint, total_amount numeric, amount_due numeric, due_date date, payment_date date)
    where plans.${of(ground)}`.execute(db)
}

/** When a case stopped: paused, paid, or a plan came; else it goes on until now. */
const case_until = (ground: g.DemoAdministration): Fragment => sql`
  case case_phase when ${sql.lit(phase_paused)} then case_start + interval '20 days'
                  when ${sql.lit(phase_paid)} then case_start + interval '30 days'
                  when ${sql.lit(phase_planned)} then case_start + interval '15 days'
                  else ${ground.now} end`

/** A step of a case on the timetable, if it got that far. */
const caseStep = (ground: g.DemoAdministration, days: number): Fragment => sql`
  case when case_start + ${sql.lit(days)} * interval '1 day' < ${case_until(ground)}
       then case_start + ${sql.lit(days)} * interval '1 day' end`

/** The steps of a case, as columns for the case and for its invoices. */
export const caseSteps = (ground: g.DemoAdministration): Fragment => sql`
  ${caseStep(ground, 1)} as pre_summons_at, ${caseStep(ground, 3)} as summons_1_at,
  ${caseStep(ground, 13)} as summons_2_at, ${caseStep(ground, 24)} as notice_of_default_at,
  ${caseStep(ground, 45)} as pre_judicial_at, ${caseStep(ground, 75)} as bailiff_at`

/** Nine digits that say nothing of how many cases there are; never the same twice, because the modulus is prime. */
const caseNumber = sql`(100000000 + id * 7654321 % 899999963)::text`
const shownNumber = (number: Fragment): Fragment =>
  sql`substr(${number}, 1, 3) || ' ' || substr(${number}, 4, 3) || ' ' || substr(${number}, 7, 3)`

export async function insertCases(db: Kysely<Tables>, ground: g.DemoAdministration): Promise<void> {
  await sql`
    insert into credit_cases (
      administration_id, id, debtor_id, case_number, credit_case_number, currency_code, total_amount, open_amount,
      debt_collection_costs, interest_costs, open_interest_and_collection_costs, active_payment_plan_id, started_at,
      pre_summons_at, summons_1_at, summons_2_at, latest_summons_at, notice_of_default_at, pre_judicial_at,
      forwarded_to_bailiff_at, paused_at, deactivated_at, blocked_at, block_reasons, public_token, created_at,
      updated_at)
    select
      ${ground.administration_id}::bigint, id, debtor_id, number, ${shownNumber(sql`number`)}, 'EUR',
      principal + costs + interest, open + open_costs, costs, interest, open_costs, plan_id, case_start,
      pre_summons_at, summons_1_at, summons_2_at, greatest(summons_1_at, summons_2_at, notice_of_default_at),
      notice_of_default_at, pre_judicial_at, bailiff_at, paused_at, deactivated_at, plan_start,
      case when plan_id is null then '{}' else array['payment_plan_active'] end, ${token}, case_start,
      greatest(case_start, pre_summons_at, summons_1_at, summons_2_at, notice_of_default_at, pre_judicial_at,
        bailiff_at, paused_at, deactivated_at, plan_start + interval '15 days')
    from (
      select *, ${caseNumber} as number, ${caseSteps(ground)},
        case when case_phase = ${sql.lit(phase_paid)} then 0 else costs + interest end as open_costs,
        case when case_phase = ${sql.lit(phase_paused)} then case_start + interval '20 days' end as paused_at,
        case when case_phase = ${sql.lit(phase_paid)} then case_start + interval '30 days' end as deactivated_at
      from (
        select case_id as id, min(debtor_id) as debtor_id, min(case_phase) as case_phase,
               min(case_start) as case_start, min(plan_id) as plan_id, min(plan_start) as plan_start,
               sum(total - part) as principal, sum(open) as open, sum(collection_costs) as costs,
               sum(interest) as interest
        from demo_invoice_facts where ${of(ground)} and case_id is not null group by case_id
      ) grouped
      offset 0
    ) cases`.execute(db)
  await sql`
    insert into credit_case_labels (administration_id, id, credit_case_id, name)
    select administration_id, id, id, ${pick(case_labels, sql`id::integer / 3`)} from credit_cases
    where ${of(ground)} and id % 3 = 0`.execute(db)
}

/** Which invoices and cases the plans and cases are about. */
export async function linkAgreements(db: Kysely<Tables>, ground: g.DemoAdministration): Promise<void> {
  const link = (table: string, columns: string[], from: Fragment) =>
    sql`insert into ${sql.table(table)} (administration_id, id, ${sql.join(columns.map((name) => sql.ref(name)))})
        select administration_id, ${from} and ${of(ground)}`.execute(db)
  const facts = sql`from demo_invoice_facts where`
  await link(
    'credit_case_invoices',
    ['credit_case_id', 'invoice_id'],
    sql`id, case_id, id ${facts} case_id is not null`,
  )
  await link(
    'payment_plan_invoices',
    ['payment_plan_id', 'invoice_id'],
    sql`id, plan_id, id ${facts} plan_id is not null and case_id is null`,
  )
  await link(
    'payment_plan_credit_cases',
    ['payment_plan_id', 'credit_case_id'],
    sql`active_payment_plan_id, active_payment_plan_id, id from credit_cases where active_payment_plan_id is not null`,
  )
}
