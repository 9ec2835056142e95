import { addDays, type Day, isWeekend } from '../domain/days.ts'
import { amountText, cents } from '../domain/money.ts'
import { all_steps, isOverdueStep, type Step } from '../domain/steps.ts'
import type { FlowForLaw, FlowProblem, LawCode, LawPack, LegalLetter, LetterSent } from './pack.ts'
import type { Party } from './party.ts'

type Terms = {
  code: LawCode
  currency_code: string | null
  /** The letter that must come before consumers are charged: at a step, or whichever reminder is the first. */
  consumer_letter?: LegalLetter & { at: Step | 'first_reminder' }
  /** The day after which a term counts, for a letter by post. */
  byPost: (sent_on: Day) => Day
  /** Whether a term may end on that day; if not it runs on. */
  mayEnd: (day: Day) => boolean
}

/** A pack that knows how long letters have to give, and charges nothing. */
export function termsOnly({ code, currency_code, consumer_letter, byPost, mayEnd }: Terms): LawPack {
  const legalLetter: LawPack['legalLetter'] = ({ party, step, first_reminder }) => {
    if (party !== 'consumer' || !consumer_letter) return null
    const asked = consumer_letter.at === 'first_reminder' ? first_reminder : consumer_letter.at === step
    return asked ? { days: consumer_letter.days, rule: consumer_letter.rule } : null
  }
  const receivedOn: LawPack['receivedOn'] = ({ sent_on, channel, received_on }) =>
    received_on ?? (channel === 'mail' ? sent_on : byPost(sent_on))
  const pack: LawPack = {
    code,
    currency_code,
    legalLetter,
    receivedOn,
    lastFreeDay: (letter: Pick<LetterSent, 'sent_on' | 'channel' | 'received_on'> & { days: number }) => {
      let day = addDays(receivedOn(letter), letter.days)
      while (!mayEnd(day)) day = addDays(day, 1)
      return day
    },
    feeMax: () => 0n,
    announces: () => null,
    charges: () => [],
    flowProblems: (flow, party) => [...termProblems(pack, flow, party), ...feeProblems(pack, flow, party)],
  }
  return pack
}

/** Whether a letter is the first that asks for what is overdue. */
export const isFirstReminder = (steps: FlowForLaw['steps'], step: Step): boolean =>
  steps.find((one) => all_steps[one.step].does === 'letter' && isOverdueStep(one.step))?.step === step

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
    return [{ place, sentence, rule: `${pack.code}.fees` }]
  })
}

/** The day that is so many days on which post is delivered, or people work, after another one. */
export function countedDay(from: Day, count: number, counts: (day: Day) => boolean): Day {
  let day = from
  for (let left = count; left > 0; ) {
    day = addDays(day, 1)
    if (counts(day)) left--
  }
  return day
}

export const isWorkday = (day: Day, holiday: (day: Day) => boolean): boolean => !isWeekend(day) && !holiday(day)
