import { type Kysely, type RawBuilder, sql } from 'kysely'
import { date, dateTime, id, integer, listOf, money, text } from '../api/field.ts'
import type { Tables } from '../db/schema.ts'

/** The most of each kind that a page shows. */
const shown_max = 200

/** What a plan is about. Invoices and cases name only a plan that is in force; this knows it of every plan. */
export const plan_items = {
  rejection_reason: text('Why it was rejected, as the debtor reads it.'),
  currency_code: text('Currency of the terms, ISO 4217; that of the administration unless given.'),
  invoices: listOf(
    {
      id: id('Identifier.').required(),
      invoice_number: text('Number.').required(),
      due_date: date('Last day to pay.').required(),
      total_amount: money('Total, in its own currency.').required(),
      open_amount: money('Open part, in its own currency.').required(),
      currency_code: text('Currency, ISO 4217.').required(),
    },
    `Invoices, at most ${shown_max}, by due date.`,
  ).required(),
  credit_cases: listOf(
    {
      id: id('Identifier.').required(),
      credit_case_number: text('Number.').required(),
      started_at: dateTime('When it was started.'),
      total_amount: money('Total, in its own currency.').required(),
      open_amount: money('Open part, in its own currency.').required(),
      currency_code: text('Currency, ISO 4217.').required(),
    },
    `Credit cases, at most ${shown_max}, oldest first.`,
  ).required(),
  invoice_count: integer('How many invoices there are.').required(),
  credit_case_count: integer('How many credit cases there are.').required(),
}

type Items = {
  rejection_reason: string | null
  currency_code: string | null
  invoices: {
    id: string
    invoice_number: string
    due_date: string
    total_amount: string
    open_amount: string
    currency_code: string
  }[]
  credit_cases: {
    id: string
    credit_case_number: string
    started_at: string | null
    total_amount: string
    open_amount: string
    currency_code: string
  }[]
  invoice_count: number
  credit_case_count: number
}

/** Everything a plan is about is in one currency, so any part of it shows which. */
export const currencyOf = (administration_id: string, row: string): RawBuilder<unknown> => {
  const of = sql.ref(row)
  return sql`coalesce(
    (select i.currency_code from payment_plan_invoices l
     join invoices i on i.administration_id = ${administration_id}::bigint and i.id = l.invoice_id
     where l.administration_id = ${administration_id}::bigint and l.payment_plan_id = ${of}.id limit 1),
    (select c.currency_code from payment_plan_credit_cases l
     join credit_cases c on c.administration_id = ${administration_id}::bigint and c.id = l.credit_case_id
     where l.administration_id = ${administration_id}::bigint
       and l.payment_plan_id = ${of}.id limit 1)) as currency_code`
}

/** What a plan is about, or null when there is no such plan. */
export async function itemsOf(db: Kysely<Tables>, administration_id: string, plan_id: string): Promise<Items | null> {
  const links = (table: string): RawBuilder<unknown> => sql`
    ${sql.table(table)} l where l.administration_id = ${administration_id}::bigint and l.payment_plan_id = p.id`
  const { rows } = await sql<Items>`
    select p.rejection_reason, ${currencyOf(administration_id, 'p')},
      (select count(*)::integer from ${links('payment_plan_invoices')}) as invoice_count,
      (select count(*)::integer from ${links('payment_plan_credit_cases')}) as credit_case_count,
      array(
        select json_build_object('id', i.id::text, 'invoice_number', i.invoice_number, 'due_date', i.due_date,
                 'total_amount', i.total_amount::text, 'open_amount', i.open_amount::text,
                 'currency_code', i.currency_code)
        from payment_plan_invoices l
        join invoices i on i.administration_id = ${administration_id}::bigint and i.id = l.invoice_id
        where l.administration_id = ${administration_id}::bigint and l.payment_plan_id = p.id
        order by i.due_date, i.id limit ${shown_max}::integer) as invoices,
      array(
        select json_build_object('id', c.id::text, 'credit_case_number', c.credit_case_number,
                 'started_at', to_char(c.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
                 'total_amount', c.total_amount::text, 'open_amount', c.open_amount::text,
                 'currency_code', c.currency_code)
        from payment_plan_credit_cases l
        join credit_cases c on c.administration_id = ${administration_id}::bigint and c.id = l.credit_case_id
        where l.administration_id = ${administration_id}::bigint and l.payment_plan_id = p.id
        order by c.started_at, c.id limit ${shown_max}::integer) as credit_cases
    from payment_plans p
    where p.administration_id = ${administration_id}::bigint and p.id = ${plan_id}::bigint`.execute(db)
  return rows[0] ?? null
}
