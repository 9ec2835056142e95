import { resource } from '../api/define.ts'
import { dateTime, expression, id, json, oneOf, text } from '../api/field.ts'

/** What a token must be allowed to see, for the records that events are about. */
const permission_of = {
  administration: 'administrations:read',
  contact: 'contacts:read',
  credit_case: 'credit_cases:read',
  debtor: 'debtors:read',
  invoice: 'invoices:read',
  payment_plan: 'payment_plans:read',
  payment_plan_term: 'payment_plans:read',
  psp_mandate: 'psp_mandates:read',
  psp_transaction: 'psp_transactions:read',
  task: 'tasks:read',
} as const

/** What kinds of records events happen to. */
export const resource_types = Object.keys(permission_of)

/** Records beside the one an event is about, and what a token must be allowed to see for each. */
const beside = {
  credit_cases: 'credit_cases:read',
  invoices: 'invoices:read',
  psp_mandate: 'psp_mandates:read',
  psp_transaction: 'psp_transactions:read',
  revoked_psp_mandates: 'psp_mandates:read',
} as const

const needed = (row: string): string => {
  const cases = Object.entries(permission_of).map(([type, permission]) => `when '${type}' then '${permission}'`)
  return `case ${row}.resource_type ${cases.join(' ')} end`
}

/** The debtor as it is now; events themselves only keep who it was. */
const debtor =
  `jsonb_build_object('id', d.id, 'debtor_code', d.debtor_number, 'name', d.name, ` +
  `'company_name', case when d.is_company then d.name end, 'primary_email_address', d.primary_email_address, ` +
  `'invoice_email_address', d.invoice_email_address, 'reminder_email_address', d.reminder_email_address, ` +
  `'call_phone_number', d.call_phone_number, 'sms_phone_number', d.sms_phone_number, ` +
  `'postal_address', jsonb_build_object('street_1', d.postal_address_street_1, 'street_2', d.postal_address_street_2, ` +
  `'postal_code', d.postal_address_postal_code, 'city', d.postal_address_city, 'region', d.postal_address_region, ` +
  `'country_code', d.postal_address_country_code))`

/** What an event kept, with the administration, and with the debtor for those who may see debtors. */
const context = expression((row, given) => {
  const debtor_id = `(${row}.context #>> '{debtor,id}')::bigint`
  const found = (of: string): string =>
    `(select ${debtor} from debtors d where d.administration_id = ${row}.administration_id and d.id = ${of} ` +
    `and 'debtors:read' = any(${given('permissions')}))`
  const house =
    `(select jsonb_build_object('id', a.id, 'name', a.name, 'origin_id', a.import_origin_identifier) ` +
    `from administrations a where a.id = ${row}.administration_id)`
  const listed = Object.entries(beside).map(([member, permission]) => `('${member}', '${permission}')`)
  const hidden =
    `array(select member from (values ${listed.join(', ')}) beside (member, permission) ` +
    `where permission <> all(${given('permissions')}))`
  return (
    `select (${row}.context - ${hidden}) || jsonb_build_object('administration', ${house}) || ` +
    `case when ${row}.resource_type = 'debtor' then coalesce(${found(`${row}.resource_id`)}, '{}') ` +
    `when ${row}.context ? 'debtor' ` +
    `then jsonb_build_object('debtor', coalesce(${found(debtor_id)}, jsonb_build_object('id', ${debtor_id}))) ` +
    `else '{}' end`
  )
})

export const events = resource({
  name: 'events',
  one: 'event',
  table: 'events',
  description:
    'What happened in an administration, in the order in which it was committed: nothing is ever added before what was ' +
    'seen. A client that follows it keeps the `id` of the last event it saw, and asks again with that as `cursor`. ' +
    'Events on records that the token may not read are left out; so are other records in the payload, and of the ' +
    'debtor only the `id` is left.',
  within: 'administration',
  reads: ['list'],
  document: false,
  visible: (row, given) => `${needed(row)} = any(${given('permissions')})`,
  fields: {
    id: id('Place of the event in the order of the administration, and its cursor.').required(),
    administration_id: id('Owning administration.').required(),
    event_id: text('Unique identifier, the same wherever the event is told.').required(),
    event_name: text('What happened, by the name that the list of events has for it.').required(),
    event_time: dateTime('When it happened.').required(),
    step: text('The step that was carried out, where one was.'),
    resource_type: oneOf(resource_types, 'What kind of record it happened to.').required(),
    resource_id: id('The record that it happened to.').required(),
    context: json('The record as it was then, with its debtor and its administration as they are now.')
      .from(context)
      .required(),
  },
})
