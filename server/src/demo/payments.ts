import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { termDay } from './agreements.ts'
import type { Range } from './bulk.ts'
import { dice, type Fragment, iban, pick } from './chance.ts'
import { debtorNumber } from './debtors.ts'
import { direct, paid_terms, phase_paid } from './facts.ts'
import * as g from './ground.ts'
import { factsOf, invoiceIdentifier, invoiceNumber } from './invoices.ts'

const d = sql.ref('d')

export async function insertMandates(db: Kysely<Tables>, ground: g.DemoAdministration): Promise<void> {
  await sql`
    insert into psp_mandates (
      administration_id, id, debtor_id, debtor_number, bank_account_name, bank_account_number, mandate_identifier,
      mandate_reference, provider, deactivated_at, customer_identifier, created_at, updated_at)
    select
      ${ground.administration_id}::bigint, ${g.idOf(ground, 'psp_mandates', sql`1 + d / ${sql.lit(g.mandate_every)}`)},
      debtors.id, ${debtorNumber(ground, d)}, debtors.name,
      coalesce(debtors.bank_account_number, ${iban(sql`'NL'`, d, 18)}),
      'mdt_' || substr(md5('mandate ' || debtors.id), 1, 10),
      ${sql.lit(ground.theme.prefix)} || '-M' || lpad(d::text, 6, '0'),
      case when d % 2 = 0 then 'mollie' else 'twikey' end,
      case when not ${direct} then given_at + interval '130 days' end,
      case when d % 2 = 0 then 'cst_' || substr(md5('customer ' || debtors.id), 1, 10) end, given_at,
      given_at + case when ${direct} then interval '0' else interval '130 days' end
    from (
      select d, ${ground.now} - interval '740 days' + ${dice(d, 91, 43_200_000)} * interval '1 second' as given_at
      from generate_series(
        ${sql.lit(g.mandate_rest)}::integer, ${ground.debtors}::integer, ${sql.lit(g.mandate_every)}::integer) d
    ) given
    join debtors on debtors.administration_id = ${ground.administration_id}::bigint
      and debtors.id = ${g.idOf(ground, 'debtors', d)}`.execute(db)
}

// What a provider was asked for an invoice. One that is paid by a single payment was often paid this way; an open one
// waits for the provider, or its attempt came to nothing.
const asked = sql`(n % ${sql.lit(g.psp_every)} = ${sql.lit(g.psp_rest)} and not credit and plan_id is null
  and reversed_at is null)`
const asked_and_paid = sql`(${asked} and rest_at is not null and part_at is null and n / 19 % 5 < 3)`
const asked_id = (ground: g.DemoAdministration): Fragment =>
  g.idOf(ground, 'psp_transactions', sql`1 + n / ${sql.lit(g.psp_every)}`)
const reversed_id = (ground: g.DemoAdministration): Fragment =>
  g.idOf(ground, 'psp_transactions', sql`${Math.ceil(ground.invoices / g.psp_every)}::integer + n`)
const psp_method = sql`case when direct then 'direct_debit'
  else ${pick(['ideal', 'bancontact', 'creditcard', 'banktransfer'], sql`n / 19`)} end`

