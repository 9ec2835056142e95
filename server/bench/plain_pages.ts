import type pg from 'pg'

type Row = Record<string, unknown>
export type Query = Record<string, string | undefined>

type Family = {
  table: string
  columns: string
  computed: Record<string, string>
  filters: Record<string, { sql: string; list: boolean }>
  present: (row: Row) => object
}

const debtor_columns = [
  ...['id', 'administration_id', 'debtor_number', 'debtor_identifier', 'name', 'postal_address_city'],
  ...['postal_address_country_code', 'postal_address_postal_code', 'postal_address_region', 'postal_address_street_1'],
  ...['postal_address_street_2', 'bank_account_name', 'bank_account_number', 'call_phone_number', 'sms_phone_number'],
  ...['coc_number', 'vat_number', 'credit_limit_amount', 'debtor_provided_email_address', 'primary_email_address'],
  ...['invoice_email_address', 'invoice_cc_email_address', 'invoice_bcc_email_address', 'reminder_email_address'],
  ...['reminder_cc_email_address', 'reminder_bcc_email_address', 'language_code', 'relation_manager', 'paused_at'],
  ...['reminding_paused_at', 'updated_at'],
].join(', ')

const computed: Record<string, string> = {
  book_open_amount: `(select coalesce(sum(i.book_open_amount), 0.00) from invoices i
    where i.administration_id = d.administration_id and i.debtor_id = d.id) as book_open_amount`,
  labels: `(select coalesce(json_agg(json_build_object('name', l.name) order by l.id), '[]')
    from debtor_labels l where l.administration_id = d.administration_id and l.debtor_id = d.id) as labels`,
}

const debtor_filters: Record<string, { sql: string; list: boolean }> = {
  ids: { sql: 'd.id = any($4::bigint[])', list: true },
  debtor_numbers: { sql: 'd.debtor_number = any($4::text[])', list: true },
  updated_after: { sql: 'd.updated_at > $4::timestamptz', list: false },
}

const moment = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  const [day, time = ''] = value.split(' ')
  const [seconds, fraction = ''] = time.replace('+00', '').split('.')
  return `${day}T${seconds}.${fraction.padEnd(6, '0')}Z`
}

function presentDebtor(row: Row) {
  return {
    id: row.id,
    administration_id: row.administration_id,
    debtor_number: row.debtor_number,
    debtor_identifier: row.debtor_identifier,
    name: row.name,
    postal_address: {
      city: row.postal_address_city,
      country_code: row.postal_address_country_code,
      postal_code: row.postal_address_postal_code,
      region: row.postal_address_region,
      street_1: row.postal_address_street_1,
      street_2: row.postal_address_street_2,
    },
    bank_account_name: row.bank_account_name,
    bank_account_number: row.bank_account_number,
    call_phone_number: row.call_phone_number,
    sms_phone_number: row.sms_phone_number,
    coc_number: row.coc_number,
    vat_number: row.vat_number,
    credit_limit_amount: row.credit_limit_amount,
    debtor_provided_email_address: row.debtor_provided_email_address,
    primary_email_address: row.primary_email_address,
    invoice_email_address: row.invoice_email_address,
    invoice_cc_email_address: row.invoice_cc_email_address,
    invoice_bcc_email_address: row.invoice_bcc_email_address,
    reminder_email_address: row.reminder_email_address,
    reminder_cc_email_address: row.reminder_cc_email_address,
    reminder_bcc_email_address: row.reminder_bcc_email_address,
    language_code: row.language_code,
    relation_manager: row.relation_manager,
    paused_at: moment(row.paused_at),
    reminding_paused_at: moment(row.reminding_paused_at),
    updated_at: moment(row.updated_at),
  }
}

const invoice_moments = [
  ...['paused_at', 'sent_at', 'pre_reminder_at', 'reminder_1_at', 'reminder_2_at', 'reminder_3_at', 'reminder_4_at'],
  ...['final_reminder_at', 'latest_reminder_at', 'end_of_service_announcement_at', 'end_of_service_at'],
  ...['collectable_at', 'debt_collection_at', 'pre_summons_at', 'summons_1_at', 'summons_2_at', 'summons_3_at'],
  ...['summons_4_at', 'latest_summons_at', 'notice_of_default_at', 'pre_judicial_at', 'bailiff_at', 'updated_at'],
]

const invoice_columns = [
  ...['id', 'administration_id', 'debtor_id', 'debtor_number', 'invoice_number', 'invoice_identifier', 'order_number'],
  ...['purchase_order_number', 'category', 'description', 'currency_code', 'payment_method', 'invoice_date'],
  ...['due_date', 'payment_date', 'total_amount', 'open_amount', 'book_total_amount', 'book_open_amount'],
  ...['administration_costs_total', 'administration_costs_open', 'active_credit_case_id', 'active_payment_plan_id'],
  ...['paused_by_user', ...invoice_moments],
].join(', ')

function presentInvoice(row: Row) {
  for (const name of invoice_moments) row[name] = moment(row[name])
  return {
    ...row,
    credit_case_id: row.active_credit_case_id,
    payment_plan_id: row.active_payment_plan_id,
    first_reminder_at: row.reminder_1_at,
    first_summons_at: row.summons_1_at,
  }
}

export const families: Record<'debtors' | 'invoices', Family> = {
  debtors: { table: 'debtors', columns: debtor_columns, computed, filters: debtor_filters, present: presentDebtor },
  invoices: { table: 'invoices', columns: invoice_columns, computed: {}, filters: {}, present: presentInvoice },
}

function presentChosen(row: Row): Row {
  return 'updated_at' in row ? { ...row, updated_at: moment(row.updated_at) } : row
}

/** One page, by the columns that are needed, rows mapped to objects. */
export async function plainPage(pool: pg.Pool, family: Family, query: Query): Promise<object> {
  const per_page = Number(query.per_page ?? 100)
  const only = query.fields === undefined ? null : (JSON.parse(query.fields) as { only: string[] }).only
  const values: unknown[] = [query.administration_id, query.cursor ?? '0', per_page + 1]
  let where = 'd.administration_id = $1 and d.id > $2'
  for (const [name, filter] of Object.entries(family.filters)) {
    const value = query[name]
    if (value === undefined) continue
    where += ` and ${filter.sql}`
    values.push(filter.list ? value.split(',') : value)
  }
  const shown = only === null ? family.columns : only.map((name) => family.computed[name] ?? `d.${name}`).join(', ')
  const text = `select ${shown} from ${family.table} d where ${where} order by d.id limit $3`
  const { rows } = await pool.query<Row>(text, values)
  const page = rows.slice(0, per_page)
  const data = only === null ? page.map(family.present) : page.map(presentChosen)
  return rows.length > per_page ? { data, pagination: { cursor: page.at(-1)?.id } } : { data }
}
