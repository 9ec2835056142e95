import { sql } from 'kysely'
import type { Change } from '../db/change.ts'
import { cents } from '../domain/money.ts'
import type { Happening } from '../events/emit_many.ts'

/** What an invoice counts for, before (null: it is new) and after. */
type DebtChange = {
  debtor_id: string
  was: { debtor_id: string; book_open: bigint } | null
  is: { book_open: bigint }
}

/** Debtors whose debt was within their credit limit before these changes, and is not any more. */
export async function exceededLimits(
  { db, administration_id }: Change,
  changes: readonly DebtChange[],
): Promise<Happening[]> {
  const grown = new Map<string, bigint>()
  const add = (debtor_id: string, amount: bigint): void => {
    if (amount !== 0n) grown.set(debtor_id, (grown.get(debtor_id) ?? 0n) + amount)
  }
  for (const { was, is, debtor_id } of changes) {
    add(debtor_id, is.book_open)
    if (was) add(was.debtor_id, -was.book_open)
  }
  const ids = [...grown].filter(([, amount]) => amount > 0n).map(([debtor_id]) => debtor_id)
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string; limit_amount: string; open: string }>`
    select d.id, d.credit_limit_amount as limit_amount, coalesce(t.book_open_amount, 0)::numeric(20,2) as open
    from debtors d
    left join debtor_totals t on t.administration_id = ${administration_id}::bigint and t.debtor_id = d.id
    where d.administration_id = ${administration_id}::bigint and d.id = any(${ids}::bigint[])
      and d.credit_limit_amount is not null`.execute(db)
  return rows.flatMap((row) => {
    const open = cents(row.open)
    const limit = cents(row.limit_amount)
    const passed = open > limit && open - (grown.get(row.id) ?? 0n) <= limit
    return passed ? [{ event_name: 'credit_limit_exceeded', resource_type: 'debtor', resource_id: row.id }] : []
  })
}
