import { type Kysely, type RawBuilder, sql } from 'kysely'
import { asTable } from './rows_as_table.ts'
import type { Tables } from './schema.ts'

/** A row as it shall be: with an id it changes that row, without one it is new. Columns left out stay as they are. */
export type WantedRow = { readonly id?: string | undefined; readonly [column: string]: unknown }

export type WantedRows = {
  table: keyof Tables & string
  administration_id: string
  stamp: string
  /** The column by which a caller knows a row. */
  key: string
  /** Every column that a row may name, besides its id. */
  columns: readonly string[]
  rows: readonly WantedRow[]
}

export type WrittenRow = { id: string; key: string; is_new: boolean }

/**
 * Writes many rows of one administration in one statement, and returns those that are new or changed. Rows that are as
 * wanted already are not touched, so that nobody who follows changes sees them again.
 */
export async function writeRows(db: Kysely<Tables>, wanted: WantedRows): Promise<WrittenRow[]> {
  const { administration_id, stamp, rows: given } = wanted
  // A column that no row names cannot change.
  const named = wanted.columns.filter((name) => given.some((row) => row[name] !== undefined))
  if (given.length === 0 || named.length === 0) return []
  const left_out = given.map((row) => named.filter((name) => row[name] === undefined))
  const sometimes = new Set(left_out.flat())
  const list = (write: (column: RawBuilder<unknown>, name: string) => RawBuilder<unknown>): RawBuilder<unknown> =>
    sql.join(named.map((name) => write(sql.ref(name), name)))
  const table = sql.table(wanted.table)
  const key = sql.ref(wanted.key)
  const typed = await typesOf(db, wanted.table, ['id', ...named])
  const numbered = given.map((row, n) => ({ ...row, n, left_out: `,${left_out[n]?.join(',')},` }))
  const value = (column: RawBuilder<unknown>, name: string): RawBuilder<unknown> =>
    sometimes.has(name)
      ? sql`case when strpos(given.left_out, ${`,${name},`}::text) > 0 then t.${column} else given.${column} end`
      : sql`given.${column}`
  const { rows } = await sql<WrittenRow>`
    with given as materialized (
      select * from ${asTable('row', numbered, { ...typed, n: 'integer', left_out: 'text' })}
    ), added as (
      insert into ${table} (administration_id, ${list((column) => column)}, created_at, updated_at)
      select ${administration_id}::bigint, ${list((column) => column)}, ${stamp}::timestamptz, ${stamp}::timestamptz
      from given where id is null order by n
      returning id, ${key} as key
    ), changed as (
      update ${table} t
      set ${list((column, name) => sql`${column} = ${value(column, name)}`)}, updated_at = ${stamp}::timestamptz
      from given
      where t.administration_id = ${administration_id}::bigint and t.id = given.id
        and (${list((column) => sql`t.${column}`)}) is distinct from (${list(value)})
      returning t.id, t.${key} as key
    )
    select id::text, key, true as is_new from added union all select id::text, key, false from changed`.execute(db)
  return rows
}

const known_types = new Map<string, ReadonlyMap<string, string>>()

/** The types of these columns of a table, as `asTable` takes them. */
export async function typesOf(
  db: Kysely<Tables>,
  table: string,
  columns: readonly string[],
): Promise<{ [column: string]: string }> {
  const types = await allTypes(db, table)
  return Object.fromEntries([...types].filter(([name]) => columns.includes(name)))
}

/** The types of a table's columns, asked once: naming them costs half of what a whole row of the table does. */
async function allTypes(db: Kysely<Tables>, table: string): Promise<ReadonlyMap<string, string>> {
  const known = known_types.get(table)
  if (known) return known
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = ${table}::text::regclass and attnum > 0 and not attisdropped`.execute(db)
  const types = new Map(rows.map(({ name, type }) => [name, type]))
  known_types.set(table, types)
  return types
}
