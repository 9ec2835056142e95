import { cents, sumOf } from '../../domain/money.ts'
import type { CostType, TransactionType } from '../../domain/payments.ts'

// The claim of a case, worked out from what the ledger holds. It is pure, so that page and file say the same.

export type ClaimInvoice = {
  id: string
  invoice_number: string
  order_number: string | null
  invoice_date: string
  due_date: string
  total_amount: string
  open_amount: string
}

/** A charge, or anything that changed what is open, as the ledger has it: above zero it raised the debt. */
export type ClaimMovement = {
  kind: 'charge' | 'payment'
  invoice_number: string
  day: string
  cost_type: CostType
  transaction_type: TransactionType | null
  amount: string
  description: string | null
}

export type ClaimLine = { invoice_number: string; day: string; rule: string | null; amount: bigint }

/** What was charged of one kind, line by line, and what it comes to. */
export type ClaimPart = { cost_type: Exclude<CostType, 'principal'>; lines: readonly ClaimLine[]; total: bigint }

export type Claim = {
  invoices: readonly ClaimInvoice[]
  principal: bigint
  parts: readonly ClaimPart[]
  /** What lowered the debt: payments, credits, write-offs; what raised it again stands below zero. */
  settled: readonly (ClaimMovement & { cents: bigint })[]
  settled_total: bigint
  /** To be paid: principal and costs, less what was settled. */
  total: bigint
}

const cost_types = ['administration_costs', 'interest_costs', 'debt_collection_costs'] as const

/** The ledger holds everything that was ever owed and settled, so that the total is what is open. */
export function claimOf(invoices: readonly ClaimInvoice[], movements: readonly ClaimMovement[]): Claim {
  const read = movements.map((one) => ({ ...one, cents: cents(one.amount) }))
  const charged = read.filter(({ kind }) => kind === 'charge')
  const principal = sumOf(charged.filter(({ cost_type }) => cost_type === 'principal').map((one) => one.cents))
  const parts = cost_types.map((cost_type): ClaimPart => {
    const lines = charged
      .filter((one) => one.cost_type === cost_type)
      .map(({ invoice_number, day, description, cents: amount }) => ({
        ...{ invoice_number, day, rule: description, amount },
      }))
    return { cost_type, lines, total: sumOf(lines.map(({ amount }) => amount)) }
  })
  const settled = read.filter(({ kind }) => kind === 'payment').map((one) => ({ ...one, cents: -one.cents }))
  const settled_total = sumOf(settled.map((one) => one.cents))
  const total = principal + sumOf(parts.map((part) => part.total)) - settled_total
  return { invoices, principal, parts: parts.filter(({ lines }) => lines.length > 0), settled, settled_total, total }
}
