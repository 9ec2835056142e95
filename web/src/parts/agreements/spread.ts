import { amountOf, centsOf } from './cents.ts'

type Owed = { id: string; amount: string }

/** What each invoice gets of a payment, in the order in which they stand, and what is left over. */
export function spreadOver(paid: bigint, invoices: readonly Owed[]): { lines: Record<string, string>; left: bigint } {
  let left = paid
  const lines: Record<string, string> = {}
  for (const { id, amount } of invoices) {
    const open = centsOf(amount) ?? 0n
    const part = open < left ? open : left
    if (part <= 0n) continue
    lines[id] = amountOf(part)
    left -= part
  }
  return { lines, left }
}
