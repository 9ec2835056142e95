import { addDays, type Day } from '../src/domain/days.ts'
import type { HoldReason } from '../src/domain/holds.ts'
import { type InvoiceStep, invoice_steps } from '../src/domain/steps.ts'
import { default_countries, defaultFlows } from '../src/flows/defaults.ts'
import { type Flow, readFlow } from '../src/flows/flow.ts'
import { publishProblems } from '../src/flows/publish.ts'
import { usual_sending_days } from '../src/follow_up/decide/calendar.ts'
import { decide } from '../src/follow_up/decide/decide.ts'
import type { Decision, Letter } from '../src/follow_up/decide/decision.ts'
import type { DebtorFacts, HeldFact, InvoiceFacts } from '../src/follow_up/decide/facts.ts'
import { perform } from '../src/follow_up/decide/perform.ts'
import { type Rules, rulesOf } from '../src/follow_up/decide/rules.ts'
import type { LawPack } from '../src/law/pack.ts'
import { lawOfCountry } from '../src/law/packs.ts'
import { type Chance, chanceFrom } from './chance.ts'
import { aDebtor, administration, anInvoice, done, held } from './given_facts.ts'

/** The life of a debtor, as chance has it: who it is, what it owes, and what happens on which day. */
export type Life = {
  seed: number
  chance: Chance
  rules: Rules
  flows: { business: Flow; consumer: Flow }
  start: Day
  days: number
  facts: DebtorFacts
  /** By the number of the day. */
  events: ReadonlyMap<number, readonly ((facts: DebtorFacts, today: Day) => DebtorFacts)[]>
  /** Days on which nobody looks. */
  outage: { from: number; to: number } | null
}

export type Entry = {
  day: Day
  invoice_id: string
  step: InvoiceStep
  round: number
  letter: Letter | null
  /** The invoice as it was just before. */
  invoice: InvoiceFacts
  flow: Flow
}

const start: Day = '2026-03-02'

export function lifeFrom(seed: number, lawOf: (country: string) => LawPack = lawOfCountry): Life {
  const chance = chanceFrom(seed)
  const country_code = chance.pick(default_countries)
  const flows = chance.percent(50) ? defaultFlows(country_code) : randomFlows(chance, country_code)
  const holidays = new Set(Array.from({ length: 8 }, () => addDays(start, chance.below(200))))
  const rules = rulesOf({
    administration: { ...administration, country_code, opens_cases: chance.percent(50), sandbox: chance.percent(20) },
    flows: [flows.business, flows.consumer].map((flow) => ({ flow, version: 1 })),
    sending_days: { ...usual_sending_days, holidays },
    lawOf,
  })
  const invoices = Array.from({ length: 1 + chance.below(5) }, (_, index) => randomInvoice(chance, String(index + 8)))
  const facts = aDebtor(invoices, {
    country_code: chance.percent(80) ? country_code : chance.pick(default_countries),
    is_company: chance.pick([true, false, null]),
    has_register_number: chance.percent(50),
  })
  const days = 90 + chance.below(60)
  const from = chance.below(days)
  return {
    ...{ seed, chance, rules, flows, start, days, facts, events: randomEvents(chance, days, invoices) },
    outage: chance.percent(30) ? { from, to: from + chance.below(40) } : null,
  }
}

