import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import { chooseFlow } from '../../flows/choose.ts'
import type { Flow } from '../../flows/flow.ts'
import { partyOf } from '../../law/party.ts'

type Kind = {
  payment_condition: string | null
  payment_method: string
  is_company: boolean | null
  has_register_number: boolean
  invoices: number
}

/** How many open invoices follow each of these flows, by code; under null those that follow none. */
export async function countFollowed(
  db: Kysely<Tables>,
  administration_id: string,
  flows: readonly Flow[],
): Promise<Map<string | null, number>> {
  const { rows } = await sql<Kind>`
    select i.payment_condition, i.payment_method, d.is_company,
           coalesce(d.coc_number, '') <> '' or coalesce(d.vat_number, '') <> '' as has_register_number,
           count(*)::integer as invoices
    from invoices i
    join debtors d on d.administration_id = ${administration_id}::bigint and d.id = i.debtor_id
    where i.administration_id = ${administration_id}::bigint and i.open_amount > 0
    group by 1, 2, 3, 4`.execute(db)
  const counts = new Map<string | null, number>()
  for (const { payment_condition, payment_method, invoices, ...debtor } of rows) {
    const { party } = partyOf(debtor)
    const code = chooseFlow(flows, { payment_condition, party, payment_method })?.code ?? null
    counts.set(code, (counts.get(code) ?? 0) + invoices)
  }
  return counts
}
