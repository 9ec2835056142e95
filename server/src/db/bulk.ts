import { type Kysely, sql } from 'kysely'
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
  if (wanted.rows.length === 0) return []
  const { administration_id, stamp } = wanted
  const table = sql.table(wanted.table)
  const key = sql.ref(wanted.key)
  const columns = sql.join(wanted.columns.map((name) => sql.ref(name)))
  const values = sql.join(wanted.columns.map((name) => sql`(merged.wanted).${sql.ref(name)}`))
  const changes = sql.join(wanted.columns.map((name) => sql`${sql.ref(name)} = (merged.wanted).${sql.ref(name)}`))
  const present = sql.join(wanted.columns.map((name) => sql`t.${sql.ref(name)}`))
  const { rows } = await sql<WrittenRow>`
    with given as materialized (
      select n, value from jsonb_array_elements(${JSON.stringify(wanted.rows)}::jsonb) with ordinality one (value, n)
    ), merged as materialized (
      -- What a row does not name keeps the value of the row that is there.
      select given.n, old.id, jsonb_populate_record(old, given.value - 'id') as wanted
      from given
      left join ${table} old
        on old.administration_id = ${administration_id}::bigint and old.id = (given.value ->> 'id')::bigint
    ), added as (
      insert into ${table} (administration_id, ${columns}, created_at, updated_at)
      select ${administration_id}::bigint, ${values}, ${stamp}::timestamptz, ${stamp}::timestamptz
      from merged where id is null order by n
      returning id, ${key} as key
    ), changed as (
      update ${table} t set ${changes}, updated_at = ${stamp}::timestamptz
      from merged
      where t.administration_id = ${administration_id}::bigint and t.id = merged.id
        and (${present}) is distinct from (${values})
      returning t.id, t.${key} as key
    )
    select id::text, key, true as is_new from added union all select id::text, key, false from changed`.execute(db)
  return rows
}
