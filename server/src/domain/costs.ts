import { type CostType, isCharge, type Movement } from './payments.ts'

/** What was charged beside the principal, and what of it is open. */
export type Costs = { readonly [C in Exclude<CostType, 'principal'>]: { total: bigint; open: bigint } }

export const no_costs: Costs = {
  administration_costs: { total: 0n, open: 0n },
  interest_costs: { total: 0n, open: 0n },
  debt_collection_costs: { total: 0n, open: 0n },
}

/** What payments make of the costs of an invoice. */
export function bookCosts(
  costs: Costs,
  { added, removed }: { added: readonly Movement[]; removed: readonly Movement[] },
): Costs {
  const booked: { [name: string]: { total: bigint; open: bigint } } = { ...costs }
  const book = (one: Movement, sign: bigint): void => {
    const was = booked[one.cost_type]
    if (!was) return
    const change = -one.amount * sign
    booked[one.cost_type] = { open: was.open + change, total: was.total + (isCharge(one) ? change : 0n) }
  }
  for (const one of added) book(one, 1n)
  for (const one of removed) book(one, -1n)
  // The kinds of costs are the same as before.
  return booked as Costs
}

export function costsProblems(costs: Costs): string[] {
  return Object.entries(costs)
    .filter(([, { open }]) => open < 0n)
    .map(([name]) => `payments: more ${name} would be settled than are open`)
}
