import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import type { Day } from '../../domain/days.ts'
import { cents, sumOf } from '../../domain/money.ts'
import type { DebtPayment } from '../../law/claim/debt.ts'
import type { CostPayment } from '../../law/pack.ts'
import type { ChargeHistory } from '../decide/facts.ts'
import { grouped, idList, type Portion } from './portion.ts'

type PaidRow = { invoice_id: string; date: Day; amount: string }
type SettledRow = PaidRow & { of: CostPayment['of']; waived: boolean }
type ChargedRow = {
  id: string
  interest_open: string
  collection_open: string
  interest_posted: string
  costs_posted: string
  interest_elsewhere: string
  costs_elsewhere: string
}

/** What was paid and charged, of those invoices on which anything was. */
export async function readHistories(
  db: Kysely<Tables>,
  { administration_id }: Portion,
  ids: readonly string[],
): Promise<Map<string, ChargeHistory>> {
  if (ids.length === 0) return new Map()
  const paid = await sql<PaidRow>`
    select invoice_id, payment_date::text as date, total_amount::text as amount from payments
    where administration_id = ${administration_id}::bigint and invoice_id = any(${idList(ids)})
      and cost_type = 'principal'
      -- What was credited or written off was never owed, as far as interest goes.
      and coalesce(transaction_type, 'payment') in ('payment', 'settlement', 'reversal')
    order by invoice_id, payment_date, id`.execute(db)
  const settled = await sql<SettledRow>`
    select p.invoice_id, p.payment_date::text as date, p.total_amount::text as amount,
           case p.cost_type when 'interest_costs' then 'interest' else 'costs' end as of,
           coalesce(p.transaction_type, 'payment') = 'write_off' as waived
    from payments p
    where p.administration_id = ${administration_id}::bigint and p.invoice_id = any(${idList(ids)})
      and p.cost_type in ('interest_costs', 'debt_collection_costs') and p.total_amount > 0
      and coalesce(p.transaction_type, 'payment') in ('payment', 'settlement', 'write_off')
      and not exists (select from payments u where u.administration_id = ${administration_id}::bigint
                        and u.reverses_payment_id = p.id)
    order by p.invoice_id, p.payment_date, p.id`.execute(db)
  const charged = await sql<ChargedRow>`
    select i.id::text, i.interest_costs_open::text as interest_open,
           i.debt_collection_costs_open::text as collection_open,
           coalesce(sum(c.amount) filter (where c.cost_type = 'interest_costs'), 0)::text as interest_posted,
           coalesce(sum(c.amount) filter (where c.cost_type = 'debt_collection_costs'), 0)::text as costs_posted,
           coalesce((${elsewhere(administration_id, 'interest_costs')}), 0)::text as interest_elsewhere,
           coalesce((${elsewhere(administration_id, 'debt_collection_costs')}), 0)::text as costs_elsewhere
    from invoices i left join charge_calculations c
      on c.administration_id = ${administration_id}::bigint and c.invoice_id = i.id
      and not exists (select from payments u where u.administration_id = ${administration_id}::bigint
                        and u.reverses_payment_id = c.payment_id)
    where i.administration_id = ${administration_id}::bigint and i.id = any(${idList(ids)})
    group by i.administration_id, i.id`.execute(db)
  const paid_of = grouped(paid.rows, 'invoice_id')
  const settled_of = grouped(settled.rows, 'invoice_id')
  return new Map(
    charged.rows.map((row) => [
      row.id,
      {
        paid: withoutTakenBack(paid_of.get(row.id) ?? []),
        ...onCosts(settled_of.get(row.id) ?? []),
        ...{ interest_open: cents(row.interest_open), collection_open: cents(row.collection_open) },
        posted: { interest: cents(row.interest_posted), costs: cents(row.costs_posted) },
        charged_elsewhere: { interest: cents(row.interest_elsewhere), costs: cents(row.costs_elsewhere) },
      },
    ]),
  )
}

/** What the books or a person charged on an invoice, less what they took back; never below zero. */
const elsewhere = (administration_id: string, cost_type: 'interest_costs' | 'debt_collection_costs') => sql`
  select greatest(sum(-p.total_amount), 0) from payments p
  where p.administration_id = ${administration_id}::bigint and p.invoice_id = i.id and p.cost_type = ${cost_type}
    and (p.transaction_type is null and p.total_amount < 0 or p.transaction_type = 'credit')
    and not exists (select from charge_calculations o where o.administration_id = ${administration_id}::bigint
                      and o.payment_id = p.id)
    and not exists (select from payments u where u.administration_id = ${administration_id}::bigint
                      and u.reverses_payment_id = p.id)`

function onCosts(rows: readonly SettledRow[]): Pick<ChargeHistory, 'paid_on_costs' | 'waived'> {
  const read = rows.map(({ date, amount, of, waived }) => ({ date, amount: cents(amount), of, waived }))
  const waivedOf = (of: CostPayment['of']): bigint =>
    sumOf(read.filter((one) => one.waived && one.of === of).map(({ amount }) => amount))
  return {
    paid_on_costs: read.filter((one) => !one.waived).map(({ date, amount, of }) => ({ date, amount, of })),
    waived: { interest: waivedOf('interest'), costs: waivedOf('costs') },
  }
}

/** What was taken back counts as never paid: the latest payments before it give way. */
function withoutTakenBack(rows: readonly PaidRow[]): DebtPayment[] {
  const paid: DebtPayment[] = []
  for (const { date, amount } of rows) {
    let left = cents(amount)
    if (left > 0n) paid.push({ date, amount: left })
    while (left < 0n) {
      const last = paid.pop()
      if (!last) break
      left += last.amount
      if (left > 0n) paid.push({ date: last.date, amount: left })
    }
  }
  return paid
}
