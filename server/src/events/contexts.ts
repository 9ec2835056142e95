/** What an event can be about. */
export type ContextType = 'debtor' | 'invoice' | 'payment_plan' | 'task'

/** How the context of an event is made: SQL over its row `r`, its debtor `d`, and its administration `a`. */
type Telling = { table: string; debtor: string; context: string }

const members = (told: { readonly [name: string]: string }): string =>
  `jsonb_build_object(${Object.entries(told)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ')})`

const own = (row: string, ...columns: string[]): { [name: string]: string } =>
  Object.fromEntries(columns.map((column) => [column, `${row}.${column}`]))

const administration = members({ id: 'a.id', name: 'a.name', origin_id: 'a.import_origin_identifier' })

const debtor = {
  id: 'd.id',
  debtor_code: 'd.debtor_number',
  company_name: 'case when d.is_company then d.name end',
  name: 'd.name',
  ...own('d', 'call_phone_number', 'sms_phone_number', 'primary_email_address', 'debtor_provided_email_address'),
  ...own('d', 'invoice_email_address', 'invoice_cc_email_address', 'invoice_bcc_email_address'),
  ...own('d', 'reminder_email_address', 'reminder_cc_email_address', 'reminder_bcc_email_address'),
  postal_address: members({
    street_1: 'd.postal_address_street_1',
    street_2: 'd.postal_address_street_2',
    postal_code: 'd.postal_address_postal_code',
    city: 'd.postal_address_city',
    region: 'd.postal_address_region',
    country_code: 'd.postal_address_country_code',
  }),
  administration,
}

/** Who owes, and to whom: part of every context that is not the debtor itself. */
const parties = { debtor: `case when d.id is not null then ${members(debtor)} end`, administration }

const invoice = {
  resource_type: "'invoice'",
  id: 'r.id',
  ...own('r', 'invoice_number', 'invoice_date', 'due_date'),
  amount_total: 'r.total_amount::text',
  amount_open: 'r.open_amount::text',
  ...own('r', 'currency_code', 'order_number', 'purchase_order_number', 'category'),
  ...parties,
}

/** A record as the interface shows it; only its id is a number, as in all contexts. */
const shown = (resource_type: string): string =>
  `r.document::jsonb - 'administration_id' - 'debtor_id' || ` +
  members({ resource_type: `'${resource_type}'`, id: 'r.id', ...parties })

export const contexts: Readonly<Record<ContextType, Telling>> = {
  debtor: { table: 'debtors', debtor: 'r.id', context: members({ resource_type: "'debtor'", ...debtor }) },
  invoice: { table: 'invoices', debtor: 'r.debtor_id', context: members(invoice) },
  payment_plan: { table: 'payment_plans', debtor: 'r.debtor_id', context: shown('payment_plan') },
  task: { table: 'tasks', debtor: 'r.debtor_id', context: shown('task') },
}