/** Steps in their order with days of chance; what could not be published is not lived. */
export function randomFlows(chance: Chance, country: string): Life['flows'] {
  const made = (party: 'business' | 'consumer'): Flow => {
    const ladder = (['reminder_1', 'reminder_2', 'reminder_3', 'reminder_4'] as const).slice(0, chance.below(5))
    const minimum_interval = 1 + chance.below(14)
    let day = 0
    const steps: { [member: string]: unknown }[] = [{ step: 'invoice', day: chance.below(3), from: 'invoice_date' }]
    if (chance.percent(40)) steps.push({ step: 'pre_reminder', day: -chance.below(6), from: 'due_date' })
    for (const step of [
      ...ladder,
      ...(chance.percent(30) && ladder.length > 0 ? ['call_reminder'] : []),
      'final_reminder',
    ]) {
      const apart = minimum_interval + chance.below(10)
      day += apart
      const since_due = chance.percent(50)
      const term_days = step === 'final_reminder' ? 14 + chance.below(5) : null
      steps.push({ step, term_days, ...(since_due ? { day, from: 'due_date' } : { day: apart }) })
    }
    steps.push({ step: 'collectable', day: 1 + (steps.at(-1)?.term_days as number) + chance.below(4) })
    const { flow, problems } = readFlow({
      ...{ code: party, name: party, for: { party }, fallback: true, minimum_interval, steps },
      ...{
        minimum_amount: chance.pick(['0.00', '5.00', '25.00']),
        bundle: chance.pick(['none', 'final', 'reminders']),
      },
      end: chance.pick(['none', 'task', 'collectable', 'case', 'case_approval']),
    })
    const own = flow.end === 'none' ? { ...flow, steps: flow.steps.slice(0, -1) } : flow
    const laws = [{ pack: lawOfCountry(country), party }]
    const refused = [...problems, ...publishProblems(own, { others: [], laws, payment_conditions: [], texts: [] })]
    return refused.length > 0 ? defaultFlows(country)[party] : own
  }
  return { business: made('business'), consumer: made('consumer') }
}

function randomInvoice(chance: Chance, id: string): InvoiceFacts {
  const invoice_date = addDays(start, chance.below(120) - 90)
  const due_date = addDays(invoice_date, chance.below(45))
  const sent = chance.percent(60)
  const declared = sent && chance.percent(15)
  return anInvoice({
    ...{ id, invoice_date, due_date, seen_on: chance.percent(5) ? addDays(due_date, 400) : start },
    sent_on: sent ? addDays(invoice_date, chance.below(20)) : null,
    open_amount: chance.percent(8)
      ? -BigInt(1 + chance.below(30_000))
      : BigInt(1 + chance.below(chance.pick([600, 90_000]))),
    payment_method: chance.percent(10) ? 'direct_debit' : 'bank_transfer',
    currency_code: chance.percent(85) ? 'EUR' : 'GBP',
    has_document: chance.percent(90),
    steps: declared
      ? [done(chance.pick(['reminder_1', 'reminder_2']), addDays(due_date, 3), { origin: 'declared', letter: null })]
      : [],
  })
}

const passing: readonly HoldReason[] = [
  ...(['debtor_paused', 'debtor_reminding_paused', 'promise', 'unread_message', 'stop_label'] as const),
]
const of_invoice: readonly HoldReason[] = [
  ...(['invoice_paused', 'interface', 'task', 'dispute', 'dispute_unanswered', 'payment_expected'] as const),
  ...(['payment_plan_active', 'payment_plan_proposed', 'books_refused', 'ignored'] as const),
]

export const randomHold = (
  chance: Chance,
  today: Day,
  reasons: readonly HoldReason[] = [...passing, ...of_invoice],
): HeldFact => {
  const reason = chance.pick(reasons)
  const counted = [
    'promise',
    'unread_message',
    'dispute_unanswered',
    'payment_expected',
    'payment_plan_proposed',
  ].includes(reason)
  const day = counted || (reason.includes('paused') && chance.percent(50)) ? addDays(today, chance.below(20)) : null
  return held(reason, { day, id: `${reason} of ${today}` })
}

function randomEvents(chance: Chance, days: number, invoices: readonly InvoiceFacts[]): Life['events'] {
  const events = new Map<number, ((facts: DebtorFacts, today: Day) => DebtorFacts)[]>()
  for (let count = chance.below(14); count > 0; count--) {
    const { id } = chance.pick(invoices)
    const at = chance.below(days)
    events.set(at, [...(events.get(at) ?? []), randomEvent(chance, id)])
  }
  return events
}

