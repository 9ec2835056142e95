import { type Kysely, sql } from 'kysely'
import type { Tables } from './schema.ts'

/** So many ids of a table that nobody else gets, in order: for rows that others written with them will name. */
export async function drawIds(db: Kysely<Tables>, table: keyof Tables & string, count: number): Promise<string[]> {
  if (count === 0) return []
  const { rows } = await sql<{ id: string }>`
    select nextval(drawn.sequence) as id
    from (select pg_get_serial_sequence(${table}::text, 'id')::regclass as sequence offset 0) drawn
    cross join generate_series(1, ${count}::integer)`.execute(db)
  return rows.map((row) => row.id)
}
