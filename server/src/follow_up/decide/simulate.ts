import { addDays, type Day } from '../../domain/days.ts'
import type { Step } from '../../domain/steps.ts'
import { type Admission, admit, type Sent } from './admit.ts'
import { decide } from './decide.ts'
import type { Act, Decision, Letter } from './decision.ts'
import type { DebtorFacts } from './facts.ts'
import { perform } from './perform.ts'
import type { Rules } from './rules.ts'

/** Something that would be done: a step of a record, with the letter that brings it. */
export type Done = {
  readonly day: Day
  readonly debtor_id: string
  readonly family: 'invoices' | 'credit_cases'
  readonly id: string
  readonly step: Step
  readonly letter: Letter | null
}

export type Counted = { readonly day: Day; readonly step: Step; readonly letters: number; readonly steps: number }

export type Simulation = {
  readonly done: readonly Done[]
  /** Per day and step: letters by the step of their leader, and steps that they and acts perform. */
  readonly counts: readonly Counted[]
  readonly facts: readonly DebtorFacts[]
}

const unbounded: Admission = { stopped: false, sandbox: true, cap: null, surge_released: true }

/** One step can lead to another on the same day, as an opening to a summons; not more often than this. */
const rounds_max = 10

/** How much goes out, and what went out before; without it everything that is due goes. */
export type Bounds = { readonly admission: Admission; readonly sent: Sent }

const unbounded_from_nothing: Bounds = { admission: unbounded, sent: { today: 0, before: [] } }

/**
 * What would happen in so many days if no fact changed but by what we do: every day's decisions are performed, letters
 * count as sent at once, whoever has to approve does so, and books that write today go on writing.
 */
export function simulate(
  debtors: readonly DebtorFacts[],
  rules: Rules,
  from: Day,
  days: number,
  bounds: Bounds = unbounded_from_nothing,
): Simulation {
  const run = simulating(debtors, rules, from, days, bounds)
  for (;;) {
    const { done, value } = run.next()
    if (done) return value
  }
}

/** The same for whoever has other things to do meanwhile: it pauses after every few decisions. */
export function* simulating(
  debtors: readonly DebtorFacts[],
  rules: Rules,
  from: Day,
  days: number,
  { admission, sent }: Bounds = unbounded_from_nothing,
): Generator<undefined, Simulation, undefined> {
  const stale = rules.books_stale_on !== null && rules.books_stale_on <= from
  const administration = { ...rules.administration, sandbox: true }
  const lasting = { ...rules, administration, books_stale_on: stale ? rules.books_stale_on : null }
  const states: State[] = debtors.map((facts) => ({ facts, look_on: from }))
  const done: Done[] = []
  // The latest day is the first of those that went out before, and the last of those that follow.
  const before = [...sent.before].reverse()
  let today = sent.today
  for (let day = from, left = days; left > 0; day = addDays(day, 1), left--) {
    today = yield* turnDay(states, lasting, day, { admission, sent: { today, before }, done })
    if (lasting.calendar.next('reminder', day) === day) before.push(today)
    if (before.length > 20) before.shift()
    today = 0
  }
  return { done, counts: countsOf(done), facts: states.map(({ facts }) => facts) }
}

type State = { facts: DebtorFacts; look_on: Day | null }
type Run = { admission: Admission; sent: Sent; done: Done[] }
type Decided = { state: State; decision: Decision }

const decisions_at_once = 100

/** A day of everybody; gives how many letters went out. */
function* turnDay(
  states: readonly State[],
  rules: Rules,
  day: Day,
  { admission, sent, done }: Run,
): Generator<undefined, number, undefined> {
  let { today } = sent
  let looking = states.filter(({ look_on }) => look_on !== null && look_on <= day)
  for (let round = 0; looking.length > 0 && round < rounds_max; round++) {
    const decided: Decided[] = []
    for (const state of looking) {
      decided.push({ state, decision: decide(state.facts, rules, day) })
      if (decided.length % decisions_at_once === 0) yield
    }
    const { go } = admit(
      decided.flatMap(({ decision }) => decision.letters),
      admission,
      { today, before: sent.before },
    )
    today += go.length
    looking = doDecided(decided, new Set(go), day, done)
  }
  return today
}

/** Performs what goes, and gives those for whom something was done. */
function doDecided(decided: readonly Decided[], going: ReadonlySet<Letter>, day: Day, done: Done[]): State[] {
  return decided.flatMap(({ state, decision }) => {
    const letters = decision.letters.filter((letter) => going.has(letter))
    state.look_on = decision.look_on
    if (letters.length === 0 && decision.acts.length === 0) return []
    done.push(...doneBy(decision, letters, day))
    state.facts = perform(state.facts, { letters, acts: decision.acts }, day)
    return [state]
  })
}

function doneBy({ debtor_id, acts }: Decision, letters: readonly Letter[], day: Day): Done[] {
  const by_letter = letters.flatMap((letter): Done[] => {
    const { credit_case_id, step, items } = letter
    if (credit_case_id !== null) return [{ day, debtor_id, family: 'credit_cases', id: credit_case_id, step, letter }]
    return items.flatMap(({ invoice_id, performs }) =>
      performs === null ? [] : [{ day, debtor_id, family: 'invoices', id: invoice_id, step: performs, letter }],
    )
  })
  return [...by_letter, ...acts.flatMap((act) => doneByAct(act, debtor_id, day))]
}

function doneByAct(act: Act, debtor_id: string, day: Day): Done[] {
  const of = { day, debtor_id, letter: null }
  if (act.act === 'open_case') {
    return act.invoice_ids.map((id) => ({ ...of, family: 'invoices', id, step: 'opening' }))
  }
  if (act.act === 'hand_over') return [{ ...of, family: 'credit_cases', id: act.credit_case_id, step: act.step }]
  return 'step' in act ? [{ ...of, family: 'invoices', id: act.invoice_id, step: act.step }] : []
}

function countsOf(done: readonly Done[]): Counted[] {
  const counted = new Map<string, { day: Day; step: Step; letters: Set<Letter>; steps: number }>()
  const entry = (day: Day, step: Step) => {
    const key = `${day} ${step}`
    const found = counted.get(key) ?? { day, step, letters: new Set<Letter>(), steps: 0 }
    counted.set(key, found)
    return found
  }
  for (const { day, step, letter } of done) {
    entry(day, step).steps++
    if (letter) entry(day, letter.step).letters.add(letter)
  }
  return [...counted.values()].map(({ day, step, letters, steps }) => ({ day, step, letters: letters.size, steps }))
}
