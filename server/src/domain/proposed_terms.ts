import { addDays, type Day } from './days.ts'
import { cents } from './money.ts'
import type { PlanTerm } from './payment_plan.ts'

/** What a creditor agrees to without being asked. */
export type TermsRules = {
  who: 'nobody' | 'reliable' | 'everybody'
  terms_max: number
  days_max: number
  term_minimum: string
}

/** How the debtor kept to what it said before. */
export type DebtorRecord = { broken_promises: number; missed_terms: number }

/** Why a proposal is not agreed at once. */
export type TermsDoubt = 'who' | 'record' | 'many' | 'long' | 'small' | 'disputed'

/** How many terms there can be at all, and how long they can take. */
type TermsLimits = { terms_min: number; terms_max: number; days_max: number }

/** Of what is proposed to the other side. */
const proposed: TermsLimits = { terms_min: 2, terms_max: 24, days_max: 730 }
/** Of what staff agrees on: it knows the debtor, and one late day can be an agreement too. */
export const agreed_by_hand: TermsLimits = { terms_min: 1, terms_max: 60, days_max: 1830 }

/** What is wrong with proposed terms in themselves, each as `<parameter>: <problem>`. */
export function proposalProblems(terms: readonly PlanTerm[], today: Day, limits = proposed): string[] {
  const { terms_min, terms_max, days_max } = limits
  if (terms.length < terms_min || terms.length > terms_max)
    return [`terms: must be at least ${terms_min}, and at most ${terms_max}`]
  const last = addDays(today, days_max)
  return terms.flatMap(({ due_date }, place) => {
    const at = (problem: string): string[] => [`terms[${place}].due_date: ${problem}`]
    if (due_date < today) return at('is in the past')
    if (due_date > last) return at(`must not be after ${last}`)
    const before = terms[place - 1]
    return before && due_date <= before.due_date ? at('must be after the day of the term before') : []
  })
}

/**
 * Whether terms are agreed at once, and else what keeps them from it. Much is not left for the end: no term is larger
 * than the first by more than the cents that dividing leaves, so that nobody buys time with a small first term.
 */
export function doubtAbout(
  terms: readonly PlanTerm[],
  rules: TermsRules,
  { today, record, disputed }: { today: Day; record: DebtorRecord; disputed: boolean },
): TermsDoubt | null {
  if (rules.who === 'nobody') return 'who'
  if (rules.who === 'reliable' && record.broken_promises + record.missed_terms > 0) return 'record'
  if (disputed) return 'disputed'
  if (terms.length > rules.terms_max) return 'many'
  const last = terms.at(-1)
  const first = terms[0]
  if (!last || !first || last.due_date > addDays(today, rules.days_max) || isLate(terms, rules, today)) return 'long'
  if (terms.some(({ amount }) => cents(amount) < cents(rules.term_minimum))) return 'small'
  const uneven = terms.some(({ amount }) => cents(amount) - cents(first.amount) >= BigInt(terms.length))
  return uneven ? 'small' : null
}

/** The first term comes within the time that each of the terms would have, spread evenly. */
const isLate = (terms: readonly PlanTerm[], { days_max }: TermsRules, today: Day): boolean =>
  (terms[0]?.due_date ?? today) > addDays(today, Math.ceil(days_max / terms.length))
