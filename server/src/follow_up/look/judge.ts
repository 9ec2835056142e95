import { setImmediate as othersFirst } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import type { Day } from '../../domain/days.ts'
import { type HoldReason, holdEntry } from '../../domain/holds.ts'
import { admit, comparePlaces, type Place, type Sent } from '../decide/admit.ts'
import { decide } from '../decide/decide.ts'
import type { Act, Decision, Hold, Letter, Outlook } from '../decide/decision.ts'
import type { DebtorFacts, InvoiceFacts } from '../decide/facts.ts'
import { endOf } from '../decide/hold_ends.ts'
import type { Rules } from '../decide/rules.ts'
import { readFacts } from '../read/facts.ts'
import type { Standing } from '../read/rules.ts'
import type { Entry } from './agenda.ts'

/** Where it is looked, on which day, by which rules. */
export type Looking = { administration_id: string; today: Day; real_now: Date; standing: Standing }

/** What there is to do for a debtor, and what waits. */
export type Judged = {
  entry: Entry
  facts: DebtorFacts
  decision: Decision
  go: readonly Letter[]
  acts: readonly Act[]
  wait: readonly { letter: Letter; hold: Hold }[]
  /** Letters whose place is behind one of somebody else, who goes first. */
  later: readonly Letter[]
  /** What blocks each invoice that is owed, as the interface is to show it, and what it shows now. */
  blocks: readonly { invoice_id: string; holds: readonly HoldReason[]; shown: readonly string[] }[]
  /** Invoices that a client says it sent itself, and of which no step says so yet. */
  declared: readonly InvoiceFacts[]
}

/** Whether there is anything to write for a debtor. */
export const hasWork = ({ go, acts, declared }: Judged): boolean => go.length + acts.length + declared.length > 0

/** After so many decisions whoever else has something to do in this process has a turn. */
const decided_at_once = 100

/**
 * Decides about debtors by the facts as they are, and lets go as many letters as may go. Where only some may, nobody
 * goes who is behind the first of those who are not asked yet.
 */
export async function judge(
  db: Kysely<Tables>,
  { administration_id, today, standing }: Looking,
  entries: readonly Entry[],
  sent: Sent,
  next: Place | null = null,
): Promise<Judged[]> {
  const debtor_ids = entries.map(({ debtor_id }) => debtor_id)
  const portion = { administration_id, debtor_ids, timezone: standing.timezone, today }
  const facts_of = new Map((await readFacts(db, portion, standing.common)).map((facts) => [facts.id, facts]))
  const decided: Pick<Judged, 'entry' | 'facts' | 'decision'>[] = []
  for (const entry of entries) {
    const facts = facts_of.get(entry.debtor_id)
    if (!facts) continue
    decided.push({ entry, facts, decision: decide(facts, standing.rules, today) })
    if (decided.length % decided_at_once === 0) await othersFirst()
  }
  const isLater = (letter: Letter): boolean =>
    next !== null && letter.approval === 'none' && comparePlaces(letter, next) > 0
  const letters = decided.flatMap(({ decision }) => decision.letters.filter((letter) => !isLater(letter)))
  const admitted = admit(letters, standing.admission, sent)
  const [going, waiting] = [new Set(admitted.go), Map.groupBy(admitted.wait, ({ letter }) => letter.debtor_id)]
  return decided.map((one) => ({
    ...one,
    go: one.decision.letters.filter((letter) => going.has(letter)),
    // What is stopped sends nothing, and does nothing else either.
    acts: standing.admission.stopped ? [] : one.decision.acts,
    wait: waiting.get(one.entry.debtor_id) ?? [],
    later: one.decision.letters.filter(isLater),
    blocks: blocksOf(one, standing.rules, today),
    declared: one.facts.invoices.filter((invoice) => wasDeclared(invoice, today)),
  }))
}

/**
 * What holds the next step of an invoice, and what rows say of it, its case and its debtor: that blocks an invoice
 * whether or not it has a step of its own to come, as one in a case has none.
 */
function blocksOf({ facts, decision }: Pick<Judged, 'facts' | 'decision'>, { calendar }: Rules, today: Day) {
  const found = new Map<string, readonly Hold[]>()
  for (const { family, id, holds } of decision.outlooks)
    if (family === 'invoices' && holds.length > 0) found.set(id, holds)
  const held_of = new Map(facts.cases.map(({ id, held }) => [id, held]))
  return facts.invoices.map(({ id, held, credit_case_id, open_amount, costs_open, blocked_for = nothing }) => {
    const in_case = (credit_case_id === null ? undefined : held_of.get(credit_case_id)) ?? nothing
    const expected = found.get(id) ?? nothing
    // So it is with most, and there are very many.
    if (expected.length + facts.held.length + held.length + in_case.length === 0)
      return { invoice_id: id, holds: nothing, shown: blocked_for }
    const is_owed = open_amount >= 0n && open_amount + costs_open > 0n
    const noted = [...facts.held, ...held, ...in_case].filter((fact) => {
      const until = endOf(fact, calendar)
      return until === null || until >= today
    })
    const all = is_owed ? [...expected, ...noted] : []
    return {
      invoice_id: id,
      holds: [...new Set(all.map(({ reason }) => reason))].filter((one) => holdEntry(one).blocks),
      shown: blocked_for,
    }
  })
}

const nothing: readonly never[] = []

const wasDeclared = ({ sent_on, steps }: InvoiceFacts, today: Day): boolean =>
  sent_on !== null && sent_on <= today && !steps.some(({ step }) => step === 'invoice')

/** Outlooks with what keeps their letters from going today. */
export function heldOutlooks({ decision, wait }: Pick<Judged, 'decision' | 'wait'>): readonly Outlook[] {
  if (wait.length === 0) return decision.outlooks
  const held = new Map<string, Hold>()
  for (const { letter, hold } of wait) {
    if (letter.credit_case_id !== null) held.set(`credit_cases ${letter.credit_case_id}`, hold)
    else for (const { invoice_id, performs } of letter.items) if (performs) held.set(`invoices ${invoice_id}`, hold)
  }
  return decision.outlooks.map((outlook) => {
    const hold = held.get(`${outlook.family} ${outlook.id}`)
    if (!hold || outlook.holds.some(({ reason }) => reason === hold.reason)) return outlook
    return { ...outlook, holds: [...outlook.holds, hold] }
  })
}
