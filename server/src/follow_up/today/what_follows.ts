import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import type { Day } from '../../domain/days.ts'
import type { Outlook } from '../decide/decision.ts'
import type { DebtorFacts, HeldFact, InvoiceFacts } from '../decide/facts.ts'
import { outlooksOf } from '../outlooks.ts'
import type { CallOutcome } from './calls.ts'

export type Supposed = {
  outcome: CallOutcome
  invoice_ids: readonly string[]
  promised_on: Day | null
}

export type Following = {
  /** The last day on which the promise holds reminders; null where nothing does, or nobody can say until when. */
  held_until: Day | null
  /** The next step of all that the debtor owes, its day and its record. */
  step: string | null
  day: Day | null
  family: Outlook['family'] | null
  id: string | null
  /** How many invoices of the debtor go on as before, although some are held. */
  going_on: number
}

/**
 * What the engine would do after a call with this outcome. It is asked itself, with the promise or dispute added to
 * what it knows and the calls that it waits for made, so that a page never guesses.
 */
export async function whatFollows(
  db: Kysely<Tables>,
  { administration_id, debtor_id, today }: { administration_id: string; debtor_id: string; today: Day },
  supposed: Supposed,
): Promise<Following> {
  const outlooks = await outlooksOf(db, administration_id, debtor_id, today, (facts) => supposing(facts, supposed))
  const held = outlooks.filter(({ id, family }) => family === 'invoices' && supposed.invoice_ids.includes(id))
  const until = held.flatMap(({ holds }) =>
    holds.flatMap((hold) => (hold.reason === 'promise' ? (hold.until ?? []) : [])),
  )
  const coming = outlooks.filter(({ day, step }) => step !== null && day !== null).toSorted(byDay)
  const [next] = coming
  return {
    held_until: until.toSorted().at(-1) ?? null,
    ...{ step: next?.step ?? null, day: next?.day ?? null, family: next?.family ?? null, id: next?.id ?? null },
    going_on: coming.filter(({ id, family }) => family === 'invoices' && !supposed.invoice_ids.includes(id)).length,
  }
}

const byDay = (one: Outlook, other: Outlook): number =>
  (one.day ?? '').localeCompare(other.day ?? '') || Number(BigInt(one.id) - BigInt(other.id))

function supposing(facts: DebtorFacts, { outcome, invoice_ids, promised_on }: Supposed): DebtorFacts {
  const added = heldBy(outcome, promised_on)
  return {
    ...facts,
    invoices: facts.invoices.map(
      (invoice): InvoiceFacts => ({
        ...invoice,
        steps: invoice.steps.map((step) => ({ ...step, call_open: false })),
        held: added && invoice_ids.includes(invoice.id) ? [...invoice.held, added] : invoice.held,
      }),
    ),
  }
}

function heldBy(outcome: CallOutcome, promised_on: Day | null): HeldFact | null {
  if (outcome === 'promise') return { reason: 'promise', since: null, day: promised_on, id: null }
  return outcome === 'dispute' ? { reason: 'dispute', since: null, day: null, id: null } : null
}
