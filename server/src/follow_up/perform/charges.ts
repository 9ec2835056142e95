import { sql } from 'kysely'
import type { Change } from '../../db/change.ts'
import { asTable } from '../../db/rows_as_table.ts'
import { amountText } from '../../domain/money.ts'
import type { Charge } from '../../law/pack.ts'
import { type Booking, post } from '../../ledger/post.ts'

/**
 * Posts what the law allows to charge, and what is taken back of it, beside other bookings; how each was worked out is
 * kept with it. Returns the payments of the charges, in order.
 */
export async function postCharges(
  change: Change,
  charges: readonly Charge[],
  beside: readonly Booking[] = [],
): Promise<string[]> {
  if (charges.length + beside.length === 0) return []
  const ids = await post(change, [...beside, ...charges.map((charge) => bookingOf(charge, change))])
  const payment_ids = ids.slice(beside.length)
  const rows = charges.map(({ invoice_id, cost_type, amount, rule, calculation = null }, place) => ({
    ...{ payment_id: payment_ids[place], invoice_id, cost_type, amount: amountText(amount), rule, calculation },
  }))
  await sql`
    insert into charge_calculations (administration_id, payment_id, invoice_id, cost_type, amount, rule, calculation,
                                     created_at)
    select ${change.administration_id}::bigint, payment_id, invoice_id, cost_type, amount, rule, calculation,
           ${change.stamp}::timestamptz
    from ${asTable('one', rows, {
      ...{ payment_id: 'bigint', invoice_id: 'bigint', cost_type: 'text', amount: 'numeric' },
      ...{ rule: 'text', calculation: 'jsonb' },
    })}`.execute(change.db)
  return payment_ids
}

/** A charge is a booking below zero of its kind of costs; what is taken back is a credit. */
const bookingOf = ({ invoice_id, cost_type, amount, rule }: Charge, { today }: Change): Booking => ({
  ...{ invoice_id, cost_type, amount: -amount, payment_date: today, description: rule },
  transaction_type: amount < 0n ? 'credit' : null,
})
