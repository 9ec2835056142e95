import { settledBy } from './by_hand.ts'
import type { Costs } from './costs.ts'
import { amountText, atRateOf, magnitude, signOf } from './money.ts'
import type { Balance, NewPayment, WantedPayment } from './payments.ts'

type Asked = { balance: Partial<Balance>; payments?: readonly WantedPayment[] }

/** A request as it counts for the principal, and what was paid beyond that; null when nothing was said of it. */
export type Within<Request> = { request: Request; excess: bigint | null }

/**
 * Debtors pay costs and interest together with the invoice, and books know only the invoice: they say that less than
 * nothing is open. Then nothing of the principal is, and what was paid beyond it can settle our costs.
 */
export function withinTotal<Request extends Asked>(request: Request, total: bigint): Within<Request> {
  const { balance, payments } = request
  const principal = payments?.filter(({ cost_type }) => cost_type === 'principal') ?? []
  const paid = principal.reduce((sum, { amount }) => sum + amount, 0n)
  const open = balance.open ?? (payments === undefined ? undefined : total - paid)
  if (open === undefined) return { request, excess: null }
  if (total === 0n || open === 0n || signOf(open) === signOf(total)) return { request, excess: 0n }
  const excess = magnitude(open)
  return {
    excess,
    request: {
      ...request,
      balance: { ...balance, open: 0n, book_open: 0n },
      ...(payments === undefined ? {} : { payments: capped(payments, excess, total) }),
    },
  }
}

/** The last payments come to less, so that all of them together come to the total. */
function capped(payments: readonly WantedPayment[], excess: bigint, total: bigint): WantedPayment[] {
  let left = excess
  const kept = payments.toReversed().map((one) => {
    if (one.cost_type !== 'principal' || signOf(one.amount) !== signOf(total) || left === 0n) return one
    const cut = magnitude(one.amount) < left ? magnitude(one.amount) : left
    left -= cut
    return { ...one, amount: one.amount - cut * BigInt(signOf(total)), book_amount: null }
  })
  return kept.reverse()
}

/** Settles open costs with what was paid beyond the principal, as far as it goes. */
export function settleCosts(excess: bigint, costs: Costs, balance: Balance, payment_date: string): NewPayment[] {
  return settledBy(excess, 0n, costs).map(({ cost_type, amount }) => ({
    ...{ cost_type, amount, book_amount: atRateOf(balance, amount), payment_date, transaction_type: 'payment' },
    ...{ origin_identifier: null, reverses_payment_id: null, payment_method: null, reversal_code: null },
    ...{ description: null, reason: 'overpaid' },
  }))
}

export const overpaidWarning = (excess: bigint): string =>
  `amount_open: ${amountText(excess)} more was paid than the invoice asks; it settles open costs, and the rest is left to you`
