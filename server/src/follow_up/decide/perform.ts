import type { Day } from '../../domain/days.ts'
import { sumOf } from '../../domain/money.ts'
import type { CaseStep, InvoiceStep } from '../../domain/steps.ts'
import { ends } from './acts.ts'
import type { Act, Decision, Letter } from './decision.ts'
import {
  type CaseFacts,
  type ChargeHistory,
  type DebtorFacts,
  type HeldFact,
  type InvoiceFacts,
  type LetterFacts,
  no_history,
  type PerformedStep,
} from './facts.ts'
import { lapsesOn } from './hold_ends.ts'

/** The facts of a debtor after its letters were sent and its acts done, as performing leaves them in the database. */
export function perform(
  facts: DebtorFacts,
  decided: { letters: readonly Letter[]; acts: Decision['acts'] },
  today: Day,
): DebtorFacts {
  let after = facts
  for (const letter of decided.letters) after = sendLetter(after, letter, today)
  for (const act of decided.acts) after = doAct(after, act, today)
  return after
}

function sendLetter(facts: DebtorFacts, letter: Letter, today: Day): DebtorFacts {
  const { channel, term_days, legal, charges, credit_case_id, step, bundled } = letter
  const sent: LetterFacts = {
    ...{
      id: letter.key,
      sent_on: today,
      received_on: null,
      channel,
      term_days,
      legal,
      stated: letter.stated,
      void: false,
    },
  }
  const charged = charge(facts, charges)
  if (credit_case_id !== null) {
    return withCase(charged, credit_case_id, (one) => ({
      ...one,
      // The letter of a case performs a step of cases.
      steps: [...one.steps, performed(step as CaseStep, one.round.number, today, sent)],
    }))
  }
  const performing = new Map(letter.items.map((one) => [one.invoice_id, one.performs]))
  const invoices = charged.invoices.map((invoice) => {
    const name = performing.get(invoice.id)
    if (!name) return invoice
    // The letter of invoices performs steps of invoices.
    const done = performed(name as InvoiceStep, invoice.round.number, today, sent)
    const sent_on = name === 'invoice' ? today : invoice.sent_on
    return { ...invoice, sent_on, moved: null, approved: null, steps: [...invoice.steps, done] }
  })
  if (!bundled) return { ...charged, invoices }
  return { ...charged, invoices, ...(legal ? { latest_legal_letter_on: today } : { latest_ordinary_letter_on: today }) }
}

function doAct(facts: DebtorFacts, act: Act, today: Day): DebtorFacts {
  switch (act.act) {
    case 'call':
    case 'mark_collectable':
    case 'task_at_end':
      return withInvoice(facts, act.invoice_id, (one) => ({
        ...{ ...one, moved: null, approved: null },
        steps: [...one.steps, { ...performed(act.step, act.round, today, null), call_open: act.act === 'call' }],
      }))
    case 'open_case':
      return openCase(charge(facts, act.charges), act, today)
    case 'correct_charges':
      return charge(facts, act.charges)
    case 'hand_over':
      return withCase(facts, act.credit_case_id, (one) => ({
        ...one,
        steps: [...one.steps, performed('bailiff', act.round, today, null)],
      }))
    default:
      return withHeld(facts, (held) => afterEnd(held, act))
  }
}

function openCase(facts: DebtorFacts, act: Act & { act: 'open_case' }, today: Day): DebtorFacts {
  const members = facts.invoices.filter(({ id }) => act.invoice_ids.includes(id))
  const [first] = members
  if (!first) return facts
  const id = act.into ?? `${first.id}0000`
  const invoices = facts.invoices.map((one) => (members.includes(one) ? { ...one, credit_case_id: id } : one))
  if (act.into !== null) return { ...facts, invoices }
  const opened: CaseFacts = {
    ...{ id, currency_code: act.currency_code, started_on: today, recipient: first.recipient },
    ...{ round: { number: 1, from: null, not_before: null }, moved: null, approved: null, lifted: [], held: [] },
    steps: [performed('opening', 1, today, null)],
  }
  return { ...facts, invoices, cases: [...facts.cases, opened] }
}

/** A promise that was broken is over, and so is a dispute that nobody took up; a missed term is reported once. */
function afterEnd(held: readonly HeldFact[], act: Act): readonly HeldFact[] {
  // Something else that holds the record may have the same id.
  const isOver = ({ reason, id }: HeldFact): boolean =>
    'id' in act && id === act.id && Object.hasOwn(ends, reason) && ends[reason as keyof typeof ends] === act.act
  if (!held.some(isOver)) return held
  return held.flatMap((fact) => {
    if (!isOver(fact)) return [fact]
    if (act.act === 'plan_term_missed') return [{ ...fact, day: null }]
    if (act.act === 'dispute_lapsed')
      return [{ ...fact, reason: 'after_dispute' as const, day: fact.day && lapsesOn(fact.day) }]
    return []
  })
}

function charge(facts: DebtorFacts, charges: Letter['charges']): DebtorFacts {
  if (charges.length === 0) return facts
  const invoices = facts.invoices.map((one) => {
    const own = charges.filter(({ invoice_id }) => invoice_id === one.id)
    if (own.length === 0) return one
    const of = (cost_type: string): bigint =>
      sumOf(own.filter((each) => each.cost_type === cost_type).map(({ amount }) => amount))
    const [interest, costs] = [of('interest_costs'), of('debt_collection_costs')]
    const was = one.history ?? no_history
    const history: ChargeHistory = {
      ...{ ...was, interest_open: was.interest_open + interest, collection_open: was.collection_open + costs },
      posted: { interest: was.posted.interest + interest, costs: was.posted.costs + costs },
    }
    return { ...one, history, costs_open: one.costs_open + sumOf(own.map(({ amount }) => amount)) }
  })
  return { ...facts, invoices }
}

const performed = <Name extends InvoiceStep | CaseStep>(
  step: Name,
  round: number,
  day: Day,
  letter: LetterFacts | null,
): PerformedStep<Name> => ({ step, round, day, origin: 'engine', skipped: false, call_open: false, letter })

const withInvoice = (facts: DebtorFacts, id: string, change: (one: InvoiceFacts) => InvoiceFacts): DebtorFacts => ({
  ...facts,
  invoices: facts.invoices.map((one) => (one.id === id ? change(one) : one)),
})

const withCase = (facts: DebtorFacts, id: string, change: (one: CaseFacts) => CaseFacts): DebtorFacts => ({
  ...facts,
  cases: facts.cases.map((one) => (one.id === id ? { ...change(one), moved: null, approved: null } : one)),
})

const withHeld = (facts: DebtorFacts, change: (held: readonly HeldFact[]) => readonly HeldFact[]): DebtorFacts => ({
  ...{ ...facts, held: change(facts.held) },
  invoices: facts.invoices.map((one) => ({ ...one, held: change(one.held) })),
  cases: facts.cases.map((one) => ({ ...one, held: change(one.held) })),
})
