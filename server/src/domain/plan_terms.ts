import { amountText, cents } from './money.ts'

/** A term as it stands; those of a plan come in the order in which they are due. */
export type Term = { id: string; total_amount: string; amount_due: string; payment_date: string | null }

/**
 * What the terms of a plan look like when so much of what it covers is still open. Whatever was settled fills them in
 * order; what was taken back empties the last of them first. A term that becomes paid is paid on `day`, and one that
 * was paid keeps its day. Nothing open means that all is paid, although terms may differ from it by a cent.
 */
export function fillTerms(terms: readonly Term[], open: bigint, day: string): Term[] {
  const agreed = terms.reduce((total, term) => total + cents(term.total_amount), 0n)
  const left = open < 0n ? 0n : open > agreed ? agreed : open
  let settled = agreed - left
  return terms.map((term) => {
    const total = cents(term.total_amount)
    const paid = settled > total ? total : settled
    settled -= paid
    const payment_date = paid === total ? (term.payment_date ?? day) : null
    return { ...term, amount_due: amountText(total - paid), payment_date }
  })
}
