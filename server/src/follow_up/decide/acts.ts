import { waitsForApproval } from './approval.ts'
import type { Context } from './context.ts'
import type { Act } from './decision.ts'
import type { CaseFacts, DebtorFacts, HeldFact } from './facts.ts'
import { endOf } from './hold_ends.ts'
import { chargesOf } from './letters.ts'
import { compareIds, type LookedInvoice } from './look.ts'

/** What became of promises, disputes and plans by the passing of days, each told once by its id. */
export function actsOf(facts: DebtorFacts, { rules, today }: Context): Act[] {
  const found = new Map<string, Act>()
  const look = (held: readonly HeldFact[]): void => {
    for (const fact of held) {
      const { reason, id, day } = fact
      if (id === null || day === null) continue
      if (reason === 'payment_plan_active' && day < today) found.set(id, { act: 'plan_term_missed', id })
      if (reason !== 'promise' && reason !== 'dispute_unanswered') continue
      const until = endOf(fact, rules.calendar)
      const act = reason === 'promise' ? 'promise_broken' : 'dispute_lapsed'
      if (until !== null && until < today) found.set(id, { act, id })
    }
  }
  look(facts.held)
  for (const { held, open_amount } of facts.invoices) if (open_amount > 0n) look(held)
  for (const { held } of facts.cases) look(held)
  return [...found.values()].sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1))
}

const idOf = (act: Act): string => ('id' in act ? act.id : '')

/** What is due of invoices and is no letter: calls, marks, and a case for each currency. */
export function openingsOf(due: readonly LookedInvoice[], context: Context): Act[] {
  const acts: Act[] = []
  const openings = new Map<string, LookedInvoice[]>()
  for (const looked of due) {
    const { next, invoice } = looked
    if (next === null || waitsForApproval(next)) continue
    const round = invoice.round.number
    if (next.step === 'call_reminder') acts.push({ act: 'call', invoice_id: invoice.id, step: 'call_reminder', round })
    if (next.step === 'collectable') {
      const act = next.flow.flow.end === 'task' ? 'task_at_end' : 'mark_collectable'
      acts.push({ act, invoice_id: invoice.id, step: 'collectable', round })
    }
    if (next.step === 'opening')
      openings.set(invoice.currency_code, [...(openings.get(invoice.currency_code) ?? []), looked])
  }
  const in_order = [...openings].sort(([one], [other]) => (one < other ? -1 : 1))
  return [...acts, ...in_order.map(([currency_code, members]) => opening(currency_code, members, context))]
}

function opening(currency_code: string, members: readonly LookedInvoice[], context: Context): Act {
  const invoices = members.map(({ invoice }) => invoice)
  const next = members[0]?.next
  const into = context.facts.cases
    .filter((one) => one.currency_code === currency_code && nothingSent(one))
    .sort((one, other) => compareIds(one.id, other.id))[0]
  return {
    ...{ act: 'open_case', currency_code, invoice_ids: invoices.map(({ id }) => id), into: into?.id ?? null },
    charges: next ? chargesOf(next, invoices, context) : [],
  }
}

const nothingSent = ({ steps }: CaseFacts): boolean => steps.every(({ letter }) => letter === null)
