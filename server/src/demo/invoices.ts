import { type Kysely, sql } from 'kysely'
import { asTable } from '../db/rows_as_table.ts'
import type { Tables } from '../db/schema.ts'
import { caseSteps } from './agreements.ts'
import type { Range } from './bulk.ts'
import { dice, type Fragment, officeTime, pick, pickNumber, token } from './chance.ts'
import { debtorIdentifier, debtorNumber } from './debtors.ts'
import { extended, lineProduct, lineQuantity, lineVatCents, phase_paid } from './facts.ts'
import { type DemoAdministration, idOf } from './ground.ts'
import { invoice_labels } from './words.ts'

const n = sql.ref('n')
const id = sql.ref('id')

/** The facts of a range of invoices. */
export const factsOf = (ground: DemoAdministration, range: Range): Fragment => sql`
  (select * from demo_invoice_facts
   where administration_id = ${ground.administration_id}::bigint
     and n between ${range.from}::integer and ${range.to}::integer)`

export const invoiceNumber = (ground: DemoAdministration): Fragment =>
  sql`(${sql.lit(ground.theme.prefix)} || to_char(created_at, 'YYYY') || '-' || lpad(n::text, 6, '0'))`
export const invoiceIdentifier = (ground: DemoAdministration): Fragment =>
  sql`(${sql.lit(ground.theme.prefix.toLowerCase())} || '-invoice-' || n)`

/** What payment terms are called; direct debit has a condition of its own. */
export const conditions = [
  { code: 'N8', name: 'Net 8 days', term: 8 },
  { code: 'N14', name: 'Net 14 days', term: 14 },
  { code: 'N30', name: 'Net 30 days', term: 30 },
  { code: 'N60', name: 'Net 60 days', term: 60 },
  { code: 'DD', name: 'Direct debit', term: 14 },
] as const

// Two days after a step is planned, weekends are behind it: a step that was reached by then was carried out, on a
// working day.
const step = (days: number, row: Fragment = sql``): Fragment => {
  const day = sql`(due_date + ${sql.lit(days)})`
  return sql`case when reminded ${row} and due_date + ${sql.lit(days + 2)} < stop_at::date
    then ${day} + (array[0, 0, 0, 0, 0, 2, 1])[extract(isodow from ${day})::integer]
           + ${officeTime(id, 200 + days)} end`
}

const columns = sql`
  administration_id, id, debtor_id, debtor_number, debtor_identifier, invoice_number, invoice_identifier, order_number,
  purchase_order_number, category, description, currency_code, payment_method, invoice_date, due_date, payment_date,
  total_amount, open_amount, book_total_amount, book_open_amount, administration_costs_total, administration_costs_open,
  interest_costs_total, interest_costs_open, debt_collection_costs_total, debt_collection_costs_open,
  active_credit_case_id, active_payment_plan_id, paused_by_user, paused_at, sent_at, pre_reminder_at, reminder_1_at,
  reminder_2_at, reminder_3_at, reminder_4_at, final_reminder_at, latest_reminder_at, end_of_service_announcement_at,
  end_of_service_at, collectable_at, debt_collection_at, pre_summons_at, summons_1_at, summons_2_at, latest_summons_at,
  notice_of_default_at, pre_judicial_at, bailiff_at, flow_code, payment_condition, payment_term, blocked_at,
  block_reasons, public_token, created_at, updated_at`