export async function insertPspTransactions(
  db: Kysely<Tables>,
  ground: g.DemoAdministration,
  range: Range,
): Promise<void> {
  const started = sql`coalesce(case when ${asked_and_paid} then rest_at end,
    case when open = 0 then rest_at - interval '2 hours'
         else greatest(created_at, ${ground.now} - interval '2 days' * (n % 7) / 7) end)`
  await sql`
    insert into psp_transactions (
      administration_id, id, debtor_id, invoice_ids, amount, book_amount, currency_code, payment_method, status,
      reversal_code, bank_account_name, bank_account_number, paid_at, refunded_amount, created_at, updated_at)
    select
      transactions.administration_id, transaction_id, debtor_id, array[transactions.id], total, book_total, currency,
      method, status, case when status = 'charged_back' then ${pick(['MD06', 'AM04', 'AC04'], sql`n`)} end,
      case when status in ('paid', 'charged_back', 'refunded') then debtors.name end,
      case when status in ('paid', 'charged_back', 'refunded') then debtors.bank_account_number end,
      case when status in ('paid', 'charged_back', 'refunded') then begun_at end,
      case when status = 'refunded' then total else 0 end, begun_at,
      case when status in ('charged_back', 'refunded') then begun_at + interval '6 days' else begun_at end
    from (
      select *, ${psp_method} as method,
        case when reversed_at is not null then ${reversed_id(ground)} else ${asked_id(ground)} end as transaction_id,
        case when reversed_at is not null then reversed_at else ${started} end as begun_at,
        case when reversed_at is not null then case when direct then 'charged_back' else 'refunded' end
             when ${asked_and_paid} then 'paid'
             when open = 0 then ${pick(['failed', 'cancelled'], sql`n / 95`)}
             else ${pick(['pending', 'processing'], sql`n / 19`)} end as status
      from ${factsOf(ground, range)} facts
      where reversed_at is not null or ${asked}
      offset 0
    ) transactions
    join debtors on debtors.administration_id = transactions.administration_id and debtors.id = debtor_id`.execute(db)
}

const in_statement = sql`(n % ${sql.lit(g.bank_every)} = ${sql.lit(g.bank_rest)} and rest_at is not null
  and plan_id is null and not credit and not direct and not ${asked_and_paid})`
const statement_id = (ground: g.DemoAdministration): Fragment =>
  g.idOf(ground, 'bank_transactions', sql`1 + n / ${sql.lit(g.bank_every)}`)
/** What the last payment of an invoice in another currency came to at the rate of its day. */
const gained = sql`(case when currency = 'EUR' or rest_at is null then 0
  else round((total - part) * 0.012 * (n % 7 - 3) / 3, 2) end)`
const rest_amount = sql`(total - part)`
const rest_book = sql`(book_total - round(part * rate, 2) + ${gained})`

export async function insertBankTransactions(
  db: Kysely<Tables>,
  ground: g.DemoAdministration,
  range: Range,
): Promise<void> {
  await sql`
    insert into bank_transactions (
      administration_id, id, amount, book_amount, currency_code, exchange_rate, book_date, bank_account_name,
      bank_account_number, description, payment_method, created_at, updated_at)
    select facts.administration_id, ${statement_id(ground)}, ${rest_amount}, ${rest_book}, currency,
           case when currency = 'EUR' then 1 else round(${rest_book} / ${rest_amount}, 10) end, rest_at::date,
           debtors.name, debtors.bank_account_number, 'Invoice ' || ${invoiceNumberOf(ground)} || ', thank you',
           'banktransfer', rest_at, rest_at
    from ${factsOf(ground, range)} facts
    join debtors on debtors.administration_id = facts.administration_id and debtors.id = debtor_id
    where ${in_statement}`.execute(db)
}

/** The number again, where another table also has created_at. */
const invoiceNumberOf = (ground: g.DemoAdministration): Fragment =>
  sql`(${sql.lit(ground.theme.prefix)} || to_char(facts.created_at, 'YYYY') || '-' || lpad(n::text, 6, '0'))`

// An invoice has room for twelve entries, so their ids follow from its own: a debit and its reversal, a part, the rest,
// the difference of the exchange rate, and the three kinds of costs, settled and charged. Terms of a plan take the
// first four.
export const slots = 12
/** From this slot on, costs are charged. */
export const charged_from = 8
const rest_type = sql`case when credit then 'settlement' when case_id is not null then 'payment'
  when ${asked_and_paid} or ${in_statement} or direct then 'payment' when sort < 3 then 'settlement'
  when sort < 5 then 'credit' when sort < 7 then 'write_off' when sort < 9 then null else 'payment' end`

const waived = sql`case when d / 120 % 2 = 0 then 'write_off' else 'payment' end`

