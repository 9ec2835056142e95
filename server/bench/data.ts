import { createApiToken } from '../src/auth/api_tokens.ts'
import { createAdministration, createCompany } from '../src/auth/people.ts'
import { permission_names } from '../src/auth/permissions.ts'
import { type Connection, connect, type Database } from '../src/db/connect.ts'
import { migrate } from '../src/db/migrate.ts'

/** What the cases have to know of the data. */
export type Facts = {
  administration_id: string
  token: string
  deep_page: number
  deep_cursor: string
  ten_changed_after: string
  half: number
  half_changed_after: string
  newest: number
  newest_after: string
  ids: string[]
  debtor_numbers: string[]
}

const rows_a_statement = 10_000
const invoices_a_debtor = 2
const list_length = 500

/** Fills an empty database with one administration of so many debtors, and invoices and labels to compute from. */
export async function buildData(
  connection: Connection,
  count: number,
  progress: (line: string) => void,
): Promise<Facts> {
  await migrate(connection)
  const database = connect(connection, { connections: 1, application: 'dunlin bench' })
  try {
    const { administration_id, token } = await makeTenant(database)
    const newest = Math.min(5000, Math.floor(count / 4))
    for (let from = 1; from <= count; from += rows_a_statement) {
      const to = Math.min(count, from + rows_a_statement - 1)
      const values = [administration_id, from, to]
      await database.pool.query(debtors_sql, [...values, count - newest])
      await database.pool.query(invoices_sql, [...values, invoices_a_debtor])
      await database.pool.query(labels_sql, values)
      progress(`${to} of ${count} debtors`)
    }
    await database.pool.query('vacuum (analyze)')
    await database.pool.query('checkpoint').catch(() => {})
    return { administration_id, token, newest, ...(await readFacts(database, administration_id, count, newest)) }
  } finally {
    await database.close()
  }
}

async function makeTenant({ db }: Database): Promise<{ administration_id: string; token: string }> {
  const now = new Date('2026-11-14T09:30:00Z')
  const company_id = await createCompany(db, { name: 'Bench', now })
  const administration_id = await createAdministration(db, {
    company_id,
    name: 'Bench',
    email_address: 'office@example.com',
    country_code: 'NL',
    now,
  })
  const told = { company_id, name: 'Bench', permissions: permission_names, administration_ids: null, now }
  const { token } = await db.transaction().execute((trx) => createApiToken(trx, told))
  return { administration_id, token }
}

/**
 * About 1 kB of JSON each. Moments of change are spread over a year without any order, except those of the newest
 * debtors, which are the latest of all: what an import of new debtors leaves behind.
 */
const debtors_sql = `
  insert into debtors (
    administration_id, id, debtor_number, debtor_identifier, name, postal_address_street_1, postal_address_street_2,
    postal_address_postal_code, postal_address_city, postal_address_region, postal_address_country_code,
    bank_account_name, bank_account_number, call_phone_number, sms_phone_number, coc_number, vat_number, language_code,
    relation_manager, primary_email_address, invoice_email_address, invoice_cc_email_address,
    invoice_bcc_email_address, reminder_email_address, reminder_cc_email_address, credit_limit_amount, remark,
    paused_at, public_token, created_at, updated_at)
  select $1::bigint, n, 'D' || lpad(n::text, 7, '0'), md5(n::text), 'Bakkerij & Café De Gouden Aar ' || n || ' B.V.',
    'Voorbeeldstraat ' || n % 400, case when n % 3 = 0 then 'Unit ' || n % 90 end,
    1000 + n % 9000 || ' AB', 'Exampletown aan den Rijn', 'Zuid-Holland', 'NL',
    'Bakkerij De Gouden Aar ' || n, 'NL91ABNA' || lpad(n::text, 10, '0'), '+3110' || lpad(n::text, 7, '0'),
    '+3161' || lpad(n::text, 7, '0'), lpad(n::text, 8, '0'), 'NL' || lpad(n::text, 9, '0') || 'B01', 'nl',
    'M. de Vries', 'administratie' || n || '@example.com', 'facturen' || n || '@example.com',
    'inkoop' || n || '@example.com', case when n % 4 = 0 then 'archief' || n || '@example.com' end,
    'crediteuren' || n || '@example.com', 'directie' || n || '@example.com', n % 500 * 100 + 0.5,
    'Pays late in August.', case when n % 50 = 0 then timestamptz '2026-03-01 08:00:00.123456Z' end,
    md5('public' || n), timestamptz '2025-11-01 00:00Z',
    case when n > $4::bigint then timestamptz '2026-11-01 00:00Z' + n * interval '1 second'
         else timestamptz '2025-11-01 00:00Z' + (hashint8(n) & 2147483647) % 31000000 * interval '1 second'
              + n * interval '1 microsecond'
    end
  from generate_series($2::bigint, $3::bigint) n`

const invoices_sql = `
  with made as (insert into invoices (
    administration_id, debtor_id, debtor_number, debtor_identifier, invoice_number, currency_code, payment_method,
    invoice_date, due_date, total_amount, open_amount, book_total_amount, book_open_amount, created_at, updated_at)
  select d.administration_id, d.id, d.debtor_number, d.debtor_identifier, 'F' || d.id || '-' || n, 'EUR',
    'bank_transfer', date '2026-09-01' + n, date '2026-10-01' + n, 121, 21.5 * n, 121, 21.5 * n, d.created_at,
    d.updated_at
  from debtors d cross join generate_series(1, $4::integer) n
  where d.administration_id = $1::bigint and d.id between $2::bigint and $3::bigint
  returning *)
  insert into ledger_entries (
    administration_id, invoice_id, kind, amount, book_amount, entry_date, created_at)
  select administration_id, id, kind, amount, amount, invoice_date, created_at
  from made cross join lateral (values ('charge', total_amount), ('payment', open_amount - total_amount))
    entry (kind, amount)`

const labels_sql = `
  insert into debtor_labels (administration_id, debtor_id, name)
  select d.administration_id, d.id, l
  from debtors d cross join unnest(array['wholesale', 'north']) l
  where d.administration_id = $1::bigint and d.id between $2::bigint and $3::bigint and d.id % 2 = 0`

type Read = Omit<Facts, 'administration_id' | 'token' | 'newest'>

async function readFacts({ pool }: Database, id: string, count: number, newest: number): Promise<Read> {
  const one = async (text: string, values: unknown[]): Promise<string> =>
    (await pool.query<{ value: string }>(text, values)).rows[0]?.value ?? ''
  const nth = `select id::text as value from debtors where administration_id = $1 order by id offset $2 limit 1`
  const changed = `select to_json(updated_at)#>>'{}' as value from debtors where administration_id = $1
    order by updated_at desc offset $2 limit 1`
  const half = Math.floor(count / 2)
  const deep_page = Math.floor(count / 100) - 2
  const { rows } = await pool.query<{ id: string; debtor_number: string }>(
    `select id, debtor_number from debtors where administration_id = $1 and id % $2 = 0 order by md5(id::text)
     limit $3`,
    [id, Math.max(1, Math.floor(count / list_length / 4)), list_length],
  )
  return {
    deep_page,
    deep_cursor: await one(nth, [id, deep_page * 100 - 1]),
    ten_changed_after: await one(changed, [id, 10]),
    half,
    half_changed_after: await one(changed, [id, half]),
    newest_after: await one(changed, [id, newest]),
    ids: rows.map((row) => row.id),
    debtor_numbers: rows.map((row) => row.debtor_number),
  }
}
