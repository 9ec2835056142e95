import { addDays, type Day } from '../../domain/days.ts'
import { isLetter } from '../../domain/steps.ts'
import type { Charge } from '../../law/pack.ts'
import { waitsForApproval } from './approval.ts'
import type { Context } from './context.ts'
import type { Act } from './decision.ts'
import type { CaseFacts, DebtorFacts, HeldFact, InvoiceFacts } from './facts.ts'
import { endOf, lapsesOn } from './hold_ends.ts'
import { caseCharges, chargesOf, membersOf } from './letters.ts'
import { compareIds, type LookedCase, type LookedInvoice, type Next } from './look.ts'
import { askedTogether } from './minimum.ts'

/** What becomes of promises, disputes and plans by the passing of days. */
export const ends = {
  promise: 'promise_broken',
  dispute_unanswered: 'dispute_lapsed',
  payment_plan_active: 'plan_term_missed',
} as const

/** The day on which something that holds a record is over, or was missed; null when days do not change it. */
export function actOn(fact: HeldFact, { rules }: Context): Day | null {
  const { reason, day } = fact
  if (day === null || !Object.hasOwn(ends, reason)) return null
  if (reason === 'dispute_unanswered') return lapsesOn(day)
  const last = reason === 'promise' ? endOf(fact, rules.calendar) : day
  return last && addDays(last, 1)
}

/** Those whose day has come, each once; a promise and a dispute may have the same id. */
export function actsOf(facts: DebtorFacts, context: Context): Act[] {
  const found = new Map<string, Act>()
  const look = (held: readonly HeldFact[]): void => {
    for (const fact of held) {
      const day = fact.id === null ? null : actOn(fact, context)
      if (fact.id === null || day === null || day > context.today) continue
      // Only these have such a day.
      found.set(`${fact.reason} ${fact.id}`, { act: ends[fact.reason as keyof typeof ends], id: fact.id })
    }
  }
  look(facts.held)
  for (const { held, open_amount } of facts.invoices) if (open_amount > 0n) look(held)
  for (const { held } of facts.cases) look(held)
  return [...found.values()].sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1))
}

const idOf = (act: Act): string => ('id' in act ? act.id : '')

/** What is due of invoices and is no letter: calls, marks, and a case for each currency. */
export function invoiceActs(due: readonly LookedInvoice[], context: Context): Act[] {
  const asking = due.flatMap((looked) => {
    const { next } = looked
    return next === null || isLetter(next.step) || waitsForApproval(next) ? [] : [{ looked, next }]
  })
  const together = Map.groupBy(asking, ({ looked, next }) => `${next.step} ${looked.invoice.currency_code}`)
  const in_order = [...together].sort(([one], [other]) => (one < other ? -1 : 1))
  return in_order.flatMap(([, members]) => actsTogether(askedTogether(members), context))
}

function actsTogether(members: readonly { looked: LookedInvoice; next: Next }[], context: Context): Act[] {
  const [first] = members
  if (first?.next.step === 'opening')
    return [
      opening(
        first.next,
        members.map(({ looked }) => looked.invoice),
        context,
      ),
    ]
  return members.map(({ looked, next }): Act => {
    const of = { invoice_id: looked.id, round: looked.round }
    if (next.step === 'call_reminder') return { act: 'call', step: 'call_reminder', ...of }
    return { act: next.flow.flow.end === 'task' ? 'task_at_end' : 'mark_collectable', step: 'collectable', ...of }
  })
}

function opening(next: Next, invoices: readonly InvoiceFacts[], context: Context): Act {
  const currency_code = invoices[0]?.currency_code ?? ''
  const into = runningCase(context.facts, currency_code)
  return {
    ...{ act: 'open_case', currency_code, invoice_ids: invoices.map(({ id }) => id), into: into?.id ?? null },
    charges: chargesOf(next, invoices, context),
  }
}

/**
 * What a calculation of today puts right on a running case without a letter: costs that a payment made too high are
 * taken back, as far as they were not paid; costs whose term had not ended when the case was opened are charged.
 */
export function correctionOf(looked: LookedCase, context: Context): Act[] {
  const { credit_case, next } = looked
  const members = membersOf(credit_case, context)
  const held = next !== null && next.holds.length > 0
  const { books_stale_on } = context.rules
  const may_charge = !held && (books_stale_on === null || books_stale_on > context.today)
  const charges = caseCharges(looked, next?.step ?? 'opening', context).filter(
    (charge) => charge.amount < 0n || (may_charge && isOverdue(charge, members)),
  )
  return charges.length > 0 ? [{ act: 'correct_charges', credit_case_id: credit_case.id, charges }] : []
}

/** Interest grows every day, so it is charged with letters; the rest of it once the principal is paid. */
const isOverdue = ({ cost_type, invoice_id }: Charge, members: readonly InvoiceFacts[]): boolean =>
  cost_type !== 'interest_costs' || members.some(({ id, open_amount }) => id === invoice_id && open_amount === 0n)

/**
 * A case that runs and has sent nothing yet takes further invoices in. One that a plan is about does not: its terms
 * were agreed on what was in it, and with more than that they would look unpaid.
 */
export const runningCase = ({ cases }: DebtorFacts, currency_code: string): CaseFacts | undefined =>
  cases
    .filter((one) => one.currency_code === currency_code && nothingSent(one) && !isPlanned(one))
    .sort((one, other) => compareIds(one.id, other.id))[0]

const isPlanned = ({ held }: CaseFacts): boolean => held.some(({ reason }) => reason === 'payment_plan_active')

const nothingSent = ({ steps }: CaseFacts): boolean =>
  steps.every(({ letter, step }) => letter === null && step !== 'bailiff')