type Entry = {
  amount: Fragment
  book_amount: Fragment
  at: Fragment
  cost_type?: string
  type: Fragment
  when: Fragment
}
const entry = (slot: number, { amount, book_amount, at, cost_type = 'principal', type, when }: Entry): Fragment => sql`
  select ${sql.lit(slot)} as slot, ${amount} as amount, ${book_amount} as book_amount, ${at} as entered_at,
         ${sql.lit(cost_type)} as cost_type, ${type} as transaction_type where ${when}`

const costs = (
  slot: number,
  cost_type: string,
  amount: Fragment,
  given: { at: Fragment; type: Fragment; when: Fragment },
) => entry(slot, { amount, book_amount: amount, cost_type, ...given })

// Selects, not a list of values: PostgreSQL would prepare every expression of such a list again for every invoice.
const reversed = sql`reversed_at is not null`
const case_paid = sql`case_phase = ${sql.lit(phase_paid)}`
const entries = sql.join(
  [
    entry(0, {
      amount: sql`total`,
      book_amount: sql`book_total`,
      at: sql`reversed_at`,
      type: sql`'payment'`,
      when: reversed,
    }),
    entry(1, {
      amount: sql`-total`,
      book_amount: sql`-book_total`,
      at: sql`reversed_at + interval '6 days'`,
      type: sql`'reversal'`,
      when: reversed,
    }),
    entry(2, {
      amount: sql`part`,
      book_amount: sql`round(part * rate, 2)`,
      at: sql`part_at`,
      type: sql`'payment'`,
      when: sql`part_at is not null`,
    }),
    entry(3, {
      amount: rest_amount,
      book_amount: rest_book,
      at: sql`rest_at`,
      type: rest_type,
      when: sql`rest_at is not null and plan_id is null`,
    }),
    entry(4, {
      amount: sql`0`,
      book_amount: sql`- ${gained}`,
      at: sql`rest_at`,
      type: sql`'revaluation'`,
      when: sql`${gained} <> 0`,
    }),
    costs(5, 'administration_costs', sql`costs`, {
      at: sql`coalesce(case_start, rest_at)`,
      type: sql`case when case_id is not null then 'credit' else ${waived} end`,
      when: sql`costs <> 0 and costs_open = 0`,
    }),
    costs(6, 'interest_costs', sql`interest`, {
      at: sql`rest_at`,
      type: sql`'payment'`,
      when: sql`interest <> 0 and ${case_paid}`,
    }),
    costs(7, 'debt_collection_costs', sql`collection_costs`, {
      at: sql`rest_at`,
      type: waived,
      when: sql`collection_costs <> 0 and ${case_paid}`,
    }),
    costs(charged_from, 'administration_costs', sql`- costs`, {
      at: sql`least(due_date + 24 + interval '9 hours', coalesce(case_start, rest_at))`,
      type: sql`null`,
      when: sql`costs <> 0`,
    }),
    costs(9, 'interest_costs', sql`- interest`, { at: sql`case_start`, type: sql`null`, when: sql`interest <> 0` }),
    costs(10, 'debt_collection_costs', sql`- collection_costs`, {
      at: sql`case_start`,
      type: sql`null`,
      when: sql`collection_costs <> 0`,
    }),
  ],
  sql` union all `,
)

