import type { Charge, Claim, LawPack } from './pack.ts'

/**
 * What may be charged with a step: what the pack says and no more; with a fee of the flow, no more than that; and where
 * a letter had to announce costs, no more than it stated. Whoever posts charges asks here, never the pack alone.
 */
export function allowedCharges(pack: LawPack, claim: Claim, limits: { fee: bigint | 'pack' | 'none' }): Charge[] {
  if (pack.currency_code !== claim.currency_code) return []
  const left = new Map(claim.invoices.map((one) => [one.id, statedOf(pack, claim, one.letters)]))
  return pack
    .charges(claim)
    .map((charge) => {
      if (charge.cost_type === 'administration_costs')
        return { ...charge, amount: feeWithin(charge.amount, limits.fee) }
      if (charge.cost_type === 'interest_costs') return charge
      const stated = left.get(charge.invoice_id)
      if (stated === undefined || stated === null) return charge
      const amount = charge.amount < stated ? charge.amount : stated
      left.set(charge.invoice_id, stated - amount)
      return { ...charge, amount }
    })
    .filter(({ amount }) => amount > 0n)
}

function feeWithin(amount: bigint, fee: bigint | 'pack' | 'none'): bigint {
  if (fee === 'none') return 0n
  return fee === 'pack' || amount < fee ? amount : fee
}

/** What the law's own letter stated; null where no such letter is asked for, and nothing where it was never sent. */
function statedOf(pack: LawPack, { party, on }: Claim, letters: Claim['invoices'][number]['letters']): bigint | null {
  const asked = pack.legalLetter({ party, step: 'final_reminder', first_reminder: true })
  if (!asked) return null
  const over = letters.filter((one) => {
    const days = one.term_days ?? 0
    return one.legal && days >= asked.days && pack.lastFreeDay({ ...one, days }) < on
  })
  return over.reduce((most, { stated }) => (stated !== null && stated > most ? stated : most), 0n)
}
