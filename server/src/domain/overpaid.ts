import { settledBy } from './by_hand.ts'
import { bookCosts, type Costs } from './costs.ts'
import { amountText, atRateOf, magnitude, signOf, sumOf } from './money.ts'
import { type Balance, inverse, type NewPayment, type StoredPayment, type WantedPayment } from './payments.ts'

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

type Settled = { overpaid: bigint; costs_paid: bigint; costs: Costs; payments: readonly StoredPayment[] }

/**
 * Lets costs follow what is paid beyond the principal. It settles what was not said before, and did not pay costs
 * already by a payment by hand. When less than it settled is left of it, because money went back, that is undone.
 */
export function followExcess(excess: bigint, stored: Settled, balance: Balance, today: string): NewPayment[] {
  const undone = new Set(stored.payments.map(({ reverses_payment_id }) => reverses_payment_id))
  const standing = stored.payments.filter(
    ({ id, reason, reverses_payment_id }) => reason === by_excess && reverses_payment_id === null && !undone.has(id),
  )
  const spent = sumOf(standing.map(({ amount }) => amount))
  if (excess >= spent) {
    const [fresh, left] = [excess - stored.overpaid, excess - stored.costs_paid]
    return settleCosts(fresh < left ? fresh : left, stored.costs, balance, today)
  }
  const back = standing.map((one) => ({ ...inverse(one, today), reason: by_excess }))
  const costs = bookCosts(stored.costs, { added: back, removed: [] })
  return [...back, ...settleCosts(excess - (stored.costs_paid - spent), costs, balance, today)]
}

/** Why costs were settled without anybody who booked it. */
const by_excess = 'overpaid'

/** Settles open costs with what was paid beyond the principal, as far as it goes. */
function settleCosts(excess: bigint, costs: Costs, balance: Balance, payment_date: string): NewPayment[] {
  return settledBy(excess, 0n, costs).map(({ cost_type, amount }) => ({
    ...{ cost_type, amount, book_amount: atRateOf(balance, amount), payment_date, transaction_type: 'payment' },
    ...{ origin_identifier: null, reverses_payment_id: null, payment_method: null, reversal_code: null },
    ...{ description: null, reason: by_excess },
  }))
}

export const overpaidWarning = (excess: bigint): string =>
  `amount_open: ${amountText(excess)} more was paid than the invoice asks; it settles open costs, and the rest is left to you`
