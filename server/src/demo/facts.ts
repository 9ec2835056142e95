import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { Range } from './bulk.ts'
import { dice, type Fragment, officeTime, pick, pickNumber } from './chance.ts'
import { countryOf, isCompany, pausedAt } from './debtors.ts'
import * as g from './ground.ts'

/**
 * What became of every invoice, decided once: invoices, lines, payments, plans and cases are all written from here, so
 * their amounts and times agree. The table is dropped when the demo is complete.
 */
export async function createFacts(db: Kysely<Tables>): Promise<void> {
  await sql`
    create unlogged table demo_invoice_facts (
      administration_id bigint not null, n integer not null, id bigint not null, d integer not null,
      debtor_id bigint not null, company boolean not null, created_at timestamptz not null, term integer not null,
      due_date date not null, direct boolean not null, credit boolean not null, lines integer not null,
      vat_code text not null, vat_rate integer not null, currency text not null, rate numeric(12,6) not null,
      total numeric(18,2) not null, book_total numeric(18,2) not null,
      part numeric(18,2) not null, part_at timestamptz, rest_at timestamptz, reversed_at timestamptz,
      open numeric(18,2) not null, book_open numeric(18,2) not null,
      costs numeric(18,2) not null, costs_open numeric(18,2) not null,
      case_id bigint, case_phase integer, case_start timestamptz, interest numeric(18,2) not null default 0,
      collection_costs numeric(18,2) not null default 0,
      plan_id bigint, plan_state integer, plan_start timestamptz,
      plan_before numeric(18,2), plan_quarter numeric(18,2), plan_total numeric(18,2),
      stop_at timestamptz not null, sent_at timestamptz, paused_at timestamptz, blocked_at timestamptz,
      block_reasons text[] not null,
      primary key (administration_id, n)
    )`.execute(db)
}

export async function dropFacts(db: Kysely<Tables>): Promise<void> {
  await sql`drop table if exists demo_invoice_facts, demo_subjects`.execute(db)
}

/** Days since a case in each phase was begun: how far it came follows from that. */
const case_ages = [0.5, 2, 8, 18, 35, 60, 110, 50, 160, 40] as const
const case_hours = case_ages.map((days) => days * 24)
export const phase_paused = 7
export const phase_paid = 8
export const phase_planned = 9

/** Proposed, active, rejected, deactivated, finished, expired; and active over a case. */
export const plan_states = ['proposed', 'active', 'rejected', 'deactivated', 'finished', 'expired', 'of_case'] as const
const plan_days = [4, 40, 30, 90, 150, 140]
/** How many of the four terms have been paid in each state. */
export const paid_terms = [0, 1, 0, 1, 4, 2, 1] as const

const n = sql.ref('n')
const d = sql.ref('d')
// Draws are by id, so that two administrations are not alike.
const id = sql.ref('id')
const debtor_id = sql.ref('debtor_id')
const rest = (row: Fragment, every: number, remainder: number): Fragment =>
  sql`(${row} % ${sql.lit(every)} = ${sql.lit(remainder)})`

// One invoice in 27 is a credit note and one in 41 is in another currency, but neither meets a case or a plan.
export async function insertFacts(db: Kysely<Tables>, ground: g.DemoAdministration, range: Range): Promise<void> {
  await sql`
    with
    drawn as (${drawn(ground, range)} offset 0),
    dated as (${dated(ground)} offset 0),
    priced as (${priced(ground)} offset 0),
    paid as (${paid(ground)} offset 0),
    held as (${held(ground)} offset 0)
    insert into demo_invoice_facts (
      administration_id, n, id, d, debtor_id, company, created_at, term, due_date, direct, credit, lines, vat_code,
      vat_rate, currency, rate, total, book_total, part, part_at, rest_at, reversed_at, open, book_open, costs,
      costs_open, case_id, case_phase, case_start, plan_id, plan_state, plan_start, stop_at, sent_at, paused_at,
      blocked_at, block_reasons)
    select
      ${ground.administration_id}::bigint, n, id, d, debtor_id, company, created_at,
      term, due_date, direct, credit, lines, vat_code, vat_rate, currency, rate, total, round(total * rate, 2), part,
      part_at, rest_at, reversed_at, open,
      case when open = 0 then 0 else round(total * rate, 2) - round(part * rate, 2) end,
      costs, case when rest_at is null and case_id is null then costs else 0 end,
      case_id, case when case_id is not null then case_phase end, case when case_id is not null then case_start end,
      plan_id, case when plan_id is not null then plan_state end, case when plan_id is not null then plan_start end,
      stop_at, sent_at, paused_at, blocked_at,
      case when blocked_at is null then '{}' else block_reasons end
    from (
      select *,
        case when not credit and company and plan_id is null and sent_at is not null
          and (not direct or reversed_at is not null)
               and due_date + 24 < stop_at::date and ${dice(id, 31, 3)} = 0 then 15.00 else 0 end as costs
      from held
    ) charged`.execute(db)
}

