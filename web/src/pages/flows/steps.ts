import type { Flow, FlowStep } from '../../api/flows.ts'

export type StepList = 'steps' | 'case_steps'

/** What a flow can do, in the usual order. */
export const step_names: { readonly [list in StepList]: readonly string[] } = {
  steps: [
    ...['invoice', 'pre_reminder', 'reminder_1', 'reminder_2', 'reminder_3', 'reminder_4', 'call_reminder'],
    ...['end_of_service_announcement', 'end_of_service', 'final_reminder', 'collectable'],
  ],
  case_steps: [
    ...['opening', 'summons', 'summons_reminder', 'second_summons', 'second_summons_reminder'],
    ...['notice_of_default', 'prejudiciary', 'bailiff'],
  ],
}

const without_letter: readonly string[] = ['call_reminder', 'collectable', 'opening', 'bailiff']
export const isLetter = (step: string): boolean => !without_letter.includes(step)

/** Steps that have no fixed place among the reminders. */
export const isMovable = (step: string): boolean =>
  ['call_reminder', 'end_of_service_announcement', 'end_of_service'].includes(step)

/** What cannot be taken away: a case begins with its opening, and a flow that ends somewhere says when. */
export const isFixed = ({ step }: FlowStep, { end }: Flow): boolean =>
  step === 'opening' || (step === 'collectable' && end !== 'none')

const newStep = (step: string): FlowStep => ({
  ...{ step, day: 7, from: 'previous', channels: ['mail', 'post'], term_days: null, fee: 'none' },
  ...{ approval: false, text: null },
  ...(step === 'invoice' ? { day: 0, from: 'invoice_date' } : {}),
  ...(step === 'pre_reminder' ? { day: -5, from: 'due_date' } : {}),
})

/** The same list with one more step, in its usual place. */
export function withStep(steps: readonly FlowStep[], list: StepList, step: string): FlowStep[] {
  const order = step_names[list]
  const place = steps.findIndex((one) => order.indexOf(one.step) > order.indexOf(step))
  const at = place < 0 ? steps.length : place
  return [...steps.slice(0, at), newStep(step), ...steps.slice(at)]
}

/** The same list with a step one place further up or down. */
export function withMoved(steps: readonly FlowStep[], index: number, by: 1 | -1): FlowStep[] {
  const other = steps[index + by]
  const one = steps[index]
  if (!one || !other) return [...steps]
  return steps.map((step, place) => (place === index ? other : place === index + by ? one : step))
}

/** How long after its date an invoice usually is due; the drawing needs some distance. */
const usual_term = 30

/** Where each step stands on a line of days, on which 0 is the due date. */
export function daysOf(steps: readonly FlowStep[]): { step: string; at: number }[] {
  let previous = 0
  return steps.map(({ step, day, from }) => {
    const start = from === 'invoice_date' ? -usual_term : from === 'due_date' ? 0 : previous
    const at = start + day
    if (step !== 'invoice' && step !== 'pre_reminder') previous = at
    return { step, at }
  })
}
