import { type Kysely, sql } from 'kysely'
import { boundTo } from '../db/here.ts'
import type { Tables } from '../db/schema.ts'
import { dice, type Fragment } from './chance.ts'
import { type DemoAdministration, deletedIdOf, idOf } from './ground.ts'
import { slots } from './payments.ts'

const i = sql.ref('i')

/** Records that are gone: every other one within the last 90 days, where clients still find them. */
export async function insertDeleted(db: Kysely<Tables>, ground: DemoAdministration): Promise<void> {
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
export async function insertEvents(db: Kysely<Tables>, ground: DemoAdministration): Promise<void> {
  const of = sql`administration_id = ${ground.administration_id}::bigint`
  const recent = (event_name: string, time: string, resource_type: string, table: string, step: string | null = null) =>
    sql`(select ${sql.lit(event_name)} as event_name, ${sql.ref(time)} as event_time, ${sql.lit(step)}::text as step,
                ${sql.lit(resource_type)} as resource_type, id as resource_id
         from ${sql.table(table)} where ${of} and ${sql.ref(time)} is not null order by id desc limit 20)`
  await sql`
    insert into events (administration_id, event_name, event_time, step, resource_type, resource_id, context)
    select ${ground.administration_id}::bigint, event_name, event_time, step, resource_type, resource_id,
           coalesce(${payloadOf(ground)}, jsonb_build_object('resource_type', resource_type, 'id', resource_id))
    from (
      ${recent('invoice_created', 'created_at', 'invoice', 'invoices')}
      union all
      ${recent('invoice_step_performed', 'reminder_1_at', 'invoice', 'invoices', 'reminder_1')}
      union all
      ${recent('case_created', 'started_at', 'credit_case', 'credit_cases')}
      union all
      ${recent('payment_plan_created', 'created_at', 'payment_plan', 'payment_plans')}
      union all
      ${recent('promise_created', 'created_at', 'promise', 'promises')}
      union all
      ${recent('dispute_opened', 'created_at', 'dispute', 'disputes')}
      union all
      ${recent('todo_list_item_updated', 'completed_at', 'task', 'tasks')}
    ) happened
    order by event_time, event_name, resource_id`.execute(db)
}

/** The record of an event as it is now, which is how it was at the last thing that happened to it. */
function payloadOf({ administration_id, payloads }: DemoAdministration): Fragment {
  const cases = Object.entries(payloads).map(
    ([type, { table, context }]) => sql`
      when ${sql.lit(type)} then (select ${boundTo(context, administration_id)} from ${sql.table(table)} r
        where r.administration_id = ${administration_id}::bigint and r.id = resource_id)`,
  )
  return cases.length === 0 ? sql`null::jsonb` : sql`case resource_type ${sql.join(cases, sql` `)} end`
}
