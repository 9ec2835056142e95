import { amountText, cents } from '../domain/money.ts'
import { isLetter, isOverdueStep, type Step } from '../domain/steps.ts'
import type { FlowForLaw, FlowProblem, LawPack, LegalLetter } from './pack.ts'
import type { Party } from './party.ts'

/** Whether a letter is the first that asks for what is overdue. */
export const isFirstReminder = (steps: FlowForLaw['steps'], step: Step): boolean =>
  steps.find((one) => isLetter(one.step) && isOverdueStep(one.step))?.step === step

/** A legal letter gives at least its days, and comes before anything that leads to collection. */
export function termProblems(pack: LawPack, { steps }: FlowForLaw, party: Party): FlowProblem[] {
  const problems: FlowProblem[] = []
  let letter: LegalLetter | null = null
  for (const [index, { step, term_days }] of steps.entries()) {
    const legal = pack.legalLetter({ party, step, first_reminder: isFirstReminder(steps, step) })
    letter ??= legal
    if (legal && term_days !== null && term_days < legal.days) {
      const sentence = `${step} has to give a ${party} at least ${legal.days} days, and gives ${term_days}.`
      problems.push({ place: `steps[${index}].term_days`, sentence, rule: legal.rule })
    }
  }
  const end = steps.findIndex(({ step }) => step === 'collectable')
  const asked = pack.legalLetter({ party, step: 'final_reminder', first_reminder: true })
  if (end >= 0 && asked && !letter) {
    const sentence = `a ${party} cannot be taken to collection without the letter that gives ${asked.days} days; add a final_reminder.`
    problems.push({ place: `steps[${end}]`, sentence, rule: asked.rule })
  }
  return problems
}

/** No step costs more than the law lets it. */
export function feeProblems(pack: LawPack, { steps, case_steps }: FlowForLaw, party: Party): FlowProblem[] {
  return [
    ...steps.map((one, index) => ({ ...one, place: `steps[${index}].fee` })),
    ...case_steps.map((one, index) => ({ ...one, place: `case_steps[${index}].fee` })),
  ].flatMap(({ step, fee, place }) => {
    if (fee === 'none' || fee === 'pack') return []
    const most = pack.feeMax({ party, step, first_reminder: isFirstReminder(steps, step) })
    if (cents(fee) <= most) return []
    const sentence = `${step} costs a ${party} ${fee}, and the law lets it cost at most ${amountText(most)}.`
    return [{ place, sentence, rule: pack.fee_rule }]
  })
}
