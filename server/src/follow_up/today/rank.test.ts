import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RankFacts, rank } from './rank.ts'

const nothing: RankFacts = {
  ...{ debtor_id: '1', overdue: 0n, oldest_days: 0, broken_promises: [], call_waits: null, call_back: null },
  ...{ dispute_lapses: null, says_paid: null, unread_message: null, approval_waits: null, no_address: false },
  ...{ task_due: null, over_limit: 0n, pays: { lately: null, before: null }, phone: '+31 85 000 01 42', person: null },
}
const facts = (own: Partial<RankFacts>): RankFacts => ({ ...nothing, ...own })
const broken = { amount: '6400.00', currency_code: 'EUR', promised_on: '2026-11-20' } as const
const order = (...debtors: Partial<RankFacts>[]) => rank(debtors.map(facts)).map(({ debtor_id }) => debtor_id)
const only = (own: Partial<RankFacts>) => {
  const [one] = rank([facts(own)])
  assert.ok(one)
  return one
}

test('more that is overdue comes before less, and the older before the newer', () => {
  assert.deepEqual(order({ debtor_id: '1', overdue: 100_00n }, { debtor_id: '2', overdue: 100_01n }), ['2', '1'])
  assert.deepEqual(
    order({ debtor_id: '1', overdue: 100_00n, oldest_days: 5 }, { debtor_id: '2', overdue: 100_00n, oldest_days: 50 }),
    ['2', '1'],
  )
})

test('a broken promise with a call that the engine waits for comes before a larger amount', () => {
  const large = { debtor_id: '1', overdue: 22_140_00n, oldest_days: 41 }
  const urgent = { debtor_id: '2', overdue: 14_812_30n, oldest_days: 68, broken_promises: [broken] }
  assert.deepEqual(order(large, { ...urgent, call_waits: { since: '2026-11-23' } }), ['2', '1'])
  assert.deepEqual(order(large, { ...urgent, broken_promises: [] }), ['1', '2'])
})

test('who waits for an answer and owes nothing comes before who waits for nothing and owes little', () => {
  assert.deepEqual(
    order({ debtor_id: '1', overdue: 50_00n }, { debtor_id: '2', unread_message: { at: '2026-11-16T08:00:00Z' } }),
    ['2', '1'],
  )
})

test('the same stake in the same state is listed in one order, whatever order the rows came in', () => {
  const one = { debtor_id: '9', overdue: 100_00n }
  const other = { debtor_id: '10', overdue: 100_00n }
  assert.deepEqual(order(one, other), ['9', '10'])
  assert.deepEqual(order(other, one), ['9', '10'])
})

test('amounts beyond what a float holds are still told apart', () => {
  const large = 9_007_199_254_740_993_00n
  assert.deepEqual(order({ debtor_id: '1', overdue: large }, { debtor_id: '2', overdue: large + 1n }), ['2', '1'])
})

test('all reasons are given, the strongest first, with their facts', () => {
  const { reasons } = only({
    ...{ overdue: 100_00n, oldest_days: 68, broken_promises: [broken, broken] },
    ...{ call_waits: { since: '2026-11-13' }, pays: { lately: 21, before: 9 }, over_limit: 1200_00n },
  })
  assert.deepEqual(
    reasons.map(({ reason }) => reason),
    ['broken_promise', 'overdue', 'call_waits', 'over_limit', 'pays_later'],
  )
  assert.deepEqual(reasons[0], { reason: 'broken_promise', points: 80, ...broken, times: 2 })
  assert.deepEqual(reasons[3], { reason: 'over_limit', points: 15, amount: '1200.00' })
})

test('what is older than 90 days is said to be, and somebody who pays a little later is not said to', () => {
  const said = (own: Partial<RankFacts>) => only({ overdue: 100_00n, ...own }).reasons.map(({ reason }) => reason)
  assert.deepEqual(said({ oldest_days: 90 }), ['overdue'])
  assert.deepEqual(said({ oldest_days: 91 }), ['very_old'])
  assert.deepEqual(said({ pays: { lately: 15, before: 9 } }), ['overdue'])
  assert.deepEqual(said({ pays: { lately: 16, before: 9 } }), ['pays_later', 'overdue'])
})

const call = { since: '2026-11-13' } as const
const act_cases: [string, Partial<RankFacts>, string][] = [
  ['somebody calls', { overdue: 100_00n }, 'call'],
  ['a number is looked for first where none works', { overdue: 100_00n, phone: null }, 'find_number'],
  ['a message is answered before anything else', { unread_message: { at: 'x' }, call_waits: call }, 'answer'],
  ['a call comes before an approval', { call_back: call, approval_waits: { step: 'reminder_2' } }, 'call'],
  ['a letter is approved', { overdue: 1n, approval_waits: { step: 'reminder_2' } }, 'approve'],
  ['a dispute is taken up', { dispute_lapses: { on: '2026-11-17', invoice_number: 'F-1' } }, 'take_up_dispute'],
  ['an address is looked for', { overdue: 1n, no_address: true }, 'find_address'],
  ['proof is asked for', { overdue: 1n, says_paid: { since: '2026-11-02', invoice_number: 'F-1' } }, 'ask_for_proof'],
  ['a task is done', { task_due: { id: '1', subject: 'Send the contract', due_on: '2026-11-16' } }, 'do_task'],
]
for (const [name, own, expected] of act_cases) {
  test(`the next act: ${name}`, () => assert.equal(only(own).act.act, expected))
}

test('adding what makes a debtor more urgent never lowers it', () => {
  const more: Partial<RankFacts>[] = [
    { broken_promises: [broken] },
    { call_waits: call },
    { unread_message: { at: 'x' } },
    { no_address: true },
    { over_limit: 1n },
    { oldest_days: 200 },
    { overdue: 200_00n },
  ]
  const before = only({ overdue: 100_00n, oldest_days: 30 })
  for (const own of more) {
    const { score } = only({ overdue: 100_00n, oldest_days: 30, ...own })
    assert.ok(score > before.score, JSON.stringify(Object.keys(own)))
  }
})
