import { sql } from 'kysely'
import type { Context } from '../../api/context.ts'

/** The day that it is where the administration is, and the currency of its books. */
export async function administrationOf({ db, administration_id, now }: Context) {
  const { rows } = await sql<{ today: string; book_currency: string }>`
    select (${now.toISOString()}::timestamptz at time zone timezone)::date as today, currency_code as book_currency
    from administrations where id = ${administration_id}::bigint`.execute(db)
  return rows[0] ?? { today: now.toISOString().slice(0, 10), book_currency: '' }
}
