import { type RawBuilder, sql } from 'kysely'

type Fragment = RawBuilder<unknown>

/**
 * The payloads of events on invoices, debtors and credit cases, as common table expressions that end in `shown`
 * (resource_type, resource_id, context), for the records that an expression `told` before them names. A debtor with
 * many invoices is built once.
 */
export const contexts = (administration_id: string): Fragment => sql`
  of_invoices as materialized (
    select i.id, i.debtor_id, ${invoice} as own from invoices i
    where i.administration_id = ${administration_id}::bigint
      and i.id in (select resource_id from told where resource_type = 'invoice')
  ), of_cases as materialized (
    select c.id, c.debtor_id, ${creditCase(administration_id)} as own from credit_cases c
    where c.administration_id = ${administration_id}::bigint
      and c.id in (select resource_id from told where resource_type = 'credit_case')
  ), house as materialized (
    select jsonb_build_object('id', id, 'name', name, 'origin_id', import_origin_identifier) as own
    from administrations where id = ${administration_id}::bigint
  ), people as materialized (
    select d.id, ${debtor} || jsonb_build_object('administration', (select own from house)) as own from debtors d
    where d.administration_id = ${administration_id}::bigint and d.id in (
      select debtor_id from of_invoices union select debtor_id from of_cases
      union select resource_id from told where resource_type = 'debtor')
  ), shown as (
    select 'invoice' as resource_type, one.id as resource_id,
           one.own || jsonb_build_object('debtor', people.own, 'administration', house.own) as context
    from of_invoices one join people on people.id = one.debtor_id cross join house
    union all
    select 'credit_case', one.id, one.own || jsonb_build_object('debtor', people.own, 'administration', house.own)
    from of_cases one join people on people.id = one.debtor_id cross join house
    union all
    select 'debtor', id, own || jsonb_build_object('resource_type', 'debtor') from people
  )`

/** Amounts carry the names of writes here, because receivers know them by those. */
const invoice = sql`jsonb_build_object(
  'resource_type', 'invoice', 'id', i.id, 'invoice_number', i.invoice_number, 'invoice_date', i.invoice_date,
  'due_date', i.due_date, 'amount_total', i.total_amount::text, 'amount_open', i.open_amount::text,
  'currency_code', i.currency_code, 'order_number', i.order_number,
  'purchase_order_number', i.purchase_order_number, 'category', i.category)`

const debtor = sql`jsonb_build_object(
  'id', d.id, 'debtor_code', d.debtor_number, 'name', d.name,
  'company_name', case when d.is_company then d.name end,
  'primary_email_address', d.primary_email_address, 'invoice_email_address', d.invoice_email_address,
  'reminder_email_address', d.reminder_email_address, 'call_phone_number', d.call_phone_number,
  'sms_phone_number', d.sms_phone_number, 'postal_address', jsonb_build_object(
    'street_1', d.postal_address_street_1, 'street_2', d.postal_address_street_2,
    'postal_code', d.postal_address_postal_code, 'city', d.postal_address_city, 'region', d.postal_address_region,
    'country_code', d.postal_address_country_code))`

const creditCase = (administration_id: string): Fragment => sql`jsonb_build_object(
  'resource_type', 'credit_case', 'id', c.id, 'credit_case_number', c.credit_case_number,
  'interest', c.interest_costs::text, 'collection_costs', c.debt_collection_costs::text,
  'open_interest_and_collection_costs', c.open_interest_and_collection_costs::text,
  'invoices', (
    select coalesce(jsonb_agg(${invoice} order by i.id), '[]') from invoices i
    where i.administration_id = ${administration_id}::bigint and i.active_credit_case_id = c.id))`