/** Who gets it and when: evenly over two years. Every tenth debtor is a large customer, and takes some of the rest. */
const drawn = (ground: g.DemoAdministration, range: Range): Fragment => sql`
  select *, ${isCompany(ground, debtor_id)} as company, ${countryOf(debtor_id)} as country,
         ${pausedAt(ground, debtor_id)} as debtor_paused_at,
         ${ground.now} - make_interval(secs => (${ground.invoices}::integer - n + 0.31)
                                              * (63072000.0 / ${ground.invoices}::integer)) as created_at
  from (
    select n, d, ${g.idOf(ground, 'invoices', n)} as id, ${g.idOf(ground, 'debtors', d)} as debtor_id
    from (
      select n, 1 + case when n <= ${ground.debtors}::integer and drawn % 10 < 5 then drawn - drawn % 10
                         else drawn end as d
      from (
        select n, ((n - 1) % ${ground.debtors}::integer::bigint * ${stride(ground.debtors)}::integer
                    % ${ground.debtors}::integer)::integer as drawn
        from generate_series(${range.from}::integer, ${range.to}::integer) n
        offset 0
      ) all_of_them
      offset 0
    ) given
    offset 0
  ) known`

/** Steps of this size visit every debtor once in each half year, because it shares no divisor with their number. */
function stride(debtors: number): number {
  return [7919, 7907, 7901].find((prime) => debtors % prime !== 0) ?? 1
}

const phase_drawn = sql`(d / ${sql.lit(g.case_every)} % ${sql.lit(g.case_phases)})`
const has_case = rest(d, g.case_every, g.case_rest)
const has_plan = rest(d, g.plan_every, g.plan_rest)
/** Whether a debtor is debited: it gave a mandate and did not take it back, and all is well between us. */
export const direct = sql`(${rest(d, g.mandate_every, g.mandate_rest)} and d / ${sql.lit(g.mandate_every)} % 6 <> 5
  and not ${has_case} and not ${has_plan})`

/** Whether a debtor gets a fourth reminder before the final one. */
export const extended = sql`(d % 3 = 1)`

/** When it is due, and whether it is among the overdue ones that a case or a plan was made of. */
const dated = (ground: g.DemoAdministration): Fragment => sql`
  select *,
    case when with_case and due_date between (case_start::date - 300) and (case_start::date - 60)
         then ${g.idOf(ground, 'credit_cases', sql`1 + d / ${sql.lit(g.case_every)}`)} end as case_id,
    case when ${has_plan}
              and due_date between (plan_start::date - 244) and (plan_start::date - 5)
         then ${g.idOf(ground, 'payment_plans', sql`1 + d / ${sql.lit(g.plan_every)}`)}
         when with_case and case_phase = ${sql.lit(phase_planned)}
              and due_date between (case_start::date - 300) and (case_start::date - 60)
         then ${casePlanId(ground)} end as plan_id
  from (
    select *, (created_at::date + term) as due_date,
      case when with_case and case_phase = ${sql.lit(phase_planned)} then ${sql.lit(plan_states.length - 1)}
           else plan_drawn end as plan_state,
      case when with_case then case_start + interval '15 days'
           else ${ground.now} - make_interval(days => ${pickNumber(plan_days, sql`plan_drawn`)})
                  - ${officeTime(debtor_id, 36)} / 4
           end as plan_start
    from (
      select *, ${direct} as direct, ${has_case} as with_case,
        case when ${direct} then 14 else ${pickNumber([30, 14, 30, 60, 8, 30], sql`d % 6`)} end as term,
        ${phase_drawn} as case_phase,
        ${ground.now} - make_interval(hours => ${pickNumber(case_hours, phase_drawn)})
          - ${dice(debtor_id, 35, 3_600_000)} * interval '1 millisecond' / 4 as case_start,
        d / ${sql.lit(g.plan_every)} % 6 as plan_drawn
      from drawn
      offset 0
    ) agreed
    offset 0
  ) due`

