import type { FlowProblem } from '../law/pack.ts'
import type { Party } from '../law/party.ts'
import type { Flow } from './flow.ts'

/** What decides which flow an invoice follows. */
export type Chooser = { payment_condition: string | null; party: Party; payment_method: string }

/**
 * The flow of an invoice: of those that are for it, the one that says most about it. A payment condition says more than
 * a party, and a party more than a payment method; a fall-back comes after all others. Null when no flow is for it.
 */
export function chooseFlow<F extends Pick<Flow, 'code' | 'for' | 'fallback'>>(
  flows: readonly F[],
  of: Chooser,
): F | null {
  let best: F | null = null
  for (const flow of flows) {
    if (isFor(flow, of) && (best === null || weightOf(flow) > weightOf(best))) best = flow
  }
  return best
}

function isFor({ for: { payment_conditions, party, payment_methods } }: Pick<Flow, 'for'>, of: Chooser): boolean {
  return (
    (payment_conditions === 'any' ||
      (of.payment_condition !== null && payment_conditions.includes(of.payment_condition))) &&
    (party === 'any' || party === of.party) &&
    (payment_methods === 'any' || payment_methods.some((one) => one === of.payment_method))
  )
}

function weightOf({
  for: { payment_conditions, party, payment_methods },
  fallback,
}: Pick<Flow, 'for' | 'fallback'>): number {
  const dimensions = [!fallback, payment_conditions !== 'any', party !== 'any', payment_methods !== 'any']
  return dimensions.reduce((weight, one) => weight * 2 + (one ? 1 : 0), 0)
}

/** Where two flows are as good as each other for some invoice, nobody could say which it follows. */
export function tieProblems(flow: Flow, others: readonly Flow[]): FlowProblem[] {
  return others
    .filter((other) => other.code !== flow.code && weightOf(other) === weightOf(flow) && overlap(flow.for, other.for))
    .map(({ code }) => {
      const kind = flow.fallback ? 'fall-back for the same invoices as' : 'for the same invoices as'
      return { place: 'for', sentence: `it is ${kind} the flow ${code}; only one of them can be.`, rule: null }
    })
}

function overlap(one: Flow['for'], other: Flow['for']): boolean {
  return (
    shares(one.payment_conditions, other.payment_conditions) &&
    (one.party === 'any' || other.party === 'any' || one.party === other.party) &&
    shares(one.payment_methods, other.payment_methods)
  )
}

const shares = (one: 'any' | readonly string[], other: 'any' | readonly string[]): boolean =>
  one === 'any' || other === 'any' || one.some((value) => other.includes(value))
