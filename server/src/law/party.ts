/** Whom the law takes a debtor for. */
export const parties = ['business', 'consumer'] as const
export type Party = (typeof parties)[number]

/**
 * Who is a consumer: what the client says, and where it says nothing, whoever has no number of a trade register or for
 * VAT. A guess is on the side of the debtor, for consumers are protected better, and it is said that it is one.
 */
export function partyOf({
  is_company,
  has_register_number,
}: {
  is_company: boolean | null
  has_register_number: boolean
}): {
  party: Party
  assumed: boolean
} {
  if (is_company !== null) return { party: is_company ? 'business' : 'consumer', assumed: false }
  return { party: has_register_number ? 'business' : 'consumer', assumed: true }
}
