import { all_steps, isLetter, isOverdueStep } from '../domain/steps.ts'
import type { FlowProblem, LawPack } from '../law/pack.ts'
import type { Party } from '../law/party.ts'
import { tieProblems } from './choose.ts'
import type { Flow, FlowCaseStep, FlowStep } from './flow.ts'

/** What a flow is held to when it is published. */
export type PublishingFacts = {
  /** The other flows that are published. */
  others: readonly Flow[]
  /** The laws that it has to keep: those of the administration, and of the countries that its consumers live in. */
  laws: readonly { pack: LawPack; party: Party }[]
  payment_conditions: readonly string[]
  /** Codes of texts beside those of the steps. */
  texts: readonly string[]
}

/** Everything that keeps a flow from being published; nothing when it may be. */
export function publishProblems(flow: Flow, facts: PublishingFacts): FlowProblem[] {
  return [
    ...orderProblems(flow.steps, 'steps'),
    ...orderProblems(flow.case_steps, 'case_steps'),
    ...flow.steps.flatMap((_, index) => stepProblems(flow, index)),
    ...flow.case_steps.flatMap((_, index) => caseStepProblems(flow, index)),
    ...endProblems(flow),
    ...knownProblems(flow, facts),
    ...tieProblems(flow, facts.others),
    ...lawProblems(flow, facts.laws),
  ]
}

const problem = (place: string, sentence: string): FlowProblem => ({ place, sentence, rule: null })

/** Each step once, and those that have a place among the others in that place. */
function orderProblems(steps: readonly (FlowStep | FlowCaseStep)[], list: string): FlowProblem[] {
  const found: FlowProblem[] = []
  for (const [index, { step }] of steps.entries()) {
    const before = steps.slice(0, index).map((one) => one.step)
    const rank = all_steps[step].rank
    const higher = before.find((one) => rank !== null && (all_steps[one].rank ?? -1) > rank)
    const place = `${list}[${index}].step`
    if (before.some((one) => one === step)) found.push(problem(place, `${step} stands there twice.`))
    else if (higher) found.push(problem(place, `${step} has to come before ${higher}.`))
    else if (step === 'end_of_service' && !before.includes('end_of_service_announcement')) {
      found.push(problem(place, 'the end of the service has to be announced before.'))
    } else if (rank === null && !before.some(isOverdueStep)) {
      found.push(problem(place, `${step} can only come after a reminder.`))
    } else if (before.includes('collectable')) found.push(problem(place, 'nothing comes after collectable.'))
  }
  return found
}

function stepProblems({ steps, minimum_interval }: Flow, index: number): FlowProblem[] {
  const one = steps[index]
  if (!one) return []
  const { step, day, from } = one
  const at = (member: string, sentence: string): FlowProblem => problem(`steps[${index}].${member}`, sentence)
  const found: FlowProblem[] = [...letterProblems(one, `steps[${index}]`)]
  if (step === 'invoice') {
    if (from !== 'invoice_date') found.push(at('from', 'an invoice is sent so many days after its invoice_date.'))
    if (day < 0) found.push(at('day', 'an invoice cannot be sent before its date.'))
    return found
  }
  if (step === 'pre_reminder') {
    if (from === 'previous') found.push(at('from', 'a pre_reminder counts from the due_date or the invoice_date.'))
    if (from === 'due_date' && day > 0) found.push(at('day', 'a pre_reminder comes on the due date or before it.'))
    return found
  }
  if (day < 1) found.push(at('day', `${step} comes at least a day after what it counts from.`))
  const before = steps.slice(0, index).findLast((other) => isOverdueStep(other.step))
  return before ? [...found, ...distanceProblems(one, before, minimum_interval, at)] : found
}