export async function insertInvoices(db: Kysely<Tables>, ground: DemoAdministration, range: Range): Promise<void> {
  const { prefix, categories, products } = ground.theme
  const descriptions = products.map(({ description }) => description)
  await sql`
    insert into invoices (${columns})
    select
      administration_id, id, debtor_id, ${debtorNumber(ground, sql`d`)}, ${debtorIdentifier(ground, sql`d`)},
      ${invoiceNumber(ground)}, ${invoiceIdentifier(ground)}, 'SO' || ${sql.lit(prefix)} || (100000 + n),
      case when company and n % 3 = 0 then 'PO-' || (4000 + ${dice(id, 71, 90_000)}) end,
      category,
      case when credit then 'Credit note, returned: ' else '' end || ${pick(descriptions, lineProduct(ground, 1))},
      currency, case when direct then 'direct_debit' when n % 97 = 50 then 'cash' when n % 53 = 8 then 'unknown'
                     else 'bank_transfer' end,
      created_at::date, due_date, rest_at::date, total, open, book_total, book_open, costs, costs_open,
      interest, case when case_phase = ${sql.lit(phase_paid)} then 0 else interest end,
      collection_costs, case when case_phase = ${sql.lit(phase_paid)} then 0 else collection_costs end,
      case when case_phase <> ${sql.lit(phase_paid)} then case_id end,
      case when case_id is null and open <> 0 and plan_state in (1, 5) then plan_id end,
      paused_at is not null, paused_at, sent_at, pre_reminder_at, reminder_1_at, reminder_2_at, reminder_3_at,
      reminder_4_at, final_reminder_at,
      greatest(reminder_1_at, reminder_2_at, reminder_3_at, reminder_4_at, final_reminder_at), announced_at, ended_at,
      collectable_at, case_start, pre_summons_at, summons_1_at, summons_2_at,
      greatest(summons_1_at, summons_2_at, notice_of_default_at), notice_of_default_at, pre_judicial_at, bailiff_at,
      case when direct then 'direct_debit' when ${extended} then 'extended' else 'standard' end,
      case when direct then 'DD' else 'N' || term end, term, blocked_at, block_reasons, ${token}, created_at,
      greatest(created_at, sent_at, part_at, rest_at, reversed_at + interval '6 days', paused_at, blocked_at,
        pre_reminder_at, reminder_1_at, reminder_2_at, reminder_3_at, reminder_4_at, final_reminder_at, announced_at,
        ended_at, collectable_at, case_start, pre_summons_at, summons_1_at, summons_2_at, notice_of_default_at,
        pre_judicial_at, bailiff_at, plan_paid_at)
    from (
      select *, ${pick(categories, dice(id, 72, categories.length))} as category,
        case when due_date - 3 > created_at::date then ${step(-3, sql`and term = 30`)} end as pre_reminder_at,
        ${step(7)} as reminder_1_at, ${step(14)} as reminder_2_at, ${step(21)} as reminder_3_at,
        ${step(28, sql`and ${extended}`)} as reminder_4_at,
        case when ${extended} then ${step(35)} else ${step(28)} end as final_reminder_at,
        ${step(24, sql`and n % 6 = 1`)} as announced_at, ${step(36, sql`and n % 6 = 1`)} as ended_at,
        case when ${extended} then ${step(50)} else ${step(43)} end as collectable_at,
        case when case_id is null and plan_before is not null and open < total
             then plan_start + interval '15 days'
                    + interval '30 days' * (case plan_state when 4 then 3 when 5 then 1 else 0 end)
        end as plan_paid_at,
        ${caseSteps(ground)}
      from (
        select *, not credit and sent_at is not null and (not direct or reversed_at is not null) as reminded
        from ${factsOf(ground, range)} facts
        offset 0
      ) known
      offset 0
    ) stepped`.execute(db)
}

export async function insertInvoiceLines(db: Kysely<Tables>, ground: DemoAdministration, range: Range): Promise<void> {
  const { products } = ground.theme
  const line = (position: number): Fragment => sql`
    select ${sql.lit(position)}::integer as position, ${lineQuantity(position)} as quantity,
           ${lineProduct(ground, position)} as product
    where lines >= ${sql.lit(position)}`
  await sql`
    insert into invoice_lines (
      administration_id, id, invoice_id, line_order, description, product_unit, product_quantity, product_price,
      vat_rate_code, vat_percentage, vat_amount, total_excl_tax_amount, total_incl_tax_amount)
    select administration_id, id * 4 + position, id, position,
           ${pick(
             products.map(({ description }) => description),
             sql`product`,
           )},
           ${pick(
             products.map(({ unit }) => unit),
             sql`product`,
           )},
           sign * quantity, price * 0.01, vat_code, vat_rate, sign * vat * 0.01, sign * cents * 0.01,
           sign * (cents + vat) * 0.01
    from (
      select *, quantity * price as cents, ${lineVatCents(sql`quantity * price`)} as vat
      from (
        select facts.administration_id, facts.id, facts.vat_code, facts.vat_rate, position, quantity, product,
               case when credit then -1 else 1 end as sign,
               ${pickNumber(
                 products.map(({ price_cents }) => price_cents),
                 sql`product`,
               )} as price
        from ${factsOf(ground, range)} facts
        cross join lateral (${line(1)} union all ${line(2)} union all ${line(3)}) drawn
        offset 0
      ) priced
      offset 0
    ) counted`.execute(db)
}

export async function insertInvoiceLabels(db: Kysely<Tables>, ground: DemoAdministration, range: Range): Promise<void> {
  await sql`
    insert into invoice_labels (administration_id, id, invoice_id, name)
    select ${ground.administration_id}::bigint, ${idOf(ground, 'invoices', n)}, ${idOf(ground, 'invoices', n)},
           ${pick(invoice_labels, sql`n / 17`)}
    from generate_series(${range.from}::integer, ${range.to}::integer) n where n % 17 = 5`.execute(db)
}

/** What invoices refer to by code. */
export async function insertCodes(db: Kysely<Tables>, ground: DemoAdministration): Promise<void> {
  await sql`
    insert into vat_rates
      (administration_id, id, code, name, rate, category, exemption_reason_code, created_at, updated_at)
    select ${ground.administration_id}::bigint, ${ground.before.codes}::bigint + row_number() over (), code, name, rate,
           category, exemption_reason_code, ${ground.now} - interval '1170 days', ${ground.now} - interval '1170 days'
    from ${asTable('rate', ground.theme.vat_rates, {
      ...{ code: 'text', name: 'text', rate: 'numeric', category: 'text', exemption_reason_code: 'text' },
    })}`.execute(db)
  await sql`
    insert into payment_conditions (administration_id, id, code, name, created_at, updated_at)
    select ${ground.administration_id}::bigint, ${ground.before.codes}::bigint + row_number() over (), code, name,
           ${ground.now} - interval '1170 days', ${ground.now} - interval '1170 days'
    from ${asTable('condition', conditions, { code: 'text', name: 'text' })}`.execute(db)
}