/** Plans over cases are numbered after those over invoices. */
const casePlanId = (ground: g.DemoAdministration): Fragment =>
  g.idOf(
    ground,
    'payment_plans',
    sql`${Math.ceil(ground.debtors / g.plan_every)}::integer + 1 + d / ${sql.lit(g.case_every)}`,
  )

/** Lines are drawn by the same expressions here, for the total, and where they are written. */
export const lineQuantity = (position: number): Fragment =>
  sql`(1 + ${dice(sql`id * 4 + ${sql.lit(position)}`, 41, 9)})`
export const lineProduct = (ground: g.DemoAdministration, position: number): Fragment =>
  dice(sql`id * 4 + ${sql.lit(position)}`, 43, ground.theme.products.length)
const lineCents = (ground: g.DemoAdministration, position: number): Fragment => {
  const prices = ground.theme.products.map(({ price_cents }) => price_cents)
  const cents = sql`(${lineQuantity(position)} * ${pickNumber(prices, lineProduct(ground, position))})`
  return sql`case when lines >= ${sql.lit(position)} then ${cents} + ${lineVatCents(cents)} else 0 end`
}
/** Half up, on the line. */
export const lineVatCents = (cents: Fragment): Fragment => sql`((${cents} * vat_rate + 50) / 100)`

const priced = (ground: g.DemoAdministration): Fragment => {
  const { vat_rates, domestic_rates } = ground.theme
  const percentages = domestic_rates.map((code) => vat_rates.find((rate) => rate.code === code)?.rate ?? 0)
  const sort = dice(id, 45, domestic_rates.length)
  const foreign = sql`${rest(n, 41, 11)} and case_id is null and plan_id is null`
  return sql`
    select *, case when credit then -0.01 else 0.01 end
      * (${lineCents(ground, 1)} + ${lineCents(ground, 2)} + ${lineCents(ground, 3)}) as total
    from (
      select *, ${rest(n, 27, 7)} and case_id is null and plan_id is null as credit,
        case when ${dice(id, 44, 10)} = 0 then 3 when ${dice(id, 44, 10)} < 3 then 2 else 1 end as lines,
        case when company and country = 'GB' then 'EXPORT' when company and country <> 'NL' then 'REVERSED'
             else ${pick(domestic_rates, sort)} end as vat_code,
        case when company and country <> 'NL' then 0 else ${pickNumber(percentages, sort)} end as vat_rate,
        case when ${foreign} then ${pick(['USD', 'GBP', 'CHF'], sql`n / 41`)} else 'EUR' end as currency,
        case when ${foreign} then (array[0.92, 1.17, 1.05])[1 + n / 41 % 3] + (n % 13 - 6) * 0.004 else 1 end as rate
      from dated
      offset 0
    ) rated`
}

/** Days between due and paid: most pay around the day, some late, and a few never. */
const lag = sql`case
  when direct then 1
  when chance < 350 then - chance % 12
  when chance < 650 then 1 + chance % 7
  when chance < 800 then 8 + chance % 7
  when chance < 880 then 15 + chance % 7
  when chance < 920 then 22 + chance % 7
  when chance < 945 then 29 + chance % 15
  when chance < 970 then 44 + chance % 32
  else 100000 end`

/** Lately people pay later than they did, so that each stage of reminding has its invoices; the fourth is short. */
const chance = (ground: g.DemoAdministration): Fragment => sql`case
  when ${extended} and due_date between ${ground.now}::date - 37 and ${ground.now}::date - 30 then 999
  when due_date > ${ground.now}::date - 75 and n % 3 <> 0 then 720 + ${dice(id, 51, 280)}
  else ${dice(id, 51, 1000)} end`

