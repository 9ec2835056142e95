import type pg from 'pg'

/** In a statement: which Citus a database has; null where it has none. */
export const citus_version = `(select extversion from pg_catalog.pg_extension where extname = 'citus')`

/** Which Citus a database has; null where it has none. */
export async function citusVersion(own: pg.ClientBase): Promise<string | null> {
  const { rows } = await own.query<{ version: string | null }>(`select ${citus_version} as version`)
  return rows[0]?.version ?? null
}
