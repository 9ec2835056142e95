import type { Database } from '../src/db/connect.ts'
import { debtors_sql, vat_rate_sql } from './data.sql.ts'
import type { Size } from './data.ts'
import { made_at, makeTenant } from './tenants.ts'

/** Where those who write do so: each in an administration of its own, the plain handler also in tables of its own. */
export type Writing = { token: string; service: Place; plain: Place; batch: number; batches: number }

export type Place = { administration_id: string; schema: 'public' | 'plain'; message_ids: string[] }

/** Invoices that are written belong to these, in turn. */
export const debtors_of_writer = 100
const copied_debtors = 10_000

/**
 * Tables as a good developer makes them in an afternoon: the same columns and keys, no documents, no index for those
 * who follow changes in the order of ids, no ledger. So the plain handler does not pay for what only the service has.
 */
const plain_tables_sql = `
  create schema plain;
  create table plain.debtors (like public.debtors including defaults including identity);
  create table plain.invoices (like public.invoices including defaults including identity);
  create table plain.invoice_lines (like public.invoice_lines including defaults including identity);
  create table plain.payments (like public.payments including defaults including identity);
  create table plain.messages (like public.messages including defaults including identity);
  alter table plain.debtors drop column document, add primary key (administration_id, id);
  alter table plain.invoices drop column document, add primary key (administration_id, id),
    add foreign key (administration_id, debtor_id) references plain.debtors (administration_id, id);
  alter table plain.invoice_lines add primary key (administration_id, id),
    add foreign key (administration_id, invoice_id) references plain.invoices (administration_id, id);
  alter table plain.payments drop column document, add primary key (administration_id, id),
    add foreign key (administration_id, invoice_id) references plain.invoices (administration_id, id);
  alter table plain.messages drop column document, add primary key (administration_id, id);
  create unique index on plain.debtors (administration_id, debtor_number);
  create unique index on plain.debtors (administration_id, debtor_identifier);
  create index on plain.debtors (administration_id, updated_at, id);
  create unique index on plain.invoices (administration_id, invoice_number);
  create index on plain.invoices (administration_id, debtor_id);
  create index on plain.invoices (administration_id, updated_at, id);
  create index on plain.invoice_lines (administration_id, invoice_id);
  create unique index on plain.payments (administration_id, origin_identifier);
  create index on plain.payments (administration_id, invoice_id);
  create index on plain.payments (administration_id, updated_at, id);
  create index on plain.messages (administration_id, updated_at, id)`

/** The debtors that are there brought ids of their own. */
const draw_past_sql = (schema: Place['schema']): string =>
  `select setval(pg_get_serial_sequence('${schema}.debtors', 'id'), (select max(id) from debtors))`

const messages_sql = (schema: Place['schema']): string => `
  insert into ${schema}.messages (administration_id, sender_type, subject, content, received_at, email, created_at,
    updated_at)
  select $1::bigint, 'debtor', 'Question about invoice ' || n, 'When was this delivered? We have no receipt of it.',
    $3::timestamptz, 'crediteuren' || n || '@example.com', $3::timestamptz, $3::timestamptz
  from generate_series(1, $2::integer) n returning id`

/** Makes what writers need. The tables of the plain handler begin with a part of what is in those of the service. */
export async function makeWriting(database: Database, { batch, batches }: Size, like_id: string): Promise<Writing> {
  const { pool } = database
  const { token, administration_ids } = await makeTenant(database, 'Writers', 2)
  const [of_service = '', of_plain = ''] = administration_ids
  await pool.query(vat_rate_sql, [administration_ids, made_at])
  for (const id of administration_ids) await pool.query(debtors_sql, [[id], 1, debtors_of_writer, debtors_of_writer])
  await pool.query(plain_tables_sql)
  await copy(pool, 'debtors', 'id', [like_id, of_plain])
  await copy(pool, 'invoices', 'debtor_id', [like_id])
  const invoice_ids = '(select id from plain.invoices)'
  await copy(pool, 'invoice_lines', 'id', [like_id], `and invoice_id in ${invoice_ids}`)
  await copy(pool, 'payments', 'id', [like_id], `and invoice_id in ${invoice_ids}`)
  for (const schema of ['public', 'plain'] as const) await pool.query(draw_past_sql(schema))
  const place = async (administration_id: string, schema: Place['schema']): Promise<Place> => {
    const values = [administration_id, batch * batches, made_at]
    const { rows } = await pool.query<{ id: string }>(messages_sql(schema), values)
    return { administration_id, schema, message_ids: rows.map((row) => row.id) }
  }
  return { token, service: await place(of_service, 'public'), plain: await place(of_plain, 'plain'), batch, batches }
}

/** An empty table would be planned for as one, and stay so. */
async function copy(pool: Database['pool'], table: string, by: string, ids: string[], also = ''): Promise<void> {
  const { rows } = await pool.query<{ names: string }>(
    `select string_agg(column_name, ', ') as names from information_schema.columns
     where table_schema = 'plain' and table_name = $1::text`,
    [table],
  )
  const names = rows[0]?.names ?? ''
  const bound = also === '' ? `and ${by} <= ${copied_debtors}` : also
  await pool.query(
    `insert into plain.${table} (${names}) select ${names} from public.${table}
     where administration_id = any($1::bigint[]) ${bound}`,
    [ids],
  )
}
