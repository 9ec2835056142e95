import type { Costs } from './costs.ts'
import type { CostType } from './payments.ts'

/** What a payment settles after the principal, in this order. */
const costs_in_order = ['debt_collection_costs', 'interest_costs', 'administration_costs'] as const

type Part = { cost_type: CostType; amount: bigint }

/** All that is open of an invoice. */
export const owedOf = (open: bigint, costs: Costs): bigint =>
  costs_in_order.reduce((sum, name) => sum + costs[name].open, open)

/** What a payment of so much settles of an invoice: the principal first, then each kind of costs as far as it goes. */
export function settledBy(amount: bigint, open: bigint, costs: Costs): Part[] {
  let left = amount
  const parts: Part[] = [
    { cost_type: 'principal', amount: open },
    ...costs_in_order.map((cost_type) => ({ cost_type, amount: costs[cost_type].open })),
  ]
  return parts.flatMap(({ cost_type, amount: asked }) => {
    const settled = asked < left ? asked : left
    if (settled <= 0n) return []
    left -= settled
    return [{ cost_type, amount: settled }]
  })
}
