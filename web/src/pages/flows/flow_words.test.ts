import assert from 'node:assert/strict'
import { test } from 'node:test'
import { all_steps } from '../../../../server/src/domain/steps.ts'
import { defaultFlows } from '../../../../server/src/flows/defaults.ts'
import { type Flow, readFlow } from '../../../../server/src/flows/flow.ts'
import { publishProblems } from '../../../../server/src/flows/publish.ts'
import { lawOfCountry } from '../../../../server/src/law/packs.ts'
import { language_names } from '../../words/languages.ts'
import { loadWords } from '../dictionary.ts'
import { codeOf } from './code_of.ts'
import { problem_patterns, sayFlowProblem } from './say_problem.ts'
import { daysOf, step_names, withMoved, withStep } from './steps.ts'

const dictionary = { en: await loadWords('en'), nl: await loadWords('nl') }

const { business, consumer } = defaultFlows('NL')

/** Flows that are wrong in every way that there is. */
const wrong: Flow[] = (() => {
  const step = (name: string, own: object = {}) => ({ step: name, day: 7, ...own })
  const with_steps = (steps: object[], own: object = {}): Flow =>
    readFlow({ ...business, case_steps: undefined, steps, ...own }).flow
  return [
    with_steps([step('reminder_1'), step('reminder_1')]),
    with_steps([step('reminder_2'), step('reminder_1')]),
    with_steps([step('reminder_1'), step('end_of_service')]),
    with_steps([step('call_reminder')]),
    with_steps([step('reminder_1'), step('collectable'), step('call_reminder')]),
    with_steps([step('invoice', { day: -1, from: 'invoice_date' })]),
    with_steps([step('invoice', { from: 'due_date' })]),
    with_steps([step('pre_reminder')]),
    with_steps([step('pre_reminder', { from: 'due_date' })]),
    with_steps([step('reminder_1', { day: 0 })]),
    with_steps([step('reminder_1'), step('reminder_2', { day: 2 })]),
    with_steps([step('reminder_1', { term_days: 20 }), step('reminder_2', { day: 9 })]),
    with_steps([step('reminder_1'), step('call_reminder', { day: -3 })]),
    with_steps([step('reminder_1'), step('call_reminder', { term_days: 3 })]),
    with_steps([], { end: 'none' }),
    with_steps([step('reminder_1'), step('collectable')], { end: 'none' }),
    with_steps([step('reminder_1')], { end: 'case', case_steps: [] }),
    with_steps([step('reminder_1')], { for: { payment_conditions: ['N30'] } }),
    with_steps([step('reminder_1', { text: 'nothing' })]),
    with_steps([step('reminder_1', { fee: '40.00' })]),
    with_steps([step('reminder_1')], {
      case_steps: [step('summons', { from: 'due_date', day: -1 }), step('second_summons', { day: -2 })],
    }),
    { ...consumer, steps: consumer.steps.map((one) => ({ ...one, term_days: one.term_days && 3 })) },
    { ...consumer, steps: consumer.steps.filter((one) => one.step !== 'final_reminder') },
  ]
})()

const sentences = wrong.flatMap((flow) =>
  publishProblems(flow, {
    others: [{ ...business, code: 'other' }],
    laws: (['business', 'consumer'] as const).map((party) => ({ pack: lawOfCountry('NL'), party })),
    payment_conditions: [],
    texts: [],
  }),
)

for (const language of language_names) {
  test(`every problem of a flow and every step has words in ${language}`, () => {
    const words = dictionary[language]
    const known = sentences.filter(({ sentence }) => problem_patterns.some(([pattern]) => pattern.test(sentence)))
    assert.deepEqual(known, sentences)
    for (const problem of sentences) assert.doesNotMatch(sayFlowProblem(problem, words), /[{}_]|undefined/)
    const steps = Object.keys(all_steps).filter((name) => !Object.hasOwn(words, `flow_step_${name}`))
    assert.deepEqual(steps, [])
  })
}

test('every sentence that there are words for can be said by the service', () => {
  const unsaid = problem_patterns.filter(([pattern]) => !sentences.some(({ sentence }) => pattern.test(sentence)))
  assert.deepEqual(unsaid, [])
})

test('the page knows the same steps as the service', () => {
  assert.deepEqual([...step_names.steps, ...step_names.case_steps].sort(), Object.keys(all_steps).sort())
})

test('a step is added in its place, and moved among the others', () => {
  const names = (steps: readonly { step: string }[]) => steps.map(({ step }) => step).join(' ')
  const added = withStep(withStep(business.steps, 'steps', 'call_reminder'), 'steps', 'pre_reminder')
  assert.equal(
    names(added),
    'invoice pre_reminder reminder_1 reminder_2 reminder_3 call_reminder final_reminder collectable',
  )
  assert.equal(
    names(withMoved(added, 5, -1)),
    'invoice pre_reminder reminder_1 reminder_2 call_reminder reminder_3 final_reminder collectable',
  )
  assert.equal(names(withMoved(added, 0, -1)), names(added))
})

test('steps stand on the line where their days are', () => {
  assert.deepEqual(
    daysOf(business.steps).map(({ at }) => at),
    [-30, 7, 14, 21, 28, 43],
  )
})

test('a name becomes a code that no other flow has', () => {
  assert.equal(codeOf('Consumers, Belgié', []), 'consumers_belgie')
  assert.equal(codeOf('Business', ['business']), 'business_2')
  assert.equal(codeOf('!!!', []), 'flow')
})
