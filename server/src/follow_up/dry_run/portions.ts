import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/schema.ts'

const portion_size = 500

/** The debtors of whom something is open or who have a case, by id, some hundred at a time. */
export async function* followedDebtors(db: Kysely<Tables>, administration_id: string): AsyncGenerator<string[]> {
  for (let after = '0'; ; ) {
    const { rows } = await sql<{ id: string }>`
      select d.id from debtors d
      where d.administration_id = ${administration_id}::bigint and d.id > ${after}::bigint and (
        exists (select from invoices i
          where i.administration_id = ${administration_id}::bigint and i.debtor_id = d.id and i.open_amount <> 0)
        or exists (select from invoices i
          where i.administration_id = ${administration_id}::bigint and i.debtor_id = d.id
            and (i.administration_costs_open <> 0 or i.interest_costs_open <> 0 or i.debt_collection_costs_open <> 0))
        or exists (select from credit_cases c
          where c.administration_id = ${administration_id}::bigint and c.debtor_id = d.id and c.deactivated_at is null))
      order by d.id limit ${portion_size}::integer`.execute(db)
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) yield ids
    if (ids.length < portion_size) return
    after = ids.at(-1) ?? after
  }
}