export async function insertPayments(db: Kysely<Tables>, ground: g.DemoAdministration, range: Range): Promise<void> {
  const by_psp = sql`(slot < 2 or (slot = 3 and ${asked_and_paid}))`
  const psp_id = sql`case when slot < 2 then ${reversed_id(ground)} when ${by_psp} then ${asked_id(ground)} end`
  await sql`
    insert into payments (
      administration_id, id, invoice_id, invoice_number, invoice_identifier, credit_case_id, credit_case_number,
      total_amount, total_book_amount, payment_date, cost_type, transaction_type, payment_method, description, reason,
      reversal_code, origin_identifier, psp_transaction_id, bank_transaction_id, reverses_payment_id, created_at,
      updated_at)
    select
      administration_id, id * ${sql.lit(slots)} + slot, id, ${invoiceNumber(ground)}, ${invoiceIdentifier(ground)},
      case when in_case then case_id end, case when in_case then case_number end, amount, book_amount,
      entered_at::date, cost_type, transaction_type,
      case when transaction_type = 'payment' then case when ${by_psp} then ${psp_method} else 'banktransfer' end end,
      ${description}, ${reason},
      case when slot = 1 and direct then ${pick(['MD06', 'AM04', 'AC04'], sql`n`)} end,
      case when slot in (2, 3) and not ${by_psp}
           then ${sql.lit(ground.theme.prefix.toLowerCase())} || '-entry-' || n || '-' || slot end,
      ${psp_id}, case when slot = 3 and ${in_statement} then ${statement_id(ground)} end,
      case when slot = 1 then id * ${sql.lit(slots)} end, entered_at, entered_at
    from (
      select facts.*, entry.*, credit_case_number as case_number,
             case_id is not null and entered_at >= case_start and cost_type <> 'administration_costs' as in_case
      from (select *, ${dice(sql`id`, 92, 100)} as sort from ${factsOf(ground, range)} facts offset 0) facts
      cross join lateral (${entries}) entry
      left join credit_cases on credit_cases.administration_id = facts.administration_id and credit_cases.id = case_id
      offset 0
    ) booked`.execute(db)
}

const description = sql`case
  when slot = 1 then 'Reversal of a payment that was taken back'
  when slot = 4 then 'Difference of the exchange rate'
  when slot >= ${sql.lit(charged_from)} then initcap(replace(cost_type, '_', ' ')) || ' charged'
  when cost_type <> 'principal' then initcap(replace(cost_type, '_', ' '))
  when transaction_type = 'settlement' then 'Set off against a credit note'
  when transaction_type = 'credit' then 'Credited'
  when transaction_type = 'write_off' then 'Written off'
  when slot = 2 then 'Part payment' else 'Payment received' end`
const reason = sql`case
  when transaction_type = 'write_off' and cost_type = 'principal' then 'Agreed with the debtor after a dispute'
  when transaction_type = 'write_off' then 'Waived after payment of the principal'
  when slot = 5 and transaction_type = 'credit' then 'Replaced by the costs of collection' end`

/** The paid terms of plans, each on the oldest invoice that it still covers. */
export async function insertPlanPayments(
  db: Kysely<Tables>,
  ground: g.DemoAdministration,
  range: Range,
): Promise<void> {
  const covered = (upto: Fragment) => sql`greatest(0, least(total, ${upto} - plan_before))`
  await sql`
    insert into payments (
      administration_id, id, invoice_id, invoice_number, invoice_identifier, credit_case_id, credit_case_number,
      total_amount, total_book_amount, payment_date, cost_type, transaction_type, payment_method, description,
      created_at, updated_at)
    select administration_id, id * ${sql.lit(slots)} + turn - 1, id,
      ${invoiceNumber(ground)}, ${invoiceIdentifier(ground)},
           case_id, case_number, amount, amount, paid_at::date, 'principal', 'payment', 'banktransfer',
           'Term ' || turn || ' of the payment plan', paid_at, paid_at
    from (
      select facts.*, turn, credit_case_number as case_number,
             ${termDay(sql`plan_start`, sql`turn`)} + interval '6 hours' as paid_at,
             ${covered(sql`case when turn = 4 then plan_total else turn * plan_quarter end`)}
               - ${covered(sql`(turn - 1) * plan_quarter`)} as amount
      from (select * from ${factsOf(ground, range)} facts where plan_id is not null) facts
      cross join lateral generate_series(1, (${[...paid_terms]}::integer[])[1 + plan_state]) turn
      left join credit_cases on credit_cases.administration_id = facts.administration_id and credit_cases.id = case_id
    ) allocated
    where amount <> 0`.execute(db)
}