function randomEvent(chance: Chance, id: string): (facts: DebtorFacts, today: Day) => DebtorFacts {
  const seed = chance.below(1_000_000)
  const change = (facts: DebtorFacts, how: (one: InvoiceFacts) => InvoiceFacts): DebtorFacts => ({
    ...facts,
    invoices: facts.invoices.map((one) => (one.id === id ? how(one) : one)),
  })
  switch (chance.below(9)) {
    case 0:
      return (facts) => change(facts, (one) => ({ ...one, open_amount: 0n }))
    case 1:
      return (facts) => change(facts, (one) => ({ ...one, open_amount: one.open_amount / 3n }))
    case 2:
      return (facts) => change(facts, (one) => ({ ...one, open_amount: BigInt(1 + chanceFrom(seed).below(40_000)) }))
    case 3:
      return (facts, today) => ({ ...facts, held: [...facts.held, randomHold(chanceFrom(seed), today, passing)] })
    case 4:
      return (facts, today) =>
        change(facts, (one) => ({ ...one, held: [...one.held, randomHold(chanceFrom(seed), today, of_invoice)] }))
    case 5:
      return (facts) => ({ ...facts, held: [], invoices: facts.invoices.map((one) => ({ ...one, held: [] })) })
    case 6:
      return (facts, today) =>
        change(facts, (one) => ({
          ...one,
          round: {
            number: one.round.number + 1,
            from: 'reminder_1',
            not_before: addDays(today, chanceFrom(seed).below(10)),
          },
        }))
    case 7:
      return (facts, today) =>
        change(facts, (one) =>
          one.due_date < today ? { ...one, due_date: addDays(today, chanceFrom(seed).below(20)) } : one,
        )
    default:
      return (facts) => change(facts, (one) => ({ ...one, steps: one.steps.slice(0, -1) }))
  }
}

type Watch = {
  /** Every decision, with the facts that it was made on. */
  decided?: (decision: Decision, facts: DebtorFacts, today: Day) => void
  /** Look only when the last decision said so, or when facts changed. */
  lazily?: boolean
}

/** Lives a life to its end; gives what was done to its invoices. */
export function live(
  { rules, flows, facts: born, events, start: from, days, outage }: Life,
  watch: Watch = {},
): Entry[] {
  const entries: Entry[] = []
  let facts = born
  let look_on: Day | null = from
  for (let at = 0; at < days; at++) {
    const today = addDays(from, at)
    for (const event of events.get(at) ?? []) {
      facts = event(facts, today)
      look_on = today
    }
    if (outage && at >= outage.from && at < outage.to) continue
    if (watch.lazily && (look_on === null || look_on > today)) continue
    for (let round = 0; round < 10; round++) {
      const decision = decide(facts, rules, today)
      watch.decided?.(decision, facts, today)
      look_on = decision.look_on
      const letters = decision.letters.filter(({ approval }) => approval !== 'needed')
      if (letters.length === 0 && decision.acts.length === 0) break
      for (const entry of entriesOf(decision, letters, facts, flows, today)) entries.push(entry)
      facts = perform(facts, { letters, acts: decision.acts }, today)
    }
  }
  return entries
}

function entriesOf(
  { acts }: Decision,
  letters: readonly Letter[],
  facts: DebtorFacts,
  flows: Life['flows'],
  day: Day,
): Entry[] {
  const found: Entry[] = []
  const add = (
    invoice_id: string,
    step: string | null,
    round: number,
    letter: Letter | null,
    flow_code: string | null,
  ): void => {
    const invoice = facts.invoices.find((one) => one.id === invoice_id)
    if (!invoice || step === null || !Object.hasOwn(invoice_steps, step)) return
    const party = flow_code ?? ((facts.is_company ?? facts.has_register_number) ? 'business' : 'consumer')
    found.push({
      day,
      invoice_id,
      step: step as InvoiceStep,
      round,
      letter,
      invoice,
      flow: party === 'business' ? flows.business : flows.consumer,
    })
  }
  for (const letter of letters) {
    for (const { invoice_id, performs, round, flow_code } of letter.items)
      add(invoice_id, performs, round, letter, flow_code)
  }
  for (const act of acts) if ('invoice_id' in act) add(act.invoice_id, act.step, act.round, null, null)
  return found
}
