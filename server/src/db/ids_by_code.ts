import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

/** The records that are known by a code, of those that items name. */
export async function idsByCode(
  db: Kysely<Tables>,
  table: 'payment_conditions' | 'vat_rates',
  administration_id: string,
  items: readonly { code: string }[],
): Promise<Map<string, string>> {
  const codes = items.map((item) => item.code)
  const rows = await db
    .selectFrom(table)
    .select(['id', 'code'])
    .where('administration_id', '=', administration_id)
    .where('code', 'in', codes)
    .execute()
  return new Map(rows.map((row) => [row.code, row.id]))
}
