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
  const names = new Set(rows.map(({ name }) => name))
  // Each by its key: the highest id over all administrations would read the whole table.
  const last = (name: string) => sql`(select max(id) from ${sql.table(name)} where administration_id = a.id)`
  for (const { name } of rows.filter((table) => table.given_ids)) {
    const deleted = `deleted_${name}`
    const highest = names.has(deleted) ? sql`greatest(${last(name)}, ${last(deleted)})` : last(name)
    await sql`select setval(pg_get_serial_sequence(${name}::text, 'id'), highest)
              from (select max(${highest}) as highest from administrations a) used
              where highest is not null`.execute(db)
  }
}