/** A step keeps its distance from the one before: the interval of the flow, and the term that a letter gave. */
function distanceProblems(
  one: FlowStep,
  before: FlowStep,
  minimum_interval: number,
  at: (member: string, sentence: string) => FlowProblem,
): FlowProblem[] {
  if (one.from !== 'previous' && one.from !== before.from) return []
  const apart = one.from === 'previous' ? one.day : one.day - before.day
  const letters = isLetter(one.step) && isLetter(before.step)
  if (letters && apart < minimum_interval) {
    const sentence = `${one.step} comes ${apart} days after ${before.step}, and the flow keeps ${minimum_interval} days.`
    return [at('day', sentence)]
  }
  if (before.term_days !== null && apart <= before.term_days) {
    const sentence = `${one.step} comes ${apart} days after ${before.step}, which gives ${before.term_days} days to pay.`
    return [at('day', sentence)]
  }
  return apart < 1 ? [at('day', `${one.step} has to come after ${before.step}.`)] : []
}

function caseStepProblems({ case_steps }: Flow, index: number): FlowProblem[] {
  const one = case_steps[index]
  if (!one) return []
  const before = case_steps[index - 1]
  const found = [...letterProblems(one, `case_steps[${index}]`)]
  if (index === 0 && one.step !== 'opening')
    found.push(problem('case_steps[0].step', 'a case begins with its opening.'))
  if (one.from !== 'previous') {
    found.push(problem(`case_steps[${index}].from`, 'steps of a case count from the previous one.'))
  }
  if (one.day < 0) found.push(problem(`case_steps[${index}].day`, `${one.step} cannot come before the step before it.`))
  if (before && before.term_days !== null && one.day <= before.term_days) {
    const sentence = `${one.step} comes ${one.day} days after ${before.step}, which gives ${before.term_days} days to pay.`
    found.push(problem(`case_steps[${index}].day`, sentence))
  }
  return found
}

/** What only a letter can have. */
function letterProblems({ step, term_days, fee, text }: FlowStep | FlowCaseStep, place: string): FlowProblem[] {
  if (isLetter(step)) return []
  return [
    ...(term_days === null ? [] : [problem(`${place}.term_days`, `${step} sends nothing, so it gives no term.`)]),
    ...(fee === 'none' ? [] : [problem(`${place}.fee`, `${step} sends nothing, so it costs nothing.`)]),
    ...(text === null ? [] : [problem(`${place}.text`, `${step} sends nothing, so it has no text.`)]),
  ]
}

function endProblems({ steps, case_steps, end, fallback, for: meant }: Flow): FlowProblem[] {
  const found: FlowProblem[] = []
  const collectable = steps.findIndex(({ step }) => step === 'collectable')
  if (steps.length === 0) found.push(problem('steps', 'a flow needs at least one step.'))
  if (end === 'none' && collectable >= 0) {
    found.push(problem(`steps[${collectable}]`, 'end is none, so nothing becomes collectable.'))
  }
  if ((end === 'case' || end === 'case_approval') && case_steps.length === 0) {
    found.push(problem('case_steps', `end is ${end}, so a case needs its steps.`))
  }
  if (fallback && meant.payment_conditions !== 'any') {
    found.push(problem('fallback', 'a fall-back is for invoices of any payment condition.'))
  }
  return found
}

function knownProblems(
  { for: meant, steps, case_steps }: Flow,
  { payment_conditions, texts }: PublishingFacts,
): FlowProblem[] {
  const conditions = meant.payment_conditions === 'any' ? [] : meant.payment_conditions
  const written = [
    ...steps.map(({ text }, index) => ({ text, place: `steps[${index}].text` })),
    ...case_steps.map(({ text }, index) => ({ text, place: `case_steps[${index}].text` })),
  ]
  return [
    ...conditions.flatMap((code, index) =>
      payment_conditions.includes(code)
        ? []
        : [problem(`for.payment_conditions[${index}]`, `there is no payment condition ${code}.`)],
    ),
    ...written.flatMap(({ text, place }) =>
      text === null || texts.includes(text) || Object.hasOwn(all_steps, text)
        ? []
        : [problem(place, `there is no text ${text}.`)],
    ),
  ]
}

/** The same problem of two laws is said once for each rule. */
function lawProblems(flow: Flow, laws: PublishingFacts['laws']): FlowProblem[] {
  const found = new Map<string, FlowProblem>()
  for (const { pack, party } of laws) {
    if (flow.for.party !== 'any' && flow.for.party !== party) continue
    for (const one of pack.flowProblems(flow, party)) found.set(`${one.place} ${one.rule} ${party}`, one)
  }
  return [...found.values()]
}