const paid = (ground: g.DemoAdministration): Fragment => sql`
  select *, case when rest_at is not null then 0 else total - part end as open
  from (
    select *, case when part_at is null then 0 else round(total * (30 + 5 * ${dice(id, 53, 8)}) / 100, 2) end as part
    from (
      select *,
        case when part_expected < least(coalesce(rest_at, ${ground.now}), ${ground.now})
             then part_expected end as part_at
      from (
        select *,
          case when rest_expected < ${ground.now} then rest_expected end as rest_at,
          case when reversal and due_date + 14 < ${ground.now}::date
               then due_date + ${officeTime(id, 54)} end as reversed_at,
          case when ${dice(id, 52, 100)} < 14 and not (credit or direct or reversal or plan_id is not null)
               then due_date + 9 + ${officeTime(id, 57)} end as part_expected
        from (${expected(ground)}) expected
        offset 0
      ) settled
      offset 0
    ) parted
    offset 0
  ) counted`

/** A debit that was reversed is paid again three weeks later, or not at all; plans are worked out when all is drawn. */
const expected = (ground: g.DemoAdministration): Fragment => sql`
  select *,
    case when plan_id is not null then null
         when case_id is not null
         then case when case_phase = ${sql.lit(phase_paid)} then case_start + interval '30 days' end
         when credit then case when chance < 800 then created_at + interval '10 days' end
         when reversal then case when chance < 600 then due_date + 24 + ${officeTime(id, 55)} end
         when chance >= 970 and not direct then null
         else greatest(due_date + ${lag} + ${officeTime(id, 56)}, created_at + interval '18 hours') end as rest_expected
  from (
    select *, ${chance(ground)} as chance,
      ${dice(id, 58, 12)} = 0 and (direct or ${dice(id, 59, 6)} = 0) and not credit and currency = 'EUR'
        and case_id is null and plan_id is null as reversal
    from priced
    offset 0
  ) chanced`

/** What keeps it from being sent or reminded, and from when. */
const held = (ground: g.DemoAdministration): Fragment => sql`
  select *, least(${ground.now}, rest_at, case_start_of, plan_stop, paused_at,
      case when case_id is null then debtor_paused_at end, case when case_id is null then blocked_at end) as stop_at,
    array_remove(array[
      case when plan_blocks then 'payment_plan_active' end,
      case when debtor_blocks then 'debtor_paused' end,
      case when not plan_blocks and not debtor_blocks then
        ${pick(['undeliverable', 'interface', 'payment_expected', 'interface'], sql`n / 7`)} end
      ], null) as block_reasons
  from (
    select *,
      case when plan_blocks then plan_start
           when debtor_blocks then greatest(debtor_paused_at, created_at)
           when open <> 0 and case_id is null and plan_id is null and not credit and ${dice(id, 62, 10)} = 0
                and due_date + 8 < ${ground.now}::date
           then due_date + 5 + ${officeTime(id, 63)} end as blocked_at
    from (
      select *,
        open <> 0 and debtor_paused_at is not null as debtor_blocks,
        -- A plan over a case blocks the case, and its invoices are only part of that.
        open <> 0 and plan_id is not null and case_id is null and plan_state in (1, 5) as plan_blocks,
        case when case_id is not null then case_start end as case_start_of,
        case when plan_id is not null and plan_state not in (2, 6) then plan_start end as plan_stop,
        case when created_at + interval '2 hours' < ${ground.now}
                  and (debtor_paused_at is null or debtor_paused_at > created_at)
                  and n < ${ground.invoices}::integer - 1
             then created_at + interval '10 minutes' + ${dice(id, 65, 5_400_000)} * interval '1 millisecond'
             end as sent_at,
        case when open <> 0 and case_id is null and plan_id is null and not credit and ${dice(id, 66, 9)} = 0
                  and due_date + 13 < ${ground.now}::date
             then due_date + 10 + ${officeTime(id, 67)} end as paused_at
      from paid
      offset 0
    ) sent
    offset 0
  ) stopped`
