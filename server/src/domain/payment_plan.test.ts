import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type PlanItem,
  type PlanState,
  type PlanVerb,
  plan_transitions,
  planProblems,
  planState,
  verbProblem,
} from './payment_plan.ts'

const at = '2026-11-14T09:30:00Z'
const unmarked = { active: null, approved_at: null, rejected_at: null, deactivated_at: null }
const marks: Record<PlanState, Parameters<typeof planState>[0]> = {
  proposed: unmarked,
  active: { ...unmarked, active: true, approved_at: at },
  rejected: { ...unmarked, active: false, rejected_at: at },
  deactivated: { ...unmarked, active: false, approved_at: at, deactivated_at: at },
  finished: { ...unmarked, active: false, approved_at: at },
}

/** Every pair of verb and state that leads anywhere; all others are refused. */
const ways: readonly [PlanVerb, PlanState, PlanState][] = [
  ['approve', 'proposed', 'active'],
  ['reject', 'proposed', 'rejected'],
  ['offer', 'proposed', 'rejected'],
  ['deactivate', 'active', 'deactivated'],
  ['finish', 'active', 'finished'],
]

test('the state of a plan is what is noted on it', () => {
  for (const [state, noted] of Object.entries(marks)) assert.equal(planState(noted), state)
})

for (const verb of Object.keys(plan_transitions) as PlanVerb[]) {
  for (const [state, noted] of Object.entries(marks) as [PlanState, (typeof marks)[PlanState]][]) {
    const way = ways.find(([does, from]) => does === verb && from === state)
    test(`to ${verb} a plan that is ${state} is ${way ? 'possible' : 'refused'}`, () => {
      assert.equal(verbProblem(verb, noted) === null, way !== undefined)
      if (way) assert.equal(plan_transitions[verb].to, way[2])
      else assert.match(verbProblem(verb, noted) ?? '', new RegExp(`^the plan is ${state}, and only one that is`))
    })
  }
}

test('whoever offers other terms too late reads of the offer, and not of a rejection', () => {
  const said = 'the plan is active, and only one that is proposed can be answered by other terms'
  assert.equal(verbProblem('offer', marks.active), said)
})

const item: PlanItem = {
  parameter: 'invoice_numbers',
  name: 'F1',
  debtor_id: '1',
  currency_code: 'EUR',
  open_amount: '100.00',
  in_active_plan: false,
  in_case: false,
  ended: false,
}
const terms = (...amounts: string[]) => amounts.map((amount) => ({ amount, due_date: '2026-12-01' }))
const other = { ...item, name: 'F2' }
const a_case = { ...item, parameter: 'credit_case_numbers', name: '123456789' }

const cases: [what: string, items: PlanItem[], amounts: string[], problems: string[]][] = [
  ['one term', [item], ['100.00'], []],
  ['three terms with a cent lost', [item], ['33.33', '33.33', '33.33'], []],
  ['a cent too much', [item], ['100.01'], []],
  ['two cents too little', [item], ['99.98'], ['terms: add up to 99.98, but 100.00 is open']],
  ['two cents too much', [item], ['100.02'], ['terms: add up to 100.02, but 100.00 is open']],
  ['two invoices', [item, other], ['150.00', '50.00'], []],
  ['an invoice less a credit note', [item, { ...other, open_amount: '-25.50' }], ['74.50'], []],
  ['only a credit note', [{ ...item, open_amount: '-5.00' }], ['5.00'], ['invoice_numbers: there is nothing to pay']],
  ['a paid invoice', [{ ...item, open_amount: '0.00' }], ['1.00'], ['invoice_numbers: F1 has nothing open']],
  ['a term of nothing', [item], ['100.00', '0.00'], ['terms[1].amount: must be more than 0']],
  ['a negative term', [item], ['-1.00', '101.00'], ['terms[0].amount: must be more than 0']],
  ['no terms', [item], [], ['terms: is missing']],
  [
    'an invoice in another plan',
    [{ ...item, in_active_plan: true }],
    ['100.00'],
    ['invoice_numbers: F1 is in another active plan'],
  ],
  [
    'an invoice in a case',
    [{ ...item, in_case: true }],
    ['100.00'],
    ['invoice_numbers: F1 is part of a credit case; name the case instead'],
  ],
  ['a case', [a_case], ['100.00'], []],
  ['a case that ended', [{ ...a_case, ended: true }], ['100.00'], ['credit_case_numbers: 123456789 has ended']],
  [
    'two debtors',
    [item, { ...other, debtor_id: '2' }],
    ['200.00'],
    ['invoice_numbers: F2 is of another debtor than F1'],
  ],
  [
    'two currencies',
    [item, { ...other, currency_code: 'USD' }],
    ['200.00'],
    ['invoice_numbers: F2 is in another currency than F1'],
  ],
]

for (const [what, items, amounts, problems] of cases) {
  test(`a new plan: ${what}`, () => {
    assert.deepEqual(planProblems(items, terms(...amounts)), problems)
  })
}

test('terms are agreed on exactly when they add up to what is open, give or take a cent', () => {
  const money = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
  const amounts = fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 24 })
  fc.assert(
    fc.property(amounts, fc.integer({ min: -5, max: 5 }), (parts, slip) => {
      const open = parts.reduce((sum, part) => sum + part, 0) + slip
      fc.pre(open > 0)
      const problems = planProblems([{ ...item, open_amount: money(open) }], terms(...parts.map(money)))
      assert.equal(problems.length === 0, Math.abs(slip) <= 1)
    }),
  )
})
