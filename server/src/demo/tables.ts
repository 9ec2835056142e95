import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { Job } from './bulk.ts'

/** The tables that were filled, the largest first. Those outside an administration gave out their own ids. */
export const filledTables = (db: Kysely<Tables>) =>
  sql<{ name: string; columns: string[]; given_ids: boolean }>`
    select relname::text as name, array_agg(attname::text order by attnum) filter (where attgenerated = '') as columns,
           count(*) filter (where attname = 'administration_id' or (attname = 'id' and atthasdef)) = 2 as given_ids
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and relpersistence = 'p'
    group by pg_class.oid
    order by relpages desc, relname`.execute(db)

/** Without the documents: nobody searches in them, and they are most of the work. */
export async function analyses(db: Kysely<Tables>): Promise<Job[]> {
  const { rows } = await filledTables(db)
  return rows.map(({ name, columns }) => ({
    table: 'statistics',
    rows: 1,
    run: async (own) => {
      await sql`analyze ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})`.execute(own)
    },
  }))
}

/** Rows were given their ids, so the next ones must come after them, and after those of the deleted records. */
export async function continueIds(db: Kysely<Tables>): Promise<void> {
  const { rows } = await filledTables(db)
  const { rows: administrations } = await sql<{ id: string }>`select id from administrations`.execute(db)
  for (const { name } of rows.filter((table) => table.given_ids)) {
    let highest = 0n
    for (const place of rows.filter((table) => table.name === name || table.name === `deleted_${name}`)) {
      for (const { id } of administrations) {
        // Each by its key: the highest id over all administrations would read the whole table.
        const { rows: last } = await sql<{ id: string | null }>`
          select max(id) as id from ${sql.table(place.name)} where administration_id = ${id}::bigint`.execute(db)
        const own = BigInt(last[0]?.id ?? 0)
        if (own > highest) highest = own
      }
    }
    if (highest === 0n) continue
    await sql`select setval(pg_get_serial_sequence(${name}::text, 'id'), ${String(highest)}::bigint)`.execute(db)
  }
}
