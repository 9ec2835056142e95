import type pg from 'pg'
import { jobs_table } from './manifest.ts'

/** Whatever a server or a role prefers: rows are printed and read in one way, in the order in which they lie. */
export async function setSession(own: pg.Client): Promise<void> {
  await own.query(`
    set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
    set extra_float_digits = 1; set client_encoding = 'UTF8'; set synchronize_seqscans = off;
    set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set search_path = public`)
}

/** The tables of Dunlin, in the order of their names; not what it notes about migrations, nor jobs that are held. */
export async function readTables(own: pg.Client): Promise<string[]> {
  const { rows } = await own.query<{ name: string }>(
    `select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all ($1::text[]) order by c.relname`,
    [['migrations', jobs_table]],
  )
  return rows.map(({ name }) => name)
}

/** The columns that are written, by table; what the database makes itself is made again. */
export async function readColumns(own: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await own.query<{ table: string; columns: string[] }>(`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname`)
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

/** The statement that prints a table. */
export function copyOut(own: pg.Client, table: string, columns: readonly string[]): string {
  return `copy ${own.escapeIdentifier(table)} (${listed(own, columns)}) to stdout`
}

/** The statement that takes a table in. */
export function copyIn(own: pg.Client, table: string, columns: readonly string[]): string {
  return `copy ${own.escapeIdentifier(table)} (${listed(own, columns)}) from stdin`
}

/**
 * How many rows end in a piece of what COPY prints: each row ends with a line feed, and there is no other. The number
 * that the server gives comes after the last row, maybe later than the reader of the rows looks for it.
 */
export function rowsIn(piece: Buffer): number {
  let count = 0
  for (let at = piece.indexOf(line_feed); at >= 0; at = piece.indexOf(line_feed, at + 1)) count++
  return count
}

const line_feed = 0x0a

const listed = (own: pg.Client, columns: readonly string[]): string =>
  columns.map((name) => own.escapeIdentifier(name)).join(', ')
