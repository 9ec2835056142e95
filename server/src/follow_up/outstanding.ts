import { type RawBuilder, sql } from 'kysely'

/** All that is open of an invoice: principal, and every kind of cost. */
export const outstanding = (row: string): RawBuilder<string> => sql`
  (${sql.ref(`${row}.open_amount`)} + ${sql.ref(`${row}.administration_costs_open`)}
   + ${sql.ref(`${row}.interest_costs_open`)} + ${sql.ref(`${row}.debt_collection_costs_open`)})`

/** Whether something is left to be asked for. A credit note is not, and nor is what was paid with all its costs. */
export const isOwed = (row: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${row}.open_amount`)} >= 0 and ${outstanding(row)} > 0)`

/** Whether anything of an invoice is open, in either direction, its costs included. */
export const hasOpen = (row: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${row}.open_amount`)} <> 0 or ${sql.ref(`${row}.administration_costs_open`)} <> 0
    or ${sql.ref(`${row}.interest_costs_open`)} <> 0 or ${sql.ref(`${row}.debt_collection_costs_open`)} <> 0)`
