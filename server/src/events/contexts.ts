import { type RawBuilder, sql } from 'kysely'

type Fragment = RawBuilder<unknown>

/**
 * What events keep of their records: the record itself as it was then, and of its debtor only who that is. Who the
 * debtor and the administration are is added when an event is shown, so that names and addresses are not copied into
 * every event and outlive their owner's wish to be forgotten.
 *
 * These are common table expressions that end in kept (resource_type, resource_id, context), for the records that an
 * expression called told before them names.
 */
export const contexts = (administration_id: string): Fragment => sql`
  kept as materialized (
    select 'invoice' as resource_type, i.id as resource_id, ${invoice} as context from invoices i
    where i.administration_id = ${administration_id}::bigint
      and i.id in (select resource_id from told where resource_type = 'invoice')
    union all
    select 'credit_case', c.id, ${creditCase(administration_id)} from credit_cases c
    where c.administration_id = ${administration_id}::bigint
      and c.id in (select resource_id from told where resource_type = 'credit_case')
    union all
    select distinct 'debtor', resource_id, jsonb_build_object('resource_type', 'debtor', 'id', resource_id) from told
    where resource_type = 'debtor'
  )`

/** Amounts carry the names of writes here, because receivers know them by those. */
const invoice = sql`jsonb_build_object(
  'resource_type', 'invoice', 'id', i.id, 'invoice_number', i.invoice_number, 'invoice_date', i.invoice_date,
  'due_date', i.due_date, 'amount_total', i.total_amount::text, 'amount_open', i.open_amount::text,
  'currency_code', i.currency_code, 'order_number', i.order_number, 'purchase_order_number', i.purchase_order_number,
  'category', i.category, 'debtor', jsonb_build_object('id', i.debtor_id))`

const creditCase = (administration_id: string): Fragment => sql`jsonb_build_object(
  'resource_type', 'credit_case', 'id', c.id, 'credit_case_number', c.credit_case_number,
  'interest', c.interest_costs::text, 'collection_costs', c.debt_collection_costs::text,
  'open_interest_and_collection_costs', c.open_interest_and_collection_costs::text,
  'debtor', jsonb_build_object('id', c.debtor_id),
  'invoices', (
    select coalesce(jsonb_agg(${invoice} order by i.id), '[]') from invoices i
    where i.administration_id = ${administration_id}::bigint and i.active_credit_case_id = c.id))`
