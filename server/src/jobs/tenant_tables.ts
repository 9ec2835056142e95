import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'

/** A foreign key from one tenant table to another; loose when its columns may be empty. */
export type Reference = { table: string; to: string; columns: string[]; loose: boolean }

/** In which order tables can be emptied, and which columns have to be emptied before. */
export type RemovalPlan = { order: string[]; loosened: { table: string; columns: string[] }[] }

/**
 * The order in which tables can be emptied: whoever points comes before what it points at. Where tables point at each
 * other in a circle, columns that may be empty are emptied first.
 */
export function removalOrder(tables: readonly string[], references: readonly Reference[]): RemovalPlan {
  const left = new Set(tables)
  const order: string[] = []
  const loosened: Reference[] = []
  let holding = references.filter((one) => one.table !== one.to || !one.loose)
  loosened.push(...references.filter((one) => one.table === one.to && one.loose))
  while (left.size > 0) {
    const inside = holding.filter((one) => left.has(one.table) && left.has(one.to))
    const free = [...left].filter((table) => !inside.some((one) => one.to === table)).sort()
    for (const table of free) left.delete(table)
    order.push(...free)
    if (free.length > 0) continue
    const loose = inside.filter((one) => one.loose)
    if (loose.length === 0) throw new Error(`${[...left].join(', ')} point at each other, and none can let go.`)
    loosened.push(...loose)
    holding = holding.filter((one) => !loose.includes(one))
  }
  return { order, loosened: loosened.map(({ table, columns }) => ({ table, columns })) }
}

/**
 * Every table that belongs to administrations, known by its key, which begins with one: a table that is new tomorrow
 * is emptied too. Those that go with their administration by themselves are left to it.
 */
export async function tenantTables(db: Kysely<Tables>): Promise<{ tables: string[]; references: Reference[] }> {
  const { rows } = await sql<{ name: string }>`
    select c.conrelid::regclass::text as name from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1] and a.attname = 'administration_id'
    where c.contype = 'p' and not exists (
      select from pg_constraint own
      where own.conrelid = c.conrelid and own.confrelid = 'administrations'::regclass and own.confdeltype = 'c')
    order by name`.execute(db)
  const { rows: references } = await sql<Reference>`
    select c.conrelid::regclass::text as table, c.confrelid::regclass::text as to,
           array_agg(a.attname::text order by a.attname) as columns, not bool_or(a.attnotnull) as loose
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey) and a.attname <> 'administration_id'
    where c.contype = 'f' and c.conrelid::regclass::text = any(${rows.map((row) => row.name)}::text[])
      and c.confrelid::regclass::text = any(${rows.map((row) => row.name)}::text[])
    group by c.oid`.execute(db)
  return { tables: rows.map((row) => row.name), references }
}
