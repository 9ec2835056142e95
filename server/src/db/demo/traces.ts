import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'
import { dice, type Fragment } from './chance.ts'
import { deletedIdOf, type Ground, idOf } from './ground.ts'
import { slots } from './payments.ts'

const i = sql.ref('i')

/** Records that are gone: every other one within the last 90 days, where clients still find them. */
export async function insertDeleted(db: Kysely<Tables>, ground: Ground): Promise<void> {
  const deleted_at = sql`${ground.now} - ${dice(i, 141, 100_000_000)} * interval '1 millisecond'
    - case when i % 2 = 0 then interval '95 days' + i % 7 * interval '9 days' else i % 11 * interval '7 days' end`
  const debtor_id = idOf(ground, 'debtors', sql`1 + ${dice(i, 142, 1_000_000)} % ${ground.debtors}::integer`)
  const invoice_id = deletedIdOf(ground, 'invoices', i)
  const number = sql`lpad((900000 + i)::text, 6, '0')`
  const insert = (table: string, columns: Record<string, Fragment>) => {
    const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)))
    return sql`insert into ${sql.table(table)} (administration_id, deleted_at, ${names})
               select ${ground.administration_id}::bigint, ${deleted_at}, ${sql.join(Object.values(columns))}
               from generate_series(1, ${ground.sizes.deleted}::integer) i`.execute(db)
  }
  await insert('deleted_credit_cases', { id: deletedIdOf(ground, 'credit_cases', i), debtor_id })
  await insert('deleted_payment_plans', { id: deletedIdOf(ground, 'payment_plans', i), debtor_id })
  await insert('deleted_payments', {
    id: sql`${invoice_id} * ${sql.lit(slots)} + 3`,
    origin_identifier: sql`'entry-' || ${number}`,
    invoice_id,
  })
  await insert('deleted_invoices', {
    id: invoice_id,
    debtor_id,
    invoice_number: sql`${sql.lit(ground.theme.prefix)} || '-' || ${number}`,
    origin_identifier: sql`'invoice-' || ${number}`,
  })
  await insert('deleted_psp_mandates', {
    id: deletedIdOf(ground, 'psp_mandates', i),
    debtor_id,
    mandate_identifier: sql`'mdt_' || substr(md5('deleted ' || i), 1, 10)`,
    provider: sql`case when i % 2 = 0 then 'mollie' else 'twikey' end`,
  })
}

/** A few things that happened lately, one event each, in the order in which they happened. */
export async function insertEvents(db: Kysely<Tables>, ground: Ground): Promise<void> {
  const of = sql`administration_id = ${ground.administration_id}::bigint`
  const recent = (told: { name: string; time: string; about: keyof typeof kept; table: string; step?: string }) =>
    sql`(select ${sql.lit(told.name)} as event_name, ${sql.ref(told.time)} as event_time,
                ${sql.lit(told.step ?? null)}::text as step, ${sql.lit(told.about)} as resource_type,
                id as resource_id, ${kept[told.about]} as context, debtor_id
         from ${sql.table(told.table)} where ${of} and ${sql.ref(told.time)} is not null order by id desc limit 20)`
  await sql`
    insert into events (administration_id, event_name, event_time, step, resource_type, resource_id, context)
    select ${ground.administration_id}::bigint, event_name, event_time, step, resource_type, resource_id,
           jsonb_build_object('resource_type', resource_type, 'id', resource_id) || context
             || case when debtor_id is null then '{}' else
                  jsonb_build_object('debtor', jsonb_build_object('id', debtor_id)) end
    from (
      ${recent({ name: 'invoice_created', time: 'created_at', about: 'invoice', table: 'invoices' })}
      union all
      ${recent({ name: 'invoice_step_performed', time: 'reminder_1_at', about: 'invoice', table: 'invoices', step: 'reminder_1' })}
      union all
      ${recent({ name: 'case_created', time: 'started_at', about: 'credit_case', table: 'credit_cases' })}
      union all
      ${recent({ name: 'payment_plan_created', time: 'created_at', about: 'payment_plan', table: 'payment_plans' })}
      union all
      ${recent({ name: 'todo_list_item_updated', time: 'completed_at', about: 'task', table: 'tasks' })}
    ) happened
    order by event_time, event_name, resource_id`.execute(db)
}

/** What an event keeps of its record, beside who the debtor is. */
const kept = {
  invoice: sql`jsonb_build_object('invoice_number', invoice_number, 'invoice_date', invoice_date, 'due_date', due_date,
    'amount_total', total_amount::text, 'amount_open', open_amount::text, 'currency_code', currency_code)`,
  credit_case: sql`jsonb_build_object('credit_case_number', credit_case_number, 'interest', interest_costs::text,
    'collection_costs', debt_collection_costs::text)`,
  payment_plan: sql`jsonb_build_object('payment_terms', payment_terms, 'reason', reason)`,
  task: sql`jsonb_build_object('subject', subject)`,
} as const
