import { sumOf } from '../domain/money.ts'
import type { Charge, Claim, LawPack } from './pack.ts'

/**
 * What may be charged with a step: what the pack says and no more; with a fee of the flow, no more than that; and where
 * a letter had to announce costs, no more than it stated. Whoever posts charges asks here, never the pack alone.
 */
export function allowedCharges(pack: LawPack, claim: Claim, limits: { fee: bigint | 'pack' | 'none' }): Charge[] {
  if (pack.currency_code !== claim.currency_code) return []
  const stated = statedFor(pack, claim)
  const posted = sumOf(claim.invoices.map((one) => one.posted.costs + (one.charged_elsewhere?.costs ?? 0n)))
  let left = stated === null ? null : stated > posted ? stated - posted : 0n
  const charged: Charge[] = []
  for (const charge of pack.charges(claim)) {
    let { amount } = charge
    if (charge.cost_type === 'administration_costs') amount = feeWithin(amount, limits.fee)
    if (charge.cost_type === 'debt_collection_costs' && left !== null && amount > 0n) {
      if (amount > left) amount = left
      left -= amount
    }
    if (amount !== 0n) charged.push({ ...charge, amount })
  }
  return charged
}

function feeWithin(amount: bigint, fee: bigint | 'pack' | 'none'): bigint {
  if (fee === 'none') return 0n
  return fee === 'pack' || amount < fee ? amount : fee
}

/** What letters of the law stated whose terms are over, each letter once; null where the law asks for no letter. */
function statedFor(pack: LawPack, { party, on, invoices }: Claim): bigint | null {
  const asked = pack.legalLetter({ party, step: 'final_reminder', first_reminder: true })
  if (!asked) return null
  const stated = new Map<string, bigint>()
  for (const letter of invoices.flatMap(({ letters }) => letters)) {
    const days = letter.term_days ?? 0
    const counts = letter.legal && days >= asked.days && pack.lastFreeDay({ ...letter, days }) < on
    if (counts && letter.stated !== null) stated.set(letter.id, letter.stated)
  }
  return sumOf([...stated.values()])
}
