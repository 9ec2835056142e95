/** Providers at which mandates can be held. */
export const psp_providers = ['mollie', 'twikey'] as const

/** Why a mandate cannot be registered. */
export type MandateProblem =
  | 'missing_data'
  | 'unknown_debtor'
  | 'duplicate_debtor_code'
  | 'duplicate_mandate_identifier'
  | 'existing_mandate'

export type WantedMandate = {
  provider_code: string
  mandate_identifier: string | null
  mandate_reference: string | null
  customer_identifier: string | null
  /** Whether the debtor was named at all, and who it is; null when nobody is, or two names mean two debtors. */
  debtor_named: boolean
  debtor_id: string | null
  /** Whether the debtor has an active mandate, or another mandate has this reference or identifier. */
  known_already: boolean
}

/**
 * What is wrong with mandates that shall be registered together: each problem once, with the places of the mandates
 * that have it. One debtor gives one mandate, and each mandate has its own identifier and reference.
 */
export function mandateProblems(wanted: readonly WantedMandate[]): Map<MandateProblem, number[]> {
  const problems = new Map<MandateProblem, number[]>()
  const seen = new Set<string>()
  const isNew = (kind: string, value: string | null): boolean => {
    if (value === null) return true
    const before = seen.size
    return seen.add(`${kind} ${value}`).size > before
  }
  for (const [place, mandate] of wanted.entries()) {
    const { debtor_id, provider_code, mandate_identifier, mandate_reference } = mandate
    const own = new Set<MandateProblem>()
    if (!mandate.debtor_named) own.add('missing_data')
    else if (debtor_id === null) own.add('unknown_debtor')
    if (provider_code === 'mollie' && mandate.customer_identifier === null) own.add('missing_data')
    if (!isNew('debtor', debtor_id)) own.add('duplicate_debtor_code')
    const identified = isNew(`identifier at ${provider_code}`, mandate_identifier)
    if (!isNew('reference', mandate_reference) || !identified) own.add('duplicate_mandate_identifier')
    if (mandate.known_already) own.add('existing_mandate')
    for (const problem of own) problems.set(problem, [...(problems.get(problem) ?? []), place])
  }
  return problems
}
