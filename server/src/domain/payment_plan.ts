import { amountText, cents, sumOf } from './money.ts'

/**
 * A plan is proposed by the debtor, or made by staff and then active from the start. A proposed plan is approved, which
 * makes it active, or rejected, also by an offer of other terms. An active plan is ended early, or finished by its last
 * payment. Nothing leads out of rejected, deactivated and finished: whoever wants to go on makes a new plan.
 */
export type PlanState = 'proposed' | 'active' | 'rejected' | 'deactivated' | 'finished'

export type PlanVerb = 'approve' | 'reject' | 'offer' | 'deactivate' | 'finish'

export const plan_transitions: Readonly<Record<PlanVerb, { from: PlanState; to: PlanState; done: string }>> = {
  approve: { from: 'proposed', to: 'active', done: 'approved' },
  reject: { from: 'proposed', to: 'rejected', done: 'rejected' },
  offer: { from: 'proposed', to: 'rejected', done: 'answered by other terms' },
  deactivate: { from: 'active', to: 'deactivated', done: 'deactivated' },
  finish: { from: 'active', to: 'finished', done: 'finished' },
}

type Marks = {
  active: boolean | null
  approved_at: string | null
  rejected_at: string | null
  deactivated_at: string | null
}

/** In which state a plan is, by what is noted on it. */
export function planState({ active, approved_at, rejected_at, deactivated_at }: Marks): PlanState {
  if (deactivated_at !== null) return 'deactivated'
  if (rejected_at !== null) return 'rejected'
  if (active === true) return 'active'
  return approved_at === null ? 'proposed' : 'finished'
}

/** Why something cannot be done to a plan now, or null. */
export function verbProblem(verb: PlanVerb, plan: Marks): string | null {
  const { from, done } = plan_transitions[verb]
  const state = planState(plan)
  return state === from ? null : `the plan is ${state}, and only one that is ${from} can be ${done}`
}

export type PlanTerm = { amount: string; due_date: string }

/** An invoice or a case that a plan shall be about, and how the request named it. */
export type PlanItem = {
  parameter: string
  name: string
  debtor_id: string
  currency_code: string
  open_amount: string
  in_active_plan: boolean
  /** An invoice that is part of a running case: only the case as a whole can be agreed on. */
  in_case: boolean
  /** A case that has ended. */
  ended: boolean
}

/** What is wrong with a new plan, each as `<parameter>: <problem>`. */
export function planProblems(items: readonly PlanItem[], terms: readonly PlanTerm[]): string[] {
  const problems = items.flatMap(itemProblems)
  const odd = oddOneOut(items)
  if (odd) problems.push(odd)
  const bad = terms.findIndex(({ amount }) => cents(amount) <= 0n)
  if (bad >= 0) problems.push(`terms[${bad}].amount: must be more than 0`)
  if (terms.length === 0) problems.push('terms: is missing')
  const [first] = items
  if (first === undefined || problems.length > 0) return problems
  const open = sum(items.map((item) => item.open_amount))
  const agreed = sum(terms.map((term) => term.amount))
  if (open <= 0n) return [`${first.parameter}: there is nothing to pay`]
  const apart = open > agreed ? open - agreed : agreed - open
  // A cent may be lost when an amount is divided.
  return apart > 1n ? [`terms: add up to ${amountText(agreed)}, but ${amountText(open)} is open`] : []
}

function itemProblems({ parameter, name, open_amount, in_active_plan, in_case, ended }: PlanItem): string[] {
  const says = (problem: string): string[] => [`${parameter}: ${name} ${problem}`]
  if (in_active_plan) return says('is in another active plan')
  if (in_case) return says('is part of a credit case; name the case instead')
  if (ended) return says('has ended')
  return cents(open_amount) === 0n ? says('has nothing open') : []
}

/** A plan is one debtor's, in one currency. */
function oddOneOut(items: readonly PlanItem[]): string | null {
  const [first] = items
  const stranger = items.find((item) => item.debtor_id !== first?.debtor_id)
  if (stranger) return `${stranger.parameter}: ${stranger.name} is of another debtor than ${first?.name}`
  const foreign = items.find((item) => item.currency_code !== first?.currency_code)
  return foreign ? `${foreign.parameter}: ${foreign.name} is in another currency than ${first?.name}` : null
}

const sum = (amounts: readonly string[]): bigint => sumOf(amounts.map(cents))
