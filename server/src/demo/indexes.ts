import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { Job } from './bulk.ts'

// Keeping indexes true row by row was two fifths of a large fill; making them afterwards costs half of that. What was
// set aside is written down first, so that it comes back whatever happens in between.

/**
 * Drops the indexes of what belongs to administrations, except those that keys stand on, and those by which
 * conversations are found while they are made from messages.
 */
export async function setIndexesAside(db: Kysely<Tables>): Promise<void> {
  await sql`
    create table demo_indexes as
    select indexrelid::regclass::text as name, indrelid::regclass::text as table_name,
           pg_get_indexdef(indexrelid) as definition
    from pg_index
    where indrelid in (
        select attrelid from pg_attribute join pg_class on pg_class.oid = attrelid
        where attname = 'administration_id' and relkind = 'r' and relnamespace = current_schema()::regnamespace)
      and indrelid not in ('messages'::regclass, 'conversations'::regclass)
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(db)
  for (const { name } of await asideIndexes(db)) await sql`drop index ${sql.id(name)}`.execute(db)
}

/** One job for each index that was set aside; those that take longest come first, so that none is waited for. */
export async function indexJobs(db: Kysely<Tables>): Promise<Job[]> {
  return (await asideIndexes(db)).map(({ name, definition }) => ({
    table: 'indexes',
    rows: 1,
    run: async (own) => {
      // Two are made at a time already, so each makes do with one process.
      await sql`select set_config('max_parallel_maintenance_workers', '0', true),
                       set_config('maintenance_work_mem', '256MB', true)`.execute(own)
      // The definition is what PostgreSQL itself printed.
      await sql.raw(definition).execute(own)
      await sql`delete from demo_indexes where name = ${name}::text`.execute(own)
    },
  }))
}

/** Forgets that any were set aside. */
export async function dropAside(db: Kysely<Tables>): Promise<void> {
  await sql`drop table if exists demo_indexes`.execute(db)
}

async function asideIndexes(db: Kysely<Tables>): Promise<{ name: string; definition: string }[]> {
  const { rows: found } = await sql<{
    there: boolean
  }>`select to_regclass('demo_indexes') is not null as there`.execute(db)
  if (found[0]?.there !== true) return []
  const { rows } = await sql<{ name: string; definition: string }>`
    select name, definition from demo_indexes
    order by definition like '%USING gist%' desc, pg_relation_size(table_name::regclass) desc, name`.execute(db)
  return rows
}
